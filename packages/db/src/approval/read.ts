import type {
  ApprovalDetail,
  ApprovalFilter,
  ApprovalId,
  ApprovalStep,
  ApprovalView,
} from '@dungji/contracts';
import type { Sql } from '../sql.ts';
import { type PageOf, pageOf, type Viewer } from '../task/read.ts';
import { type ApprovalSnapshot, toApprovalView } from './view.ts';

/** A card as it stands, for reads outside a change. */
export const READ_CARD_SQL = `approval_snapshot(a, (SELECT task_snapshot(t) FROM task t WHERE t.id = a.task_id), NULL)`;

/** Of somebody's own cards; `userId: null` is an operator's look: any card. */
export async function findApproval(
  sql: Sql,
  { approvalId, userId }: { readonly approvalId: ApprovalId; readonly userId: Viewer },
): Promise<ApprovalDetail | null> {
  const { rows } = await sql.query<{ view: ApprovalSnapshot; plan: ApprovalStep[] }>(
    `SELECT ${READ_CARD_SQL} AS view, a.plan FROM approval a
     WHERE a.id = $1 AND ($2::text IS NULL OR a.requested_by = $2)`,
    [approvalId, userId],
  );
  const row = rows[0];
  if (!row) return null;
  const view = toApprovalView(row.view);
  return {
    ...view,
    steps: view.steps.map((step) => ({ ...step, input: { ...row.plan[step.position - 1]?.input } })),
  };
}

export interface ListApprovalsQuery {
  readonly userId: Viewer;
  readonly status?: ApprovalFilter | undefined;
  /** The `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Newest first. The cursor is the id of the last card of a page, so pages neither repeat nor skip under new cards. */
export async function listApprovals(sql: Sql, query: ListApprovalsQuery): Promise<PageOf<ApprovalView>> {
  const { rows } = await sql.query<{ view: ApprovalSnapshot }>(LIST_SQL[query.status ?? 'ALL'], [
    query.userId,
    query.cursor ?? null,
    query.limit + 1,
  ]);
  return pageOf(
    rows.map((row) => toApprovalView(row.view)),
    query.limit,
    (card) => card.id,
  );
}

/** As in the index actionable_approval_by_expiry. */
export const ACTIONABLE_SQL = `(a.status = 'OPEN' OR (a.status = 'FAILED' AND a.restorable))`;

const listSql = (condition: string): string => `
  SELECT ${READ_CARD_SQL} AS view FROM approval a
  WHERE ${condition} AND ($1::text IS NULL OR a.requested_by = $1) AND ($2::text IS NULL OR a.id < $2)
  ORDER BY a.id DESC LIMIT $3`;

const LIST_SQL: Record<ApprovalFilter | 'ALL', string> = {
  ALL: listSql('true'),
  ACTIONABLE: listSql(ACTIONABLE_SQL),
  OPEN: listSql(`a.status = 'OPEN'`),
  ACCEPTED: listSql(`a.status = 'ACCEPTED'`),
  APPLIED: listSql(`a.status = 'APPLIED'`),
  FAILED: listSql(`a.status = 'FAILED'`),
  REJECTED: listSql(`a.status = 'REJECTED'`),
  EXPIRED: listSql(`a.status = 'EXPIRED'`),
};

/** The steps of a card with their inputs, as asked for. Called by: worker. */
export async function approvalPlan(sql: Sql, approvalId: ApprovalId): Promise<unknown[] | null> {
  const { rows } = await sql.query<{ plan: unknown[] }>('SELECT plan FROM approval WHERE id = $1', [
    approvalId,
  ]);
  return rows[0]?.plan ?? null;
}
