import type { EntitySchemaColumnOptions } from 'typeorm';

/** Column types by what they mean here, so that a table reads like a list of facts. */
export const text: EntitySchemaColumnOptions = { type: 'text' };
export const json: EntitySchemaColumnOptions = { type: 'jsonb' };
export const integer: EntitySchemaColumnOptions = { type: 'integer' };
/** 64 bit; numbers on this side (see data-source.ts). */
export const bigint: EntitySchemaColumnOptions = { type: 'bigint' };
export const flag: EntitySchemaColumnOptions = { type: 'boolean' };
export const day: EntitySchemaColumnOptions = { type: 'date' };
/** Milliseconds, as on the wire: what is compared with a `Date` must not carry microseconds. */
export const time: EntitySchemaColumnOptions = { type: 'timestamptz', precision: 3 };
/** better-auth's own precision. */
export const authTime: EntitySchemaColumnOptions = { type: 'timestamptz' };

export const key = (constraint: string, column = text): EntitySchemaColumnOptions => ({
  ...column,
  primary: true,
  primaryKeyConstraintName: constraint,
});
export const named = (name: string, column: EntitySchemaColumnOptions): EntitySchemaColumnOptions => ({
  ...column,
  name,
});
export const optional = (column: EntitySchemaColumnOptions): EntitySchemaColumnOptions => ({
  ...column,
  nullable: true,
});
export const byNow = (column: EntitySchemaColumnOptions): EntitySchemaColumnOptions => ({
  ...column,
  default: () => 'now()',
});
export const byDefault = (
  value: string | number | boolean,
  column: EntitySchemaColumnOptions,
): EntitySchemaColumnOptions => ({ ...column, default: value });

/** `{name: expression}` → CHECK constraints; each name is a sentence that is true of every row. */
export const checks = (sentences: Readonly<Record<string, string>>): { name: string; expression: string }[] =>
  Object.entries(sentences).map(([name, expression]) => ({ name, expression }));
