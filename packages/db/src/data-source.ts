import 'reflect-metadata';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { ENTITIES } from './entities/index.ts';
import { MIGRATIONS } from './migrations/index.ts';

/** The slowest statement, a first page of nests, takes some 30 ms: only a sick server gets there. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** Row locks are held for one statement or a short transaction, milliseconds; waiting longer means something is stuck. */
const LOCK_TIMEOUT_MS = 2_000;
/** Our transactions hold no slow call between two statements; a process frozen inside one must not keep its locks. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
/** A frozen server does not enforce its own time-outs, so the client gives up by itself a little later. */
export const QUERY_TIMEOUT_MS = 8_000;
/** Waiting for a free or a new connection: shorter than a person's patience with a click. */
const CONNECT_TIMEOUT_MS = 3_000;
/** Statements take about a millisecond, so ten connections carry thousands a second; Postgres' default allows 100 in all. */
export const POOL_MAX = 10;

const INT8_OID = 20;
const DATE_OID = 1082;

/** 64-bit integers are money and sequence numbers, all below 2^53: numbers. A day is text, not a local midnight. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8_OID) return Number;
    if (oid === DATE_OID) return (day: string) => day;
    return pg.types.getTypeParser(oid, format);
  },
};

export interface DataSourceSettings {
  readonly url: string;
  readonly poolMax: number;
  readonly applicationName: string;
  readonly queryTimeoutMs: number;
  /** An idle connection broke. It is replaced at the next use. */
  readonly onPoolError: (error: unknown) => void;
  /** Migrations may take as long as they need. */
  readonly unlimited?: boolean;
}

export function createDataSource(settings: DataSourceSettings): DataSource {
  const timeouts = settings.unlimited
    ? {}
    : {
        statement_timeout: STATEMENT_TIMEOUT_MS,
        lock_timeout: LOCK_TIMEOUT_MS,
        idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
        query_timeout: settings.queryTimeoutMs,
      };
  return new DataSource({
    type: 'postgres',
    url: settings.url,
    applicationName: settings.applicationName,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    poolErrorHandler: settings.onPoolError,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'all',
    installExtensions: false,
    synchronize: false,
    logging: false,
    extra: { max: settings.poolMax, keepAlive: true, types, ...timeouts },
  });
}
