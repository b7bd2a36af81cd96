import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import pg from 'pg';
import { MINUTE_MS } from '#core/contract/durations.ts';
import { watchSilence } from '#platform/silence.ts';
import type { Db } from './db.ts';
import { PoolExhausted } from './failures.ts';
import type { Database } from './open.ts';
import { type Purpose, registerHandles } from './purposes.ts';

/** In milliseconds. */
type Limits = {
  connections: number;
  connectMs: number;
  lockMs: number;
  statementMs: number;
  idleInTransactionMs: number;
  /** Who waits for a response is better refused at once than kept waiting for a silent database. */
  isAwaited: boolean;
};

const limits: Record<Purpose, Limits> = {
  read: {
    connections: 6,
    connectMs: 3_000,
    lockMs: 2_000,
    statementMs: 5_000,
    idleInTransactionMs: 15_000,
    isAwaited: true,
  },
  write: {
    connections: 8,
    connectMs: 5_000,
    lockMs: 5_000,
    statementMs: 10_000,
    idleInTransactionMs: MINUTE_MS,
    isAwaited: true,
  },
  // Its transactions wait silently for files or for each other, so silence means nothing here.
  bulk: {
    connections: 2,
    connectMs: 30_000,
    lockMs: 30_000,
    statementMs: 5 * MINUTE_MS,
    idleInTransactionMs: 10 * MINUTE_MS,
    isAwaited: false,
  },
  // Processes that start together wait here for the one that migrates.
  migration: {
    connections: 2,
    connectMs: 10_000,
    lockMs: 5 * MINUTE_MS,
    statementMs: 30 * MINUTE_MS,
    idleInTransactionMs: 10 * MINUTE_MS,
    isAwaited: false,
  },
};

/** The server ends a statement itself; the connection is given up this much later. */
const SILENCE_MS = 1_000;
/** A full pool refuses once the database has been silent so long. */
const STUCK_MS = 2_000;

const isoInstant = (text: string) =>
  new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString();

/** The driver would return these as text or Date. */
export const readers: Record<number, (text: string) => unknown> = {
  20: Number,
  1700: Number,
  1184: isoInstant,
};

/**
 * Makes no connections yet.
 * @param onIdleError called when an idle connection is lost; the pool replaces it.
 */
export function openPostgres(url: string, onIdleError: (error: Error) => void): Database {
  const handle = (purpose: Purpose): Db =>
    new Kysely({ dialect: postgresDialect(url, purpose, onIdleError) });
  const all = {
    read: handle('read'),
    write: handle('write'),
    bulk: handle('bulk'),
    migration: handle('migration'),
  };
  registerHandles(all);
  const close = async () => {
    await Promise.all(Object.values(all).map((db) => db.destroy()));
  };
  return { db: all.read, dialect: 'postgres', close };
}

function postgresDialect(
  url: string,
  purpose: Purpose,
  onIdleError: (error: Error) => void,
): PostgresDialect {
  const { connections, connectMs, statementMs, isAwaited } = limits[purpose];
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs + SILENCE_MS,
    // Detects a silently vanished server within minutes instead of hours.
    keepAlive: true,
    types: {
      getTypeParser: (type, format) => readers[type] ?? pg.types.getTypeParser(type, format),
    },
    // Called for each new connection, before anybody gets it.
    verify(client, done) {
      limitSession(client, purpose).then(() => done(), done);
    },
  });
  pool.on('error', onIdleError);
  // The pool handles errors of idle connections only; one within a transaction would end the
  // process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  return new PostgresDialect({ pool: isAwaited ? refusingWhenStuck(pool) : plain(pool) });
}

/** By a statement, because PgBouncer refuses connections that bring such settings along. */
export async function limitSession(client: pg.ClientBase, purpose: Purpose): Promise<void> {
  const { connectMs, lockMs, statementMs, idleInTransactionMs } = limits[purpose];
  const text = `set statement_timeout = ${statementMs}; set lock_timeout = ${lockMs}; set idle_in_transaction_session_timeout = ${idleInTransactionMs}`;
  const query: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: connectMs };
  await client.query(query);
}

/**
 * Refuses while the pool is full and the database silent; while responses come, callers wait.
 * @throws PoolExhausted
 */
function refusingWhenStuck(pool: pg.Pool): PostgresPool {
  const silence = watchSilence(STUCK_MS);
  return {
    async connect() {
      if (pool.totalCount >= pool.options.max && pool.idleCount === 0) {
        if (silence.isTooLong())
          throw new PoolExhausted(
            'Every connection to the database is taken, and it does not respond',
          );
        silence.begin();
      }
      return withoutFrozen(await pool.connect(), silence.end);
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

const plain = (pool: pg.Pool): PostgresPool => ({
  connect: async () => withoutFrozen(await pool.connect(), () => {}),
  end: () => pool.end(),
  options: pool.options,
});

/**
 * The driver would put a connection whose response never came among the idle ones.
 * @param onResponse called with each.
 */
function withoutFrozen(client: pg.PoolClient, onResponse: () => void): PostgresPoolClient {
  let failure: Error | null = null;
  const run = async (text: string, parameters: readonly unknown[]) => {
    if (failure) throw failure;
    try {
      const result = await client.query(text, [...parameters]);
      onResponse();
      return result;
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') failure = error;
      else onResponse();
      throw error;
    }
  };
  function query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(text: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Cursors of the driver are not used here');
    return run(text, parameters);
  }
  return {
    query,
    release(isBroken = false) {
      client.release(isBroken || failure !== null);
    },
  };
}
