import { EntitySchema } from 'typeorm';
import {
  bigint,
  byDefault,
  byNow,
  checks,
  day,
  integer,
  key,
  named,
  optional,
  text,
  time,
} from './columns.ts';

export const Nest = new EntitySchema({
  name: 'nest',
  columns: {
    id: key('nest_pkey'),
    userId: named('user_id', text),
    /** +1 at every edit. */
    version: byDefault(1, integer),
    name: text,
    roadAddress: named('road_address', text),
    detailAddress: named('detail_address', text),
    buildingType: named('building_type', text),
    depositKrw: named('deposit_krw', bigint),
    monthlyRentKrw: named('monthly_rent_krw', bigint),
    landlordName: named('landlord_name', text),
    contractFrom: named('contract_from', day),
    contractTo: named('contract_to', day),
    /** Null: not known. */
    housePriceKrw: named('house_price_krw', optional(bigint)),
    createdAt: named('created_at', byNow(time)),
  },
  indices: [{ name: 'nest_of_user', columns: ['userId', 'id'] }],
  foreignKeys: [
    {
      name: 'nest_belongs_to_user',
      target: 'auth_user',
      columnNames: ['userId'],
      referencedColumnNames: ['id'],
    },
  ],
  checks: checks({
    building_type_is_known: `building_type IN ('APARTMENT', 'OFFICETEL', 'VILLA', 'MULTI_HOUSEHOLD', 'DETACHED')`,
    money_is_not_negative: 'deposit_krw >= 0 AND monthly_rent_krw >= 0 AND house_price_krw >= 0',
    contract_ends_after_it_begins: 'contract_from <= contract_to',
  }),
});
