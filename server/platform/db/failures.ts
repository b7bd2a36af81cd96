/**
 * Why a statement failed. `conflict`: a concurrent transaction came first, so try again; `full`: the disk is full; `unavailable`: the server
 * is down or shutting down, and a commit it did not confirm may or may not have happened.
 */
export type DatabaseFailure = 'unique' | 'foreign_key' | 'check' | 'conflict' | 'full' | 'unavailable';

const postgresFailures: Record<string, DatabaseFailure> = {
  '23505': 'unique',
  '23503': 'foreign_key',
  '23514': 'check',
  '40001': 'conflict',
  '40P01': 'conflict',
  '55P03': 'conflict',
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
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);

/** By SQLite's extended result code; busy and locked match with every extension. */
const sqliteFailures: Record<number, DatabaseFailure> = { 2067: 'unique', 1555: 'unique', 787: 'foreign_key', 275: 'check', 13: 'full' };
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;

/** Reads the failure from an error of either driver; null for any other error. */
export function failureOf(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null;
  if ('errcode' in error && typeof error.errcode === 'number') {
    const primary = error.errcode & 0xff;
    return primary === SQLITE_BUSY || primary === SQLITE_LOCKED ? 'conflict' : (sqliteFailures[error.errcode] ?? null);
  }
  if (lostConnection.test(error.message)) return 'unavailable';
  if (!('code' in error) || typeof error.code !== 'string') return null;
  if (error.code.startsWith('08') || networkCodes.has(error.code)) return 'unavailable';
  return postgresFailures[error.code] ?? null;
}
