import type { TaskView } from '@dungji/contracts';
import { findDocument, readLedgerRecord } from '@dungji/db';
import type { Logger } from 'pino';
import { createKeepEvidence } from '../evidence.ts';
import type { LedgerSource } from '../kinds/issuance/ledger/ledger-source.ts';
import type { Portal } from '../kinds/issuance/portal.ts';
import { issuanceRunner } from '../kinds/issuance/run.ts';
import { createRunner } from '../runner.ts';
import { trackRunningTasks } from '../running-tasks.ts';
import { ADDRESS, ledgerOf, type Outside, silent, type World } from './world.ts';

export const noPortal: Portal = {
  open: () => Promise.reject(new Error('a ledger has nothing to do with the registry portal')),
};

/** Issues of building ledgers in a world of a test's own. */
export function ledgerIssues(world: World, outside: Outside, log: Logger = silent) {
  const { db, storage, limits, dispatch } = world;

  function runnerOf(ledger: LedgerSource) {
    const issuance = issuanceRunner({ db, storage, limits, portal: noPortal, ledger, onAccepted: dispatch });
    const running = trackRunningTasks();
    const keepEvidence = createKeepEvidence(db, storage);
    const own = { workerId: 'worker-1', bootId: 'boot', running, kinds: { issuance } };
    return { run: createRunner({ db, limits, dispatch, keepEvidence, log, ...own }), running };
  }

  return {
    runnerOf,
    /** Runs attempt after attempt until the task is settled, as its jobs would. */
    async issue(detailAddress: string, ledger = ledgerOf(outside), road = ADDRESS): Promise<TaskView> {
      const task = await world.pendingIssuance(detailAddress, road, 'LEDGER');
      const { run } = runnerOf(ledger);
      for (;;) {
        const { status, attempt } = await world.find(task.id);
        if (status === 'SUCCESS' || status === 'FAILED') return world.find(task.id);
        await run({ taskId: task.id, attempt: attempt + 1 });
      }
    },
    async documentOf({ documentId }: TaskView) {
      if (documentId === null) throw new Error('no document');
      const stored = await findDocument(db, { documentId, userId: null });
      const record = await readLedgerRecord(db, documentId);
      if (stored === null || record === null) throw new Error('nothing stored');
      return { ...stored, record, bytes: await storage.get(stored.objectKey, 5_000_000) };
    },
  };
}
