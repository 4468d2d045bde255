import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { find, type Machine, run } from '../tools.ts';

const FONT = '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf';

/**
 * Without a Korean font every screenshot of a portal shows boxes. Gives the fontconfig file that adds one, or null where the
 * system has one already or does not use fontconfig.
 */
export async function koreanFontConfig(machine: Machine): Promise<string | null> {
  if (machine.platform !== 'linux') return null;
  if (find(machine, 'fc-list')) {
    const { stdout } = await run(machine, 'fc-list', [':lang=ko', 'family'], { timeoutMs: 10_000 });
    if (stdout.trim()) return null;
  }
  return writeFontConfig(machine.cacheDir);
}

/** Puts the font and a fontconfig file that knows it and the system's fonts under the cache folder. */
export function writeFontConfig(cacheDir: string): string {
  const folder = join(cacheDir, 'fonts');
  mkdirSync(folder, { recursive: true });
  cpSync(createRequire(import.meta.url).resolve(FONT), join(folder, 'NotoSansKR.ttf'));
  const file = join(folder, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}</dir>
  <cachedir>${folder}/index</cachedir>
</fontconfig>
`,
  );
  return file;
}
