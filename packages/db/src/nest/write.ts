import type { CreateNest, NestId, NestView, UpdateNest, UserId } from '@dungji/contracts';
import { appendUserEvent, type EventRow, toChangeEvent } from '../event/append.ts';
import { newId } from '../ids.ts';
import type { Sql } from '../sql.ts';

/** Runs a statement that ends in `SELECT … FROM appended` and returns the nest as its event tells it. */
async function changeNest(sql: Sql, text: string, params: readonly unknown[]): Promise<NestView | null> {
  const { rows } = await sql.query<EventRow>(text, params);
  const events = rows.map(toChangeEvent);
  sql.emit(events);
  return events[0]?.nest ?? null;
}

const changedSql = (at: string): string =>
  `user_id, ${at} AS at, jsonb_build_object('nestId', id, 'nest', nest_snapshot(nest)) AS payload`;

export interface NewNest extends Omit<CreateNest, 'autoIssue'> {
  readonly userId: UserId;
  readonly at?: Date;
}

/** Event: nest.changed. Called by: api. */
export async function createNest(sql: Sql, nest: NewNest): Promise<NestView> {
  const created = await changeNest(sql, CREATE_SQL, [
    newId.nest(),
    nest.userId,
    nest.name,
    nest.roadAddress,
    nest.detailAddress,
    nest.buildingType,
    nest.depositKrw,
    nest.monthlyRentKrw,
    nest.landlordName,
    nest.contractFrom,
    nest.contractTo,
    nest.housePriceKrw ?? null,
    nest.at ?? null,
  ]);
  if (!created) throw new Error('an inserted nest came back without its event');
  return created;
}

const CREATED_AT = 'coalesce($13::timestamptz, now())';

const CREATE_SQL = `
  WITH changed AS (
    INSERT INTO nest (id, user_id, name, road_address, detail_address, building_type, deposit_krw, monthly_rent_krw,
                      landlord_name, contract_from, contract_to, house_price_krw, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, ${CREATED_AT})
    RETURNING ${changedSql(CREATED_AT)}
  ),
  ${appendUserEvent('nest.changed')}
  SELECT * FROM appended`;

export interface NestPatch extends UpdateNest {
  readonly userId: UserId;
  readonly at?: Date;
}

export type UpdateAnswer =
  | { readonly outcome: 'updated'; readonly nest: NestView }
  /** Only one of the two days was given, and together with the stored one the contract would end before it begins. */
  | { readonly outcome: 'bad_contract' };

/**
 * Changes the fields that are given; `housePriceKrw: null` clears the price.
 *
 * Event: nest.changed.
 * Null when: there is no such nest of this user.
 * Called by: api.
 */
export async function updateNest(sql: Sql, patch: NestPatch): Promise<UpdateAnswer | null> {
  const nest = await changeNest(sql, UPDATE_SQL, [
    patch.nestId,
    patch.userId,
    patch.name ?? null,
    patch.roadAddress ?? null,
    patch.detailAddress ?? null,
    patch.buildingType ?? null,
    patch.depositKrw ?? null,
    patch.monthlyRentKrw ?? null,
    patch.landlordName ?? null,
    patch.contractFrom ?? null,
    patch.contractTo ?? null,
    patch.housePriceKrw !== undefined,
    patch.housePriceKrw ?? null,
    patch.at ?? null,
  ]);
  if (nest) return { outcome: 'updated', nest };
  const { count } = await sql.query('SELECT FROM nest WHERE id = $1 AND user_id = $2', [
    patch.nestId,
    patch.userId,
  ]);
  return count === 0 ? null : { outcome: 'bad_contract' };
}

const UPDATE_SQL = `
  WITH changed AS (
    UPDATE nest SET
      version = version + 1,
      name = coalesce($3, name),
      road_address = coalesce($4, road_address),
      detail_address = coalesce($5, detail_address),
      building_type = coalesce($6, building_type),
      deposit_krw = coalesce($7::bigint, deposit_krw),
      monthly_rent_krw = coalesce($8::bigint, monthly_rent_krw),
      landlord_name = coalesce($9, landlord_name),
      contract_from = coalesce($10::date, contract_from),
      contract_to = coalesce($11::date, contract_to),
      house_price_krw = CASE WHEN $12::boolean THEN $13::bigint ELSE house_price_krw END
    WHERE id = $1 AND user_id = $2
      AND coalesce($10::date, contract_from) <= coalesce($11::date, contract_to)
    RETURNING ${changedSql('coalesce($14::timestamptz, now())')}
  ),
  ${appendUserEvent('nest.changed')}
  SELECT * FROM appended`;

export interface NestRef {
  readonly nestId: NestId;
  readonly userId: UserId;
}
