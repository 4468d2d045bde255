import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Stories need the browser they run in, so their project lies with the web. */
const stories = existsSync('apps/web/vitest.stories.config.ts') ? ['apps/web/vitest.stories.config.ts'] : [];

/** Tests of more than a minute wait for `npm run test:long`. */
const long = process.env.TEST_LONG === '1' ? [] : ['**/*.long.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/{api,web,worker,sandbox}/src/**/*.test.ts',
            'examples/*/src/**/*.test.ts',
            'bench/*/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', ...long],
          globalSetup: ['packages/dev-services/src/testing/global-setup.ts'],
          pool: 'forks',
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      ...stories,
    ],
  },
});
