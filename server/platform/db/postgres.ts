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
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser: (type, format) => readers[type] ?? pg.types.getTypeParser(type, format) },
  });
  pool.on('error', onIdleError);
  return new PostgresDialect({ pool });
}
