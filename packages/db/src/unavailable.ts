import pg from 'pg';
import { QueryFailedError } from 'typeorm';

/**
 * Postgres could not be reached, refused the connection, went away in the middle, or was too busy to answer in time.
 * Nothing is known about the statement's fate; every verb of this package may be repeated.
 */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';

  constructor(cause: unknown) {
    super('The database is unavailable', { cause });
  }
}

/** SQLSTATE classes: 08 connection, 53 out of resources, 57P admin shutdown, crash, starting up. */
const DOWN_CLASSES = ['08', '53', '57P'];
/** 57014: statement_timeout. 55P03: lock_timeout. 25P03: idle in transaction for too long. 25006: a read-only standby. */
const DOWN_CODES = ['57014', '55P03', '25P03', '25006'];

/** True when an error says "the database is not there (or overwhelmed)", as opposed to "the statement is wrong". */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true;
  const cause = causeOf(error);
  if (!(cause instanceof pg.DatabaseError)) return false;
  const { code = '' } = cause;
  return DOWN_CODES.includes(code) || DOWN_CLASSES.some((prefix) => code.startsWith(prefix));
}

/** The violated constraint's name, or null when the error is something else. Constraint names are sentences. */
export function violatedConstraint(error: unknown): string | null {
  const cause = causeOf(error);
  return cause instanceof pg.DatabaseError && cause.code?.startsWith('23')
    ? (cause.constraint ?? null)
    : null;
}

/** Statements that TypeORM builds itself fail with its own error around the driver's. */
const causeOf = (error: unknown): unknown =>
  error instanceof QueryFailedError ? (error.driverError as unknown) : error;
