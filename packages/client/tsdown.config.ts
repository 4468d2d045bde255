import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsdown';

/** What is carried inside: a project that uses another tRPC, or another TypeScript, than we do meets neither of ours. */
const CARRIED = ['@trpc/client', '@trpc/server', 'eventsource-parser'];

const root = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Builds what others install: one file of JavaScript and one of types. Inside this workspace the sources are used. */
export default defineConfig({
  entry: 'src/index.ts',
  platform: 'neutral',
  target: 'es2022',
  deps: {
    alwaysBundle: [/^@dungji\//, ...CARRIED],
    onlyBundle: CARRIED,
  },
  dts: {
    // The bundler's own way needs TypeScript's JavaScript API, which version 7 no longer has.
    tsgo: { path: root('node_modules/typescript/bin/tsc') },
    // It takes the folder of this file for the root of all sources.
    tsconfig: root('tsconfig.declarations.json'),
  },
  hooks: {
    async 'build:done'({ options }) {
      const texts = await Promise.all(CARRIED.map(async (name) => `${name}\n\n${await licenseOf(name)}`));
      await writeFile(`${options.outDir}/LICENSES.txt`, texts.join('\n---\n\n'));
    },
  },
});

const licenseOf = (name: string): Promise<string> =>
  readFile(new URL(`node_modules/${name}/LICENSE`, import.meta.url), 'utf8');
