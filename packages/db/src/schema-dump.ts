import type { Sql } from './sql.ts';

/**
 * The schema as text: tables with columns, constraints and indexes, then functions and triggers, all in a fixed order. Made from the
 * catalogue, since the embedded Postgres brings no pg_dump. For people to read and for the drift check; it is not run.
 */
export async function dumpSchema(sql: Sql): Promise<string> {
  const { rows: tables } = await sql.query<{ text: string }>(TABLES_SQL);
  const { rows: functions } = await sql.query<{ text: string }>(FUNCTIONS_SQL);
  const { rows: triggers } = await sql.query<{ text: string }>(TRIGGERS_SQL);
  return `${[...tables, ...functions, ...triggers].map((row) => `${row.text.trim()};`).join('\n\n')}\n`;
}

const TABLES_SQL = `
  SELECT 'CREATE TABLE ' || c.relname || E' (\\n' || lines.text || E'\\n)'
    || coalesce(' WITH (' || array_to_string(c.reloptions, ', ') || ')', '')
    || coalesce(E';\\n' || indexes.text, '') AS text
  FROM pg_class c
  CROSS JOIN LATERAL (
    SELECT string_agg('  ' || line, E',\\n' ORDER BY part, place, line) AS text FROM (
      SELECT 1 AS part, a.attnum AS place,
        quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
          || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
          || coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '') AS line
      FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      UNION ALL
      SELECT 2, 0, 'CONSTRAINT ' || k.conname || ' ' || pg_get_constraintdef(k.oid, true)
      FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype <> 'n'
    ) AS entries
  ) AS lines
  LEFT JOIN LATERAL (
    SELECT string_agg(pg_get_indexdef(i.indexrelid), E';\\n' ORDER BY ic.relname) AS text
    FROM pg_index i JOIN pg_class ic ON ic.oid = i.indexrelid
    WHERE i.indrelid = c.oid AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.conrelid = c.oid)
  ) AS indexes ON true
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'schema_migration'
  ORDER BY c.relname`;

const FUNCTIONS_SQL = `
  SELECT pg_get_functiondef(p.oid) AS text FROM pg_proc p
  WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
  ORDER BY p.proname`;

const TRIGGERS_SQL = `
  SELECT pg_get_triggerdef(t.oid) AS text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal
  ORDER BY t.tgname`;
