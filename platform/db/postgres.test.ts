/** What each purpose may take of PostgreSQL, as a connection has it in fact. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onDatabases, type TestDatabase } from '#tests/support/databases.ts';
import { isThorough } from '#tests/support/thorough.ts';
import { inSnapshot } from './backup/snapshot.ts';
import type { Db, Tx } from './db.ts';
import { failureOf } from './failures.ts';
import { whileLocked } from './locks.ts';
import { handleFor, type Purpose } from './purposes.ts';
import { inTransaction } from './transaction.ts';

onDatabases(['postgres'], (makeDatabase) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await makeDatabase();
  });
  afterAll(() => database.close());

  type Limits = { statement: string; lock: string; idle: string };
  const limitsOf = async (handle: Db | Tx) =>
    (
      await sql<Limits>`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
          current_setting('idle_in_transaction_session_timeout') as idle`.execute(handle)
    ).rows[0];
  /** As `docs/decisions/0030-database-timeouts-and-data-dir-lock.md` has them. */
  const table: Record<Purpose, Limits & { connections: number }> = {
    read: { connections: 6, lock: '2s', statement: '5s', idle: '15s' },
    write: { connections: 8, lock: '5s', statement: '10s', idle: '1min' },
    bulk: { connections: 2, lock: '30s', statement: '5min', idle: '10min' },
    migration: { connections: 2, lock: '5min', statement: '30min', idle: '10min' },
  };
  const purposes = Object.keys(table) as Purpose[];

  /** Occupies every connection of the purpose. @returns gives them back. */
  async function occupy(purpose: Purpose): Promise<() => Promise<void>> {
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const begun: Promise<void>[] = [];
    const held = Array.from({ length: table[purpose].connections }, () => {
      const { promise, resolve: begin } = Promise.withResolvers<void>();
      begun.push(promise);
      return handleFor(database.db, purpose)
        .transaction()
        .execute(() => {
          begin();
          return end;
        });
    });
    await Promise.all(begun);
    return async () => {
      resolve();
      await Promise.all(held);
    };
  }

  test.each(purposes)(
    'every connection for the purpose %s has its limits, and there are as many as it may take',
    async (purpose) => {
      const { connections, ...limits } = table[purpose];
      const handle = handleFor(database.db, purpose);
      const all = Array.from({ length: connections + 1 }, () =>
        handle.transaction().execute(async (tx) => {
          const { rows } = await sql<{
            pid: number;
          }>`select pg_backend_pid() as pid from pg_sleep(0.1)`.execute(tx);
          return { pid: rows[0]?.pid, limits: await limitsOf(tx) };
        }),
      );
      const found = await Promise.all(all);
      for (const one of found) expect(one.limits).toEqual(limits);
      expect(new Set(found.map(({ pid }) => pid)).size).toBe(connections);
    },
  );

  test('code that names no purpose gets the one that fits', async () => {
    const { db, dialect } = database;
    const limits = (purpose: Purpose) =>
      expect.objectContaining({ statement: table[purpose].statement, lock: table[purpose].lock });
    expect(await limitsOf(db)).toEqual(limits('read'));
    expect(await inTransaction(db, limitsOf)).toEqual(limits('write'));
    expect(await inTransaction(handleFor(db, 'migration'), limitsOf)).toEqual(limits('migration'));
    expect(await whileLocked(database, 'a name', limitsOf)).toEqual(limits('bulk'));
    expect(await inSnapshot(db, dialect, limitsOf)).toEqual(limits('bulk'));
  });

  const all = [
    { purpose: 'write', outcome: 'unavailable' },
    { purpose: 'bulk', outcome: 'served' },
    { purpose: 'read', outcome: 'unavailable' },
  ] as const;
  test.each(isThorough ? all : all.slice(0, 2))(
    'where every connection for the purpose $purpose has been silent for 2 s, the next caller is $outcome',
    async ({ purpose, outcome }) => {
      const release = await occupy(purpose);
      const ask = () =>
        sql`select 1`.execute(handleFor(database.db, purpose)).then(() => 'served', failureOf);
      const first = ask();
      await pause(2_300);
      const later = ask();
      await pause(50);
      await release();
      expect(await first).toBe('served');
      expect(await later).toBe(outcome);
    },
  );
});
