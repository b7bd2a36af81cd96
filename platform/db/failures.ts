/**
 * `conflict`: a concurrent transaction came first, so try again; `timeout`: a retry would only wait
 * again; `full`: the disk is full; `unavailable`: the server is down, frozen or stopping, or its
 * connections are all taken, and an unconfirmed commit may or may not have happened.
 */
export type DatabaseFailure =
  | 'unique'
  | 'foreign_key'
  | 'check'
  | 'conflict'
  | 'timeout'
  | 'full'
  | 'unavailable';

/** Every connection is taken, and none has come back for a while. */
export class PoolExhausted extends Error {
  override name = 'PoolExhausted';
}

const postgresFailures: Record<string, DatabaseFailure> = {
  '23505': 'unique',
  '23503': 'foreign_key',
  '23514': 'check',
  '40001': 'conflict',
  '40P01': 'conflict',
  // lock_timeout, statement_timeout, idle_in_transaction_session_timeout.
  '55P03': 'timeout',
  '57014': 'timeout',
  '25P03': 'timeout',
  '53100': 'full',
  // Too many connections; stopping, crashed, starting; read-only, as a standby is before its promotion.
  '53300': 'unavailable',
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  '25006': 'unavailable',
};
/** The driver's errors about its own connections have no code, only these messages. */
const lostConnection =
  /^Connection terminated|^timeout exceeded when trying to connect|^Query read timeout|connection error and is not queryable/;
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

const sqliteFailures: Record<number, DatabaseFailure> = {
  2067: 'unique',
  1555: 'unique',
  787: 'foreign_key',
  275: 'check',
  13: 'full',
  // SQLITE_BUSY_SNAPSHOT: what was read is outdated.
  517: 'conflict',
};
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;

export const isSqliteBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === SQLITE_BUSY;

/** Null for any error that is no driver's. */
export function failureOf(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null;
  if ('errcode' in error && typeof error.errcode === 'number') {
    const known = sqliteFailures[error.errcode];
    if (known) return known;
    if (isSqliteBusy(error)) return 'timeout';
    return (error.errcode & 0xff) === SQLITE_LOCKED ? 'conflict' : null;
  }
  if (error instanceof PoolExhausted) return 'unavailable';
  if (lostConnection.test(error.message)) return 'unavailable';
  if (!('code' in error) || typeof error.code !== 'string') return null;
  if (error.code.startsWith('08') || networkCodes.has(error.code)) return 'unavailable';
  return postgresFailures[error.code] ?? null;
}
