import { type TaskKind, TRANSITIONS } from '@dungji/contracts';
import { settledWithinMs } from '../limits.ts';
import type { Invariant } from './world.ts';

/** Whatever was accepted is there and over, within its limits. */
export const settled: Invariant = async ({ sql, requested }) => {
  const { rows } = await sql.query<{
    id: string;
    kind: TaskKind;
    status: string;
    steps: number;
    tookMs: number | null;
  }>(
    `SELECT t.id, t.kind, t.status, coalesce(jsonb_array_length(a.plan), 1) AS steps,
            (extract(epoch FROM t.settled_at - t.pending_at) * 1000)::int AS "tookMs"
     FROM task t LEFT JOIN approval a ON a.task_id = t.id`,
  );
  const known = new Set(rows.map(({ id }) => id));
  return [
    ...rows
      .filter(({ kind, steps, tookMs }) => tookMs === null || tookMs > settledWithinMs(kind, steps))
      .map(({ id, kind, status, tookMs }) => `${kind} ${id} is ${status} after ${tookMs ?? 'no end,'} ms`),
    ...requested
      .filter(({ taskId }) => taskId !== null && !known.has(taskId))
      .map(({ taskId }) => `task ${taskId} was accepted and is gone`),
  ];
};

/** Each question has its own key: asked however often, it began one task; those that could not be queued were told so. */
export const begunOnce: Invariant = async ({ sql, requested }) => {
  const { rows } = await sql.query<{ key: string; count: number }>(
    `SELECT CASE kind WHEN 'generation' THEN substring(input ->> 'prompt' FROM '#[0-9]+')
                      ELSE input ->> 'detailAddress' END AS key, count(*)::int AS count
     FROM task WHERE kind IN ('generation', 'issuance') AND error_code IS DISTINCT FROM 'DISPATCH_FAILED'
     GROUP BY 1`,
  );
  const { rows: cards } = await sql.query<{ key: string; count: number }>(
    'SELECT title AS key, count(*)::int AS count FROM approval GROUP BY 1',
  );
  const begun = new Map([...rows, ...cards].map(({ key, count }) => [key, count]));
  return requested.flatMap(({ planned }) => {
    const key =
      planned.kind === 'issuance'
        ? planned.detailAddress
        : planned.kind === 'generation'
          ? `#${planned.number}`
          : `카드 ${planned.number}`;
    const count = begun.get(key) ?? 0;
    return count === 1 ? [] : [`request ${planned.number} (${planned.kind}) was begun ${count} times`];
  });
};

const MOVES = new Set(
  Object.values(TRANSITIONS).flatMap((moves) =>
    Object.entries(moves).flatMap(([from, tos]) => tos.map((to) => `${from} ${to}`)),
  ),
);

interface Told {
  readonly id: string;
  readonly kind: TaskKind;
  readonly version: number;
  readonly status: string;
  readonly before: {
    readonly status: string;
    readonly version: number;
    readonly errorCode: string | null;
  } | null;
}

/** The events of a task are its life: each one version after the other, along the table of states, up to the row itself. */
export const lives: Invariant = async ({ sql }) => {
  const { rows } = await sql.query<Told>(
    `SELECT task_id AS id, task ->> 'kind' AS kind, (task ->> 'version')::int AS version, task ->> 'status' AS status,
            lag(task) OVER (PARTITION BY task_id ORDER BY seq) AS before
     FROM (SELECT task_id, seq, payload -> 'task' AS task FROM event
           WHERE task_id IS NOT NULL AND payload ? 'task' AND stream <> 'operators') AS told
     ORDER BY task_id, seq`,
  );
  const { rows: ends } = await sql.query<{ id: string; version: number; status: string }>(
    'SELECT id, version, status FROM task',
  );
  const last = new Map(rows.map((row) => [row.id, row]));
  return [
    ...rows.flatMap((row) => wrongMove(row)),
    ...ends
      .filter(
        ({ id, version, status }) => last.get(id)?.version !== version || last.get(id)?.status !== status,
      )
      .map(({ id, version, status }) => {
        const told = last.get(id);
        return `task ${id} is ${status} at version ${version}, and was told as ${told?.status} at ${told?.version}`;
      }),
  ];
};

function wrongMove({ id, kind, version, status, before }: Told): string[] {
  if (before === null)
    return version === 1 ? [] : [`the first version of task ${id} that was told is ${version}`];
  if (version !== before.version + 1)
    return [`task ${id} was told at version ${version} after ${before.version}`];
  const mayGoOn = kind === 'approval' || before.errorCode === 'OUTCOME_UNKNOWN';
  const isAllowed = MOVES.has(`${before.status} ${status}`) && (before.status !== 'FAILED' || mayGoOn);
  return isAllowed
    ? []
    : [`task ${id} (${kind}) went from ${before.status} ${before.errorCode ?? ''} to ${status}`];
}

/** Whatever was issued is read: exactly one reading was accepted for it. */
export const readings: Invariant = async ({ sql }) => {
  const { rows } = await sql.query<{ id: string; count: number }>(
    `SELECT t.id, count(r.id)::int AS count FROM task t
     LEFT JOIN task r ON r.kind = 'ocr' AND r.document_id = t.document_id
     WHERE t.kind = 'issuance' AND t.status = 'SUCCESS' GROUP BY t.id HAVING count(r.id) <> 1`,
  );
  return rows.map(({ id, count }) => `the document of task ${id} has ${count} readings`);
};
