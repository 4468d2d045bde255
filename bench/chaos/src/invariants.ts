import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { TRANSITIONS } from '@dungji/contracts';
import type { ServicesFile } from '@dungji/dev-services';
import type { Client } from 'pg';
import { hasAncestor, isBrowser, processesMarked } from './processes.ts';
import type { Requested, User } from './users.ts';

interface World {
  readonly services: ServicesFile;
  readonly mark: string;
  readonly sql: Client;
  readonly users: readonly User[];
  readonly requested: readonly Requested[];
  /** From accept to the end: both limits, and what an outage and two sweeps may add. */
  readonly settledWithinMs: number;
}

/** Sentences that are false now; none, if all is well. */
export async function brokenInvariants(world: World): Promise<string[]> {
  const broken: string[] = [];
  for (const check of [settlement, purchases, eventNumbers, eventOrder, screens, objects, readings, browsers])
    broken.push(...(await check(world)));
  return broken;
}

async function settlement({ sql, requested, settledWithinMs }: World): Promise<string[]> {
  const { rows } = await sql.query<{ id: string; status: string; took: number | null }>(
    `SELECT id, status, extract(epoch FROM settled_at - created_at) * 1000 AS took FROM task`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [
    ...rows
      .filter((row) => row.took === null || Number(row.took) > settledWithinMs)
      .map((row) => `task ${row.id} is ${row.status} after ${row.took ?? 'no end,'} ms`),
    ...requested
      .filter(({ taskId }) => !byId.has(taskId))
      .map(({ taskId }) => `task ${taskId} was accepted and is gone`),
  ];
}

/** Every address was asked for once, so it was bought at most once, and once when it was delivered. */
async function purchases({ services, sql, requested }: World): Promise<string[]> {
  const response = await fetch(`${services.sandboxUrl}/__sandbox/state`);
  const state = (await response.json()) as {
    purchases: { orderNo: string; address: string; times: number }[];
  };
  const counts = new Map<string, number>();
  for (const purchase of state.purchases)
    counts.set(purchase.address, (counts.get(purchase.address) ?? 0) + purchase.times);
  const { rows } = await sql.query<{ address: string }>(
    `SELECT concat_ws(' ', input ->> 'roadAddress', input ->> 'detailAddress') AS address
     FROM task WHERE kind = 'issuance' AND status = 'SUCCESS'`,
  );
  const { rows: recorded } = await sql.query<{ order_no: string }>(
    `SELECT coalesce(output ->> 'orderNo', idempotency_key) AS order_no FROM task_step WHERE mode = 'once'`,
  );
  const onRecord = new Set(recorded.map((row) => row.order_no));
  return [
    ...[...counts]
      .filter(([, times]) => times > 1)
      .map(([address, times]) => `"${address}" was paid ${times} times`),
    ...rows
      .filter(({ address }) => counts.get(address) !== 1)
      .map(({ address }) => `"${address}" was delivered and paid ${counts.get(address) ?? 0} times`),
    ...state.purchases
      .filter(({ orderNo }) => !onRecord.has(orderNo))
      .map(({ orderNo }) => `purchase ${orderNo} is on no record of ours`),
    ...(state.purchases.length > requested.length ? ['more was bought than asked for'] : []),
  ];
}

async function eventNumbers({ sql }: World): Promise<string[]> {
  const { rows } = await sql.query<{ stream: string }>(
    `SELECT s.name AS stream FROM stream s LEFT JOIN event e ON e.stream = s.name
     GROUP BY s.name, s.last_seq
     HAVING count(e.seq) <> s.last_seq OR max(e.seq) <> s.last_seq OR min(e.seq) <> 1`,
  );
  return rows.map(({ stream }) => `the numbers of stream ${stream} have gaps`);
}

/** Each view follows the one before by one version, along the table of states, and ends once. */
async function eventOrder({ sql }: World): Promise<string[]> {
  const { rows } = await sql.query<{ id: string; version: number; status: string; before: string | null }>(
    `SELECT task_id AS id, (payload -> 'task' ->> 'version')::int AS version, payload -> 'task' ->> 'status' AS status,
            lag(payload -> 'task' ->> 'status') OVER (PARTITION BY task_id ORDER BY seq) AS before
     FROM event WHERE task_id IS NOT NULL AND payload ? 'task' AND stream <> 'operators' ORDER BY task_id, seq`,
  );
  const allowed = new Set(
    Object.values(TRANSITIONS).flatMap((moves) =>
      Object.entries(moves).flatMap(([from, tos]) => tos.map((to) => `${from} ${to}`)),
    ),
  );
  const broken = rows
    .filter(({ before, status }) => before !== null && !allowed.has(`${before} ${status}`))
    .map(({ id, before, status }) => `task ${id} went from ${before} to ${status}`);
  const ends = new Map<string, number>();
  for (const { id, status } of rows)
    if (status === 'SUCCESS' || status === 'FAILED') ends.set(id, (ends.get(id) ?? 0) + 1);
  return [
    ...broken,
    ...[...ends].filter(([, count]) => count > 1).map(([id, count]) => `task ${id} ended ${count} times`),
    ...rows
      .filter((row, index) => rows[index - 1]?.id === row.id && rows[index - 1]?.version !== row.version - 1)
      .map(({ id, version }) => `the event before version ${version} of task ${id} is of another one`),
  ];
}

/** What screens were told: in order, each once; a snapshot begins anew. */
async function screens({ users }: World): Promise<string[]> {
  return users.flatMap(({ seen }, number) =>
    seen.some(
      (seq, index) => seq !== 0 && index > 0 && seen[index - 1] !== 0 && seq !== (seen[index - 1] ?? 0) + 1,
    )
      ? [`the screen of user ${number} was told events out of order: ${seen.join(' ')}`]
      : [],
  );
}

async function objects({ services, sql }: World): Promise<string[]> {
  const { endpoint, bucket, accessKeyId, secretAccessKey } = services.s3;
  const s3 = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  const stored = new Set<string>();
  let token: string | undefined;
  do {
    const page = await s3.send(
      new ListObjectsV2Command({ Bucket: bucket, ...(token && { ContinuationToken: token }) }),
    );
    for (const { Key } of page.Contents ?? []) if (Key) stored.add(Key);
    token = page.NextContinuationToken;
  } while (token);
  s3.destroy();
  const { rows: known } = await sql.query<{ key: string }>('SELECT key FROM stored_object');
  const { rows: delivered } = await sql.query<{ id: string; key: string | null }>(
    `SELECT t.id, d.object_key AS key FROM task t LEFT JOIN document d ON d.id = t.document_id
     WHERE t.kind = 'issuance' AND t.status = 'SUCCESS'`,
  );
  const keys = new Set(known.map((row) => row.key));
  return [
    ...[...stored].filter((key) => !keys.has(key)).map((key) => `object ${key} has no row`),
    ...delivered
      .filter(({ key }) => key === null || !stored.has(key))
      .map(({ id }) => `task ${id} succeeded without an object`),
  ];
}

/** Whatever was issued is read: exactly one reading was accepted for it. */
async function readings({ sql }: World): Promise<string[]> {
  const { rows } = await sql.query<{ id: string; count: number }>(
    `SELECT t.id, count(r.id)::int AS count FROM task t
     LEFT JOIN task r ON r.kind = 'ocr' AND r.document_id = t.document_id
     WHERE t.kind = 'issuance' AND t.status = 'SUCCESS' GROUP BY t.id HAVING count(r.id) <> 1`,
  );
  return rows.map(({ id, count }) => `the document of task ${id} has ${count} readings`);
}

/** A browser without a living worker above it was left behind. */
async function browsers({ services, mark }: World): Promise<string[]> {
  const rows = processesMarked(mark);
  const workers = new Set(services.pids.workers);
  return rows
    .filter((row) => isBrowser(row) && !hasAncestor(row, workers, rows))
    .map((row) => `browser ${row.pid} belongs to no worker`);
}
