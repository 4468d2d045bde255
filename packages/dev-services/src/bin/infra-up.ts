// One-shot: brings up what the apps stand on, and ends. What it started stays until infra or infra-down stops it.
import { writeFileSync } from 'node:fs';
import { ClearError, describeFailure } from '../clear-error.ts';
import { readSettings, type Settings } from '../env.ts';
import { requireFreePort } from '../ports.ts';
import { sayOnStdout } from '../progress.ts';
import { claimHome } from '../stack/earlier-run.ts';
import { openHome } from '../state/home.ts';
import { starterChain } from '../supervisor/starter.ts';

async function main(): Promise<void> {
  const settings = readSettings();
  const home = openHome(settings.homePath);
  // Who is interrupted half-way still finishes what it began, so that it can be stopped in order.
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      interrupted = true;
    });
  }
  const starterPid = settings.startedBy ?? (await starterChain(undefined)).at(-1) ?? process.ppid;
  try {
    await claimHome(home, starterPid);
    await requireFreePorts(settings);
    // Loading the database and storage packages takes longer than finding a bad value or a taken port.
    const { bringUp } = await import('../stack/bring-up.ts');
    await bringUp({ settings, home, say: sayOnStdout, durable: settings.durable });
    if (interrupted) throw new ClearError('Interrupted.');
  } catch (error) {
    if (error instanceof ClearError) writeFileSync(home.problemFile, error.message);
    throw error;
  }
}

async function requireFreePorts({ ports }: Settings): Promise<void> {
  await requireFreePort(ports.web, 'web', 'WEB_PORT');
  await requireFreePort(ports.api, 'api', 'API_PORT');
  await requireFreePort(ports.sandbox, 'sandbox', 'SANDBOX_PORT');
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(describeFailure(error));
    process.exit(1);
  },
);
