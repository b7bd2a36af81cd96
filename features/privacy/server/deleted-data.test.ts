/** What is erased is in no byte of SQLite's files. Beside the feature that erases: every way there leads through it or is asked here. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearOldIpAddresses } from '#core/server/admin/operations/ip-address-cleanup.service.ts';
import { settleAllDue } from '#core/server/admin/schedule/schedule.service.ts';
import type { Db } from '#platform/db/db.ts';
import { overwriteDaily, overwriteDeleted, rewriteWhereDue } from '#platform/db/deleted-data.ts';
import { type Database, openSqlite } from '#platform/db/open.ts';
import { nodeSqliteDialect } from '#platform/db/sqlite-dialect.ts';
import type { Browser, TestApp } from '#tests/support/app.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';
import { hasFeature } from '#tests/support/features.ts';
import { type MailShop, openMailShop, placeOrder } from '#tests/support/mails.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

const EMAIL = 'canary@sparrowhawk.example';
const canary = {
  customerName: 'Sparrowhawk',
  customerEmail: EMAIL,
  customerAddress: 'Sparrowhawk Lane, Butte',
  notes: 'sparrowhawk',
};

let database: TestDatabase;
let mailShop: MailShop;
let shop: TestApp;
let admin: Browser;

beforeEach(async () => {
  database = await makeSqlite();
  mailShop = await openMailShop(database);
  ({ shop, admin } = mailShop);
});
afterEach(async () => {
  await mailShop.close();
  await database.close();
});

const dataDir = () => database.environment?.DATA_DIR ?? '';
/** Which of the files have the canary somewhere. */
function filesWith(folder = dataDir()): string[] {
  const files = ['shop.db', 'shop.db-wal'].filter((name) => existsSync(path.join(folder, name)));
  return files.filter((name) =>
    readFileSync(path.join(folder, name), 'latin1').toLowerCase().includes('sparrowhawk'),
  );
}
const checkpoint = () => sql`pragma wal_checkpoint(passive)`.execute(database.db);

async function ask(url: string, body: object) {
  const { token } = (await shop.visitor().get('/api/inquiries/form')).json<{ token: string }>();
  shop.clock.forward({ seconds: 3 });
  const response = await shop.visitor().post(url, { ...body, email: EMAIL, token });
  expect(response.statusCode, response.body).toBeLessThan(300);
}
const askQuestion = (id: number) =>
  ask(`/api/specimens/${id}/inquiries`, {
    name: 'Sparrowhawk',
    question: 'Sparrowhawk? '.repeat(150),
  });

test('nothing of a buyer whose data were erased is left in the files of the database', async () => {
  const [piece = 0] = await addSpecimens(shop.ctx, [{ title: 'Autunite' }]);
  for (let n = 0; n < 4; n++) {
    const order = await placeOrder(shop, canary);
    await admin.request({
      method: 'PATCH',
      url: `/api/orders/${order.id}`,
      payload: { privateNote: 'Sparrowhawk haggles' },
    });
    if (hasFeature('waitingList'))
      await ask(`/api/specimens/${order.lines[0]?.specimenId}/waiting-list`, {});
    // Rows of others around it.
    await placeOrder(shop);
  }
  if (hasFeature('questions')) await askQuestion(piece);
  if (hasFeature('follows')) await ask('/api/follows', { query: 'q=quartz' });
  await admin.request({
    method: 'PATCH',
    url: '/api/manage/buyers',
    payload: { email: EMAIL, note: 'Sparrowhawk', isBlocked: true },
  });
  await checkpoint();
  expect(filesWith()).toEqual(['shop.db', 'shop.db-wal']);

  expect(
    (await admin.post('/api/manage/buyer-data/erase', { email: EMAIL, evenOpen: true })).statusCode,
  ).toBe(204);
  expect(filesWith()).toEqual([]);
});

test('nor of an order that was erased alone', async () => {
  const order = await placeOrder(shop, canary);
  expect(
    (await admin.post(`/api/manage/orders/${order.id}/erase`, { evenPending: true })).statusCode,
  ).toBe(200);
  expect(filesWith()).toEqual([]);
});

test.runIf(hasFeature('questions'))('nor of a question that was deleted', async () => {
  const [piece = 0] = await addSpecimens(shop.ctx, [{ title: 'Autunite' }]);
  await askQuestion(piece);
  const { threads } = (await admin.get('/api/manage/inquiries')).json();
  expect(filesWith()).not.toEqual([]);
  const { id } = threads[0].inquiries[0];
  expect((await admin.delete(`/api/manage/inquiries/${id}`)).statusCode).toBe(204);
  expect(filesWith()).toEqual([]);
});

test('nor of an order that was deleted', async () => {
  const order = await placeOrder(shop, canary);
  await placeOrder(shop);
  // The buyer of a pending one gets an email, which goes with the other emails.
  await admin.put(`/api/orders/${order.id}/status`, { status: 'cancelled' });
  expect((await admin.delete(`/api/orders/${order.id}`)).statusCode).toBeLessThan(300);
  expect(filesWith()).toEqual([]);
});

