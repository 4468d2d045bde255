// tsx supervise.ts <part>: the `dev` script of every app.
import { describeFailure } from '../clear-error.ts';
import { readSettings } from '../env.ts';
import { PartName } from '../stack/parts.ts';
import { homeAt } from '../state/home.ts';
import { starterChain, watchProcesses } from '../supervisor/starter.ts';
import { supervisePart } from '../supervisor/supervise-part.ts';

async function main(): Promise<void> {
  const settings = readSettings();
  const part = PartName.parse(process.argv[2]);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  // Whoever reads our output has gone.
  process.stdout.on('error', () => stop.abort());
  const starter = watchProcesses(await starterChain(settings.startedBy), () => stop.abort());

  const ended = await supervisePart(part, { settings, home: homeAt(settings.homePath), stop: stop.signal });
  starter.close();
  process.exit(ended ? 0 : 1);
}

main().catch((error: unknown) => {
  console.error(describeFailure(error));
  process.exit(1);
});
