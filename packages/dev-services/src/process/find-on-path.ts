import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of `names` that is an executable file on the search path, or null. */
export function findOnPath(names: string[], searchPath: string): string | null {
  for (const name of names) {
    for (const folder of searchPath.split(delimiter)) {
      const file = join(folder, name);
      if (folder && isExecutable(file)) return file;
    }
  }
  return null;
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
