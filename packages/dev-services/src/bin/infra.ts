// Persistent: tells when everything is ready, keeps services.json true, and stops the services last.
import { aborted } from '../aborted.ts';
import { ClearError, describeFailure } from '../clear-error.ts';
import { readSettings } from '../env.ts';
import { sayOnStdout } from '../progress.ts';
import { writeKeeper } from '../stack/earlier-run.ts';
import { readInfra } from '../stack/infra-file.ts';
import { keepStack } from '../stack/keep.ts';
import { startUndertaker } from '../stack/undertaker.ts';
import { homeAt } from '../state/home.ts';
import { starterChain, watchProcesses } from '../supervisor/starter.ts';

async function main(): Promise<void> {
  const settings = readSettings();
  const home = homeAt(settings.homePath);
  if (!readInfra(home)) throw new ClearError('The services are not up: start with npm start, or turbo dev.');
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  process.stdout.on('error', () => stop.abort());
  const chain = await starterChain(settings.startedBy);
  const starterPid = chain.at(-1) ?? process.ppid;
  writeKeeper(home, { pid: process.pid, starterPid });
  watchProcesses(chain, () => stop.abort());

  void keepStack({ settings, home, say: sayOnStdout, stop: stop.signal });
  await aborted(stop.signal);
  const undertaker = await startUndertaker(settings, home);
  writeKeeper(home, { pid: process.pid, starterPid, undertakerPid: undertaker.pid });
  await undertaker.ended;
  process.exit(0);
}

main().catch((error: unknown) => {
  console.error(describeFailure(error));
  process.exit(1);
});
