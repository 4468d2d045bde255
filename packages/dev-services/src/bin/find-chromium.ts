// Prints the path of a Chromium, after fetching one if need be: what runs stories needs it before any test starts.
import { chromiumSources, findChromium } from '../chromium/find-chromium.ts';
import { describeFailure } from '../clear-error.ts';
import { readSettings } from '../env.ts';
import { machineOf } from '../stack/services.ts';

async function main(): Promise<void> {
  const settings = readSettings();
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const { path } = await findChromium(machineOf(settings, say), chromiumSources(settings.chromiumPath));
  process.stdout.write(path);
}

main().catch((error: unknown) => {
  console.error(describeFailure(error));
  process.exit(1);
});
