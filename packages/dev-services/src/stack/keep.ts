import { setTimeout as pause } from 'node:timers/promises';
import type { Settings } from '../env.ts';
import { isPortTaken } from '../ports.ts';
import { isAlive } from '../process/processes.ts';
import type { Say } from '../progress.ts';
import type { Home } from '../state/home.ts';
import { rememberedPort } from '../state/remembered.ts';
import { type OwnPids, readInfra, writeInfra } from './infra-file.ts';
import { isReady, PartName, readParts } from './parts.ts';
import { bringUpServices } from './services.ts';
import { composeServices, writeServices } from './services-file.ts';

interface KeepOptions {
  settings: Settings;
  home: Home;
  say: Say;
  stop: AbortSignal;
}

/** Whoever waits for a new pid in services.json looks about so often. */
const LOOK_EVERY_MS = 200;
/** After so long a part that is missing is named: an editor's `turbo dev --filter` may have left it out. */
const NAME_MISSING_AFTER_MS = 60_000;
/**
 * A service of ours that died is started again after this time. Not at once: who kills Redis to see what the stack makes of it
 * should have a moment to look.
 */
const REVIVE_AFTER_MS = 10_000;

/** Keeps services.json true while parts come and go, and our own services alive. Ends with `stop`. */
export async function keepStack(o: KeepOptions): Promise<void> {
  const startedAt = performance.now();
  let written = '';
  let named = false;
  const deadSince = new Map<keyof OwnPids, number>();
  while (!o.stop.aborted) {
    const missing = writeWhenReady();
    if (missing.length > 0 && !named && performance.now() - startedAt > NAME_MISSING_AFTER_MS) {
      o.say(`still not ready: ${missing.join(', ')}`);
      named = true;
    }
    await revive(o, deadSince).catch((error: unknown) =>
      o.say(`a service could not be started again: ${error}`),
    );
    await pause(LOOK_EVERY_MS);
  }

  function writeWhenReady(): PartName[] {
    const ready = readParts(o.home).filter((part) => isReady(part) && isAlive(part.supervisorPid));
    const wanted = PartName.options.filter((name) => name !== 'web' || o.settings.hasWeb);
    const missing = wanted.filter((name) => !ready.some((part) => part.part === name));
    const infra = readInfra(o.home);
    if (missing.length > 0 || !infra || o.stop.aborted) return missing;
    const services = composeServices(infra, ready);
    const content = JSON.stringify(services);
    if (content === written) return [];
    writeServices(o.home, services);
    if (written === '') for (const line of welcome(services)) o.say(line);
    written = content;
    return [];
  }
}

function welcome(services: { webUrl: string; apiUrl: string; sandboxUrl: string }): string[] {
  return [
    '',
    'Dungji is ready. Stop it with Ctrl-C.',
    `  web       ${services.webUrl}`,
    `  api       ${services.apiUrl}`,
    `  sandbox   ${services.sandboxUrl}/portal (the registry portal it works with)`,
    '  accounts  tenant@dungji.example, tenant2@dungji.example, operator@dungji.example, admin@dungji.example',
    '  password  dungji-demo',
    '',
  ];
}

async function revive(
  { settings, home, say }: KeepOptions,
  deadSince: Map<keyof OwnPids, number>,
): Promise<void> {
  const infra = readInfra(home);
  if (!infra) return;
  for (const name of ['postgres', 'redis', 's3'] as const) {
    const pid = infra.pids[name];
    if (pid === undefined || isAlive(pid)) {
      deadSince.delete(name);
      continue;
    }
    const since = deadSince.get(name) ?? performance.now();
    deadSince.set(name, since);
    if (performance.now() - since < REVIVE_AFTER_MS) continue;
    deadSince.delete(name);
    const port = rememberedPort(home, name);
    if (port !== undefined && (await isPortTaken(port))) {
      // Somebody put another server in its place; the apps know only this port, so it is theirs to use.
      say(`${name} has died and something else answers on its port: left alone`);
      const { [name]: _dead, ...pids } = infra.pids;
      writeInfra(home, { ...infra, pids });
      continue;
    }
    say(`${name} has died: starting it again`);
    const services = await bringUpServices({
      settings,
      home,
      say: () => undefined,
      earlier: infra.pids,
      durable: settings.durable,
    });
    writeInfra(home, { ...infra, pids: services.pids });
    return;
  }
}
