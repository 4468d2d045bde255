// The import directions of the house. Each rule says what it keeps apart and why; `npm run lint:deps` checks them.
const TESTS = '(\\.test\\.tsx?|/testing/.*)$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two modules that need each other are one module, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contracts-know-nobody',
      comment: 'contracts is the vocabulary: it imports zod and nothing else, so everybody may import it.',
      severity: 'error',
      from: { path: '^packages/contracts/src', pathNot: TESTS },
      to: { pathNot: ['^packages/contracts/', 'node_modules/zod/'] },
    },
    {
      name: 'server-packages-know-contracts-only',
      comment: 'db, redis, storage and documents stand side by side; the apps put them together.',
      severity: 'error',
      from: { path: '^packages/(db|redis|storage|documents)/src', pathNot: TESTS },
      to: { path: '^(apps|packages)/', pathNot: ['^packages/contracts/', '^packages/$1/'] },
    },
    {
      name: 'client-knows-contracts-and-the-router-type',
      comment:
        'The client runs in browsers and in other programs: of the server it may know the type of its router.',
      severity: 'error',
      from: { path: '^packages/client/src', pathNot: TESTS },
      to: {
        path: '^(apps|packages)/',
        pathNot: ['^packages/(client|contracts)/', '^apps/api/src/router-type\\.ts$'],
      },
    },
    {
      name: 'web-knows-contracts-and-the-client',
      comment: 'What the web imports is sent to browsers.',
      severity: 'error',
      from: { path: '^apps/web/', pathNot: TESTS },
      to: {
        path: '^(apps|packages)/',
        pathNot: ['^apps/web/', '^packages/(client|contracts)/', '^apps/api/src/router-type\\.ts$'],
      },
    },
    {
      name: 'router-type-is-only-a-type',
      comment: 'A value import would pull the server into the browser.',
      severity: 'error',
      from: { path: '^(apps/web|packages/client)/', pathNot: TESTS },
      to: { path: '^apps/api/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'apps-do-not-import-each-other',
      comment: 'They meet through Postgres, Redis and HTTP.',
      severity: 'error',
      from: { path: '^apps/(api|worker|sandbox)/src', pathNot: TESTS },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'sandbox-knows-nobody',
      comment:
        'It plays the outside world, and the samples are what that world prints: what they shared with us would hide our mistakes about it.',
      severity: 'error',
      from: { path: '^(apps/sandbox|packages/document-samples)/src', pathNot: TESTS },
      to: { path: '^(apps|packages)/', pathNot: ['^apps/sandbox/', '^packages/document-samples/'] },
    },
    {
      name: 'samples-for-development-only',
      comment: 'The truth beside a document is for tests, benches and the sandbox; the product has to read.',
      severity: 'error',
      from: {
        path: '^(apps|packages)/[^/]+/src',
        pathNot: [TESTS, '^apps/sandbox/', '^packages/document-samples/'],
      },
      to: { path: '^packages/document-samples/' },
    },
    {
      name: 'worker-serves-nothing',
      comment: 'Work is taken from the queue; what people ask goes through the api.',
      severity: 'error',
      from: { path: '^apps/worker/src', pathNot: TESTS },
      to: { path: 'node_modules/(express|@trpc/server)/' },
    },
    {
      name: 'api-drives-no-browser',
      comment: 'A request must never wait for a government site, nor for the recognition of a page.',
      severity: 'error',
      from: { path: '^apps/api/src', pathNot: TESTS },
      to: { path: ['node_modules/(playwright|playwright-core)/', '^packages/documents/src/(?!index)'] },
    },
    {
      name: 'sql-lives-in-db',
      comment:
        'One home of SQL; whoever needs a query gets a verb. The session library keeps its own tables through pg.',
      severity: 'error',
      from: {
        path: '^(apps|packages)/[^/]+/src',
        pathNot: [TESTS, '^packages/(db|dev-services)/', '^apps/api/src/auth/'],
      },
      to: { path: 'node_modules/(pg|typeorm)/' },
    },
    {
      name: 'dev-services-for-development-only',
      comment: 'A production process must not carry an embedded database.',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src', pathNot: [TESTS, '^packages/dev-services/'] },
      to: { path: '^packages/dev-services/' },
    },
    {
      name: 'tests-are-not-imported',
      comment: 'Test support lies in testing/ folders; test files are ends.',
      severity: 'error',
      from: {},
      to: { path: '\\.test\\.tsx?$' },
    },
    {
      name: 'testing-stays-in-tests',
      comment: 'Test support in running code would ship.',
      severity: 'error',
      from: {
        path: '^(apps|packages)/[^/]+/src',
        pathNot: [TESTS, '^packages/[^/]+/src/(bin|testing)/', '/stories/', '\\.stories\\.tsx$'],
      },
      to: { path: '^(apps|packages)/[^/]+/src/testing/' },
    },
    {
      name: 'everything-resolves',
      comment: 'An import that cannot be resolved is not checked by any rule above.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '/storybook-static/', '^\\.dungji/', '/coverage/'] },
    // Type imports are the whole point of one rule.
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.d.ts', '.json'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