test('nor, a round of cleaning up later, of an order that became anonymous by its age', async () => {
  const order = await placeOrder(shop, canary);
  expect(
    (await admin.put('/api/settings/orders', { holdHours: 0, anonymiseAfterMonths: 1 })).statusCode,
  ).toBe(200);
  expect(
    (await admin.put(`/api/orders/${order.id}/status`, { status: 'cancelled' })).statusCode,
  ).toBe(200);
  shop.clock.forward({ days: 40 });
  await settleAllDue(shop.ctx);
  await clearOldIpAddresses(shop.ctx, () => false);
  expect(filesWith()).toEqual([]);
});

const runAll = async ({ db }: Database, statements: string[]) => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

test('copies of rows that SQLite has moved between pages are gone too', async () => {
  const file = openSqlite(path.join(dataDir(), 'moved', 'shop.db'));
  await runAll(file, [
    'create table t (id integer primary key, email text)',
    'create index i on t (email)',
  ]);
  // Entries of an index in no order fill pages again and again, which SQLite then splits.
  for (let n = 0; n < 600; n++) {
    const place = (n * 7919) % 601;
    await sql`insert into t (email) values (${`${place} ${n % 3 === 0 ? 'sparrowhawk' : 'somebody else'} ${'x'.repeat(place)}`})`.execute(
      file.db,
    );
  }
  await runAll(file, ["delete from t where email like '%sparrowhawk%'"]);
  await overwriteDeleted({ ...shop.ctx, ...file });
  expect(filesWith(path.join(dataDir(), 'moved'))).toEqual([]);
  await file.close();
});

test('a file of an earlier version is rewritten once without what was deleted from it, and a new one never', async () => {
  const folder = path.join(dataDir(), 'earlier');
  const said: string[] = [];
  const say = (message: string) => said.push(message);
  const earlier = openSqlite(path.join(folder, 'shop.db'));
  await rewriteWhereDue(earlier, shop.clock, say);
  expect(said).toEqual([]);
  await runAll(earlier, [
    'pragma secure_delete = off',
    'pragma user_version = 0',
    'create table kept (a text)',
    `insert into kept values ${Array.from({ length: 500 }, () => `('${'sparrowhawk '.repeat(30)}')`)}`,
    'delete from kept',
    "insert into kept values ('kept')",
  ]);
  await earlier.close();
  expect(filesWith(folder)).toEqual(['shop.db']);

  const later = openSqlite(path.join(folder, 'shop.db'));
  await rewriteWhereDue(later, shop.clock, say);
  expect(filesWith(folder)).toEqual([]);
  expect(said).toEqual([
    expect.stringMatching(/^Rewriting .*shop\.db \(\d+\.\d MB\) without/),
    expect.stringMatching(/^Rewritten in/),
  ]);
  await rewriteWhereDue(later, shop.clock, say);
  expect(said).toHaveLength(2);
  expect((await sql`select * from kept`.execute(later.db)).rows).toEqual([{ a: 'kept' }]);

  // A file that is too large to be rewritten while the shop runs waits for the next start.
  await overwriteDeleted({ ...shop.ctx, ...later }, 0);
  await rewriteWhereDue(later, shop.clock, say);
  expect(said).toHaveLength(4);
  await later.close();
});

test('a file is rewritten on every day on which the shop runs, and soon again where that has failed', async () => {
  const raw = new DatabaseSync(path.join(dataDir(), 'daily.db'));
  const db: Db = new Kysely({ dialect: nodeSqliteDialect(raw) });
  const warnings: string[] = [];
  const ctx = {
    db,
    dialect: 'sqlite',
    clock: shop.clock,
    log: { warn: (_: object, message: string) => warnings.push(message) },
  } as const;
  /** Whether pages are there that only a rewritten file is without. */
  const hasRest = () => raw.prepare('pragma freelist_count').get()?.freelist_count !== 0;
  const leaveRest = () =>
    raw.exec(
      `create table gone (a text); insert into gone values ('${'x'.repeat(20_000)}'); drop table gone`,
    );

  leaveRest();
  await overwriteDaily(ctx);
  expect(hasRest()).toBe(false);
  leaveRest();
  await overwriteDaily(ctx);
  expect(hasRest()).toBe(true);
  shop.clock.forward({ days: 1 });
  await overwriteDaily(ctx);
  expect(hasRest()).toBe(false);

  leaveRest();
  raw.exec('create table kept (a integer); insert into kept values (1), (2)');
  // SQLite rewrites no file that it is reading.
  const reading = raw.prepare('select a from kept').iterate();
  reading.next();
  await overwriteDeleted(ctx);
  expect([hasRest(), warnings]).toEqual([true, ['deleted data were not overwritten']]);
  reading.return?.();
  await overwriteDaily(ctx);
  expect([hasRest(), warnings.length]).toEqual([false, 1]);
  await db.destroy();
});

test('erasing a buyer also removes the database kept by an upgrade', async () => {
  const folder = path.join(dataDir(), 'upgraded');
  const file = openSqlite(path.join(folder, 'shop.db'));
  const former = path.join(folder, 'before-upgrade.db');
  writeFileSync(former, 'sparrowhawk');
  await overwriteDaily({ ...shop.ctx, ...file });
  expect(existsSync(former)).toBe(true);
  await overwriteDeleted({ ...shop.ctx, ...file });
  expect(existsSync(former)).toBe(false);
  await file.close();
});
