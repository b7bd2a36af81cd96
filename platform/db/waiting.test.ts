import { expect, inject, test } from 'vitest';
import { findPostgresBinaries, freePort, postgresServer } from '#tests/support/postgres-server.ts';
import { openPostgres } from './postgres.ts';
import { waitForDatabase } from './waiting.ts';

/** Its waits take no time. */
function quickClock() {
  let now = Date.parse('2026-11-21T09:00:00.000Z');
  const wait = async (ms: number) => {
    now += ms;
  };
  return { now: () => new Date(now), wait };
}

const open = (url: string) => openPostgres(url, () => {});

test('a database that does not answer is waited for two minutes, with a line every ten seconds', async () => {
  const { db, close } = open(`postgres://druse:hunter2@127.0.0.1:${await freePort()}/druse`);
  const clock = quickClock();
  const startedAt = clock.now().getTime();
  const said: string[] = [];
  await expect(waitForDatabase(db, clock, (message) => said.push(message))).rejects.toThrow(
    'ECONNREFUSED',
  );
  expect(clock.now().getTime() - startedAt).toBe(120_000);
  expect(said).toHaveLength(12);
  expect(said[0]).toMatch(
    /^The database does not answer yet, so the shop waits for it: connect ECONNREFUSED/,
  );
  expect(said.join()).not.toContain('hunter2');
  await close();
});

const binaries = findPostgresBinaries();
test.skipIf(!binaries)(
  'a database that answers is not waited for, and neither is one that waiting would not bring',
  async () => {
    const server = await postgresServer(binaries ?? '', inject('runFolder'));
    const clock = { ...quickClock(), wait: () => Promise.reject(new Error('waited')) };
    const there = open(`${server}postgres`);
    await waitForDatabase(there.db, clock, () => {});
    await there.close();
    const none = open(`${server}no_such_database`);
    await expect(waitForDatabase(none.db, clock, () => {})).rejects.toThrow('does not exist');
    await none.close();
  },
);
