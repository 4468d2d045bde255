import type { Home } from '../state/home.ts';
import { waitUntil } from '../wait-until.ts';
import { forgetKeeper, killParts, livingPartPids } from './earlier-run.ts';
import { readInfra, writeInfra } from './infra-file.ts';
import { forgetPart, PartName } from './parts.ts';
import { removeServices } from './services-file.ts';
import { stopServices } from './stop-services.ts';

/** An app has 10 s to hand its work back, its supervisor a little longer. */
const PARTS_GRACE_MS = 15_000;

/** Apps first, while they can still write to the services; then the services. Nothing of this home runs afterwards. */
export async function takeDown(home: Home): Promise<void> {
  removeServices(home);
  const gone = () => livingPartPids(home).length === 0;
  await waitUntil(gone, { timeoutMs: PARTS_GRACE_MS, what: 'the parts to end' }).catch(() => killParts(home));
  for (const part of PartName.options) forgetPart(home, part);
  const infra = readInfra(home);
  if (infra) {
    await stopServices(infra.pids);
    writeInfra(home, { ...infra, pids: {} });
  }
  forgetKeeper(home);
}
