import type { Client } from 'pg';
import type { Inflicted } from './faults.ts';
import type { PlannedTask } from './plan.ts';
import type { Requested } from './requests.ts';

export interface Numbers {
  readonly accepted: number;
  readonly faults: number;
  readonly lines: readonly string[];
  /** What makes the run prove less than it should. */
  readonly tooLittle: readonly string[];
}

/** Of the tasks that nothing but the faults could make fail; a run without successes proves nothing. */
const SUCCESS_SHARE_MIN = 0.6;
/** Some faults find nobody: a browser to kill is there only now and then. */
const FAULTS_MET_MIN = 0.8;

interface Ends {
  readonly kind: string;
  readonly end: string;
  readonly count: number;
  readonly attempts: number;
  readonly usual: number;
  readonly slowest: number;
}

/** What happened, in numbers. */
export async function numbersOf(
  sql: Client,
  run: {
    readonly tasks: readonly PlannedTask[];
    readonly requested: readonly Requested[];
    readonly inflicted: readonly Inflicted[];
  },
): Promise<Numbers> {
  const { rows } = await sql.query<Ends>(
    `SELECT kind, coalesce(error_code, status) AS end, count(*)::int AS count, max(attempt) AS attempts,
            round(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM settled_at - created_at)))::int AS usual,
            round(max(extract(epoch FROM settled_at - created_at)))::int AS slowest
     FROM task GROUP BY 1, 2 ORDER BY 1, 3 DESC`,
  );
  const { rows: succeeded } = await sql.query<{ id: string }>(`SELECT id FROM task WHERE status = 'SUCCESS'`);
  const successes = new Set(succeeded.map(({ id }) => id));
  const hopeful = run.requested.filter(({ planned }) => planned.hopeful);
  const good = hopeful.filter(({ taskId }) => taskId !== null && successes.has(taskId));
  const met = run.inflicted.filter((one) => one.met);
  const missing = run.tasks.length - run.requested.length;
  return {
    accepted: run.requested.length,
    faults: met.length,
    lines: [
      ...rows.map(
        ({ kind, end, count, attempts, usual, slowest }) =>
          `  ${kind.padEnd(11)}${end.padEnd(20)}${String(count).padStart(5)}   half within ${usual} s, all within ${slowest} s, at most ${attempts} attempts`,
      ),
      `  ${good.length} of ${hopeful.length} succeeded that nothing but a fault could make fail`,
      ...faultLines(met),
    ],
    tooLittle: [
      ...(missing > 0 ? [`${missing} requests were never accepted`] : []),
      ...(good.length < SUCCESS_SHARE_MIN * hopeful.length
        ? [`only ${good.length} of ${hopeful.length} hopeful tasks succeeded`]
        : []),
      ...(met.length < FAULTS_MET_MIN * run.inflicted.length
        ? [`only ${met.length} of ${run.inflicted.length} faults met anybody`]
        : []),
    ],
  };
}

function faultLines(met: readonly Inflicted[]): string[] {
  const counts = new Map<string, number>();
  for (const { fault } of met) counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `  ${name.padEnd(31)}${String(count).padStart(5)}`);
}
