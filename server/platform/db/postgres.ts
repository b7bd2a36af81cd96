import { PostgresDialect } from 'kysely';
import pg from 'pg';

const isoInstant = (text: string) => new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString();

/** How types are read that the driver would give as text or Date, by their number: int8, numeric, timestamptz. */
export const readers: Record<number, (text: string) => unknown> = { 20: Number, 1700: Number, 1184: isoInstant };

/**
 * A dialect over a pool of connections.
 * @param onIdleError told of connections lost while idle; the pool replaces them.
 */
export function postgresDialect(url: string, onIdleError: (error: Error) => void) {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // A server that went away without a word is found within minutes, not hours.
    keepAlive: true,
    types: { getTypeParser: (type, format) => readers[type] ?? pg.types.getTypeParser(type, format) },
  });
  pool.on('error', onIdleError);
  // The pool listens to idle connections only: one that is lost between two statements of a transaction would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  return new PostgresDialect({ pool });
}
