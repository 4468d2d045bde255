// node unpack-npm-chromium.mjs, with TMPDIR set to the target: @sparticuz/chromium always unpacks into the temporary folder,
// and reads its name once, so this needs a process of its own. Prints nothing.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';

const archives = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin');
for (const archive of ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']) {
  await inflate(join(archives, archive));
}
