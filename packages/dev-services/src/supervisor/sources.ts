import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { watch } from 'chokidar';
import { z } from 'zod';
import { PARTS, type PartName } from '../stack/parts.ts';

const Manifest = z.object({ dependencies: z.record(z.string(), z.string()).default({}) });

/** Editors write several files at once, and some write a file in two steps. */
const SETTLE_MS = 200;

/** The folders and files whose change needs a new process: the app's own, and those of the workspace packages it runs. */
export function sourcesOf(root: string, part: PartName): string[] {
  const app = join(root, 'apps', part);
  if (PARTS[part].reloads === 'set-up')
    return ['dev.ts', 'env.ts', 'vite.config.ts'].map((file) => join(app, file));
  return [join(app, 'src'), ...packagesOf(root, app).map((folder) => join(folder, 'src'))];
}

function packagesOf(root: string, folder: string, seen = new Set<string>()): string[] {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  for (const name of Object.keys(manifest.dependencies)) {
    const dependency = join(root, 'packages', name.replace('@dungji/', ''));
    if (!name.startsWith('@dungji/') || seen.has(dependency)) continue;
    seen.add(dependency);
    packagesOf(root, dependency, seen);
  }
  return [...seen];
}

/** Calls `onChange` once for each burst of changes. Tests are no part of a running app. */
export function watchSources(paths: string[], onChange: (path: string) => void): { close(): Promise<void> } {
  const watcher = watch(paths, {
    ignoreInitial: true,
    ignored: (path) => path.includes('node_modules') || /\.test\.tsx?$/.test(path),
  });
  let timer: NodeJS.Timeout | undefined;
  watcher.on('all', (_event, path) => {
    clearTimeout(timer);
    timer = setTimeout(() => onChange(path), SETTLE_MS);
  });
  return {
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
