import type { NestView, UserId } from '@dungji/contracts';
import type { Sql } from '../sql.ts';
import { type PageOf, pageOf } from '../task/read.ts';
import { type NestSnapshot, toNestView } from './view.ts';
import type { NestRef } from './write.ts';

interface NestRow {
  readonly view: NestSnapshot;
  readonly now: Date;
}

const toView = (row: NestRow): NestView => toNestView(row.view, row.now.getTime());

/** Null: no such nest of this user. */
export async function findNest(sql: Sql, { nestId, userId }: NestRef): Promise<NestView | null> {
  const { rows } = await sql.query<NestRow>(
    'SELECT nest_snapshot(nest) AS view, now() AS now FROM nest WHERE id = $1 AND user_id = $2',
    [nestId, userId],
  );
  return rows[0] ? toView(rows[0]) : null;
}

export interface ListNestsQuery {
  readonly userId: UserId;
  /** The `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Newest first. */
export async function listNests(sql: Sql, query: ListNestsQuery): Promise<PageOf<NestView>> {
  const { rows } = await sql.query<NestRow>(
    `SELECT nest_snapshot(nest) AS view, now() AS now FROM nest
     WHERE user_id = $1 AND ($2::text IS NULL OR id < $2)
     ORDER BY id DESC LIMIT $3`,
    [query.userId, query.cursor ?? null, query.limit + 1],
  );
  return pageOf(rows.map(toView), query.limit, (nest) => nest.id);
}
