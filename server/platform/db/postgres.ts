import { PostgresDialect } from 'kysely';
import pg from 'pg';

const isoInstant = (text: string) => new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString();

/** Parsers by type id, for int8, numeric and timestamptz, which the driver would return as text or Date. */
export const readers: Record<number, (text: string) => unknown> = { 20: Number, 1700: Number, 1184: isoInstant };

/**
 * Creates Kysely's PostgreSQL dialect over a pool of at most ten connections.
 * @param onIdleError called when a connection is lost while idle; the pool replaces it.
 */
export function postgresDialect(url: string, onIdleError: (error: Error) => void) {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // Detects a silently vanished server within minutes instead of hours.
    keepAlive: true,
    types: { getTypeParser: (type, format) => readers[type] ?? pg.types.getTypeParser(type, format) },
  });
  pool.on('error', onIdleError);
  // The pool handles errors of idle connections only; one lost between two statements of a transaction would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  return new PostgresDialect({ pool });
}
