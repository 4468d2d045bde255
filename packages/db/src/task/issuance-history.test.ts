import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase, taskIn } from '../testing/index.ts';
import { issuanceHistory } from './issuance-history.ts';

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

const MINUTE_MS = 60_000;

/** An issue that took so long and ended so long ago. */
const issued = (tookMs: number, agoMs = 0, columns: Parameters<typeof taskIn>[2] = {}) => {
  const settledAt = Date.now() - agoMs;
  return taskIn(test.db, 'SUCCESS', {
    pending_at: new Date(settledAt - tookMs),
    settled_at: new Date(settledAt),
    ...columns,
  });
};

describe('the history of issuances', () => {
  it('is empty where nothing was issued', async () => {
    expect(await issuanceHistory(test.db, 'REGISTRY')).toEqual({
      sample: 0,
      usualMs: null,
      slowMs: null,
      ahead: 0,
    });
  });

  it('is the median and the slow end of the newest of this document, and who waits', async () => {
    for (const minutes of [1, 2, 3, 4, 20]) await issued(minutes * MINUTE_MS);
    await issued(MINUTE_MS, 0, { doc_type: 'LEDGER' });
    await issued(MINUTE_MS, 31 * 24 * 60 * MINUTE_MS);
    await taskIn(test.db, 'FAILED');
    await taskIn(test.db, 'PENDING');
    await taskIn(test.db, 'PROCESSING');
    expect(await issuanceHistory(test.db, 'REGISTRY')).toEqual({
      sample: 5,
      usualMs: 3 * MINUTE_MS,
      slowMs: 13.6 * MINUTE_MS,
      ahead: 1,
    });
    expect(await issuanceHistory(test.db, 'LEDGER')).toMatchObject({ sample: 1, usualMs: MINUTE_MS });
  });

  it('follows the newest fifty, however many there were', async () => {
    for (let count = 0; count < 10; count += 1) await issued(9 * MINUTE_MS, MINUTE_MS);
    for (let count = 0; count < 50; count += 1) await issued(MINUTE_MS);
    expect(await issuanceHistory(test.db, 'REGISTRY')).toMatchObject({ sample: 50, slowMs: MINUTE_MS });
  });
});
