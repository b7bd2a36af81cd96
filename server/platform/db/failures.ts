/** What a statement can fail with on purpose; `conflict` means: somebody else was there first, try the transaction again; `full`: the disk is. */
export type DatabaseFailure = 'unique' | 'foreign_key' | 'check' | 'conflict' | 'full';

const ofPostgres: Record<string, DatabaseFailure> = {
  '23505': 'unique',
  '23503': 'foreign_key',
  '23514': 'check',
  '40001': 'conflict',
  '40P01': 'conflict',
  '55P03': 'conflict',
  '53100': 'full',
};

/** Extended result codes of SQLite's constraints; busy and locked count with all their extensions. */
const ofSqlite: Record<number, DatabaseFailure> = { 2067: 'unique', 1555: 'unique', 787: 'foreign_key', 275: 'check', 13: 'full' };
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;

/** Reads the error of either driver; null for anything that is not one of the four. */
export function failureOf(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null;
  if ('errcode' in error && typeof error.errcode === 'number') {
    const primary = error.errcode & 0xff;
    return primary === SQLITE_BUSY || primary === SQLITE_LOCKED ? 'conflict' : (ofSqlite[error.errcode] ?? null);
  }
  return 'code' in error && typeof error.code === 'string' ? (ofPostgres[error.code] ?? null) : null;
}
