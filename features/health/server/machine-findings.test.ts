import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';
import { lookAtClock } from './machine-findings.ts';

let database: TestDatabase;
let shop: TestApp;
beforeEach(async () => {
  database = await makeSqlite();
  shop = await makeApp(database);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await shop.app.close();
  await database.close();
});

/** What is said of a clock that is this far ahead of the bucket’s. */
function foundAt(offsetMs: number) {
  const date = new Date(shop.ctx.clock.now().getTime() - offsetMs).toUTCString();
  vi.stubGlobal('fetch', async () => new Response(null, { headers: { date } }));
  const bucket = { url: 'https://bucket.example/druse' } as typeof shop.ctx.config.bucket;
  return lookAtClock({ ...shop.ctx, config: { ...shop.ctx.config, bucket }, lastErrors: null });
}

test.each([
  [5, 'It is 5 minutes ahead.'],
  [-5, 'It is 5 minutes behind.'],
])('a clock that is %i minutes ahead is told so in words', async (minutes, words) => {
  const { state, text } = await foundAt(minutes * 60_000);
  expect([state, text.slice(-words.length)]).toEqual(['bad', words]);
});

test.each([110_000, -110_000])('a clock agrees that is off by %i ms', async (offsetMs) => {
  expect(await foundAt(offsetMs)).toMatchObject({ state: 'good' });
});

test.each([130_000, -130_000])('a clock is wrong that is off by %i ms', async (offsetMs) => {
  expect(await foundAt(offsetMs)).toMatchObject({ state: 'bad' });
});
