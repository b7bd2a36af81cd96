/** `druse upgrade`: what fails leaves the shop as it was, and however it is killed, one of the two releases serves and no order is lost. */
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { linked, relink } from '../../scripts/install/releases.ts';
import { servedBy } from '../../scripts/upgrade/switching.ts';
import { makeApp } from '../support/app.ts';
import { makeSqlite } from '../support/databases.ts';
import { type InstalledShop, installShop, makeArchive } from '../support/installed-shop.ts';
import { directBody } from '../support/orders.ts';
import { builtShop } from '../support/shop-process.ts';
import { addSpecimens } from '../support/specimens.ts';

const TIMEOUT = 1_800_000;
/** `KILLS=40` for a longer run: over the same span, closer together. */
const KILLS = Number(process.env.KILLS ?? 8);
/** Of the kills, those that come once the switch has begun, each so much later than the one before. */
const KILLS_OF_SWITCH = Math.ceil(KILLS * 0.6);
const LATER_MS = 3_000 / KILLS_OF_SWITCH;
/** Widens, as a migration does from one release to the next. */
const MIGRATION = `export function migration() {
  return { async up(db) { await db.schema.alterTable('orders').addColumn('told_later', 'text').execute(); } };
}`;
const MIGRATION_FILE = 'platform/db/migrations/9998-told-later.ts';
const NARROWING_FILE = 'platform/db/migrations/9999-told-sooner-since-9998.ts';

let shop: InstalledShop;
let pieces: number[];
let next: ReturnType<typeof archiveOf>;
const archiveOf = (commit: string, changes?: Record<string, string>) =>
  makeArchive(inject('runFolder'), commit, changes);

beforeAll(async () => {
  const database = await makeSqlite();
  const inside = await makeApp(database);
  pieces = await addSpecimens(
    inside.ctx,
    Array.from({ length: 12 }, () => ({ quantity: 100 })),
  );
  await inside.app.close();
  await database.close();
  await builtShop();
  shop = await installShop(inject('runFolder'), database.environment?.DATA_DIR ?? '');
  next = archiveOf('next', { [MIGRATION_FILE]: MIGRATION });
}, TIMEOUT);
afterAll(() => shop?.stop());

const statusOf = async (page: string) =>
  (await fetch(shop.origin + page).catch(() => null))?.status;
const isUp = () => expect.poll(() => statusOf('/readyz'), { timeout: 120_000 }).toBe(200);

/** As the pages do it: where a switch cuts it off it is sent again under the same key, until it is answered. */
async function order(): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    origin: shop.origin,
    'idempotency-key': randomUUID(),
  };
  const request = { method: 'POST', headers, body: JSON.stringify(directBody(pieces[0] ?? 0)) };
  for (;;) {
    const response = await fetch(`${shop.origin}/api/orders`, request).catch(() => null);
    const text = await response?.text().catch(() => null);
    if (response?.status === 201 && text) return JSON.parse(text).order.id;
    await pause(50);
  }
}

function ordersInside(): number[] {
  const database = new DatabaseSync(path.join(shop.dataDir, 'shop.db'), { readOnly: true });
  const rows = database.prepare('select id from orders order by id').all();
  database.close();
  return rows.map(({ id }) => Number(id));
}
async function outcome(archive: string, ...options: string[]) {
  const { ended, printed } = shop.upgrade(archive, ...options);
  return { code: await ended, text: await ended.then(printed) };
}
/** What an upgrade that was refused must not have left. */
function isUntouched(): void {
  expect([linked(shop.home), servedBy(shop.dataDir)]).toEqual([shop.first, shop.first]);
  expect(existsSync(path.join(shop.home, 'trying'))).toBe(false);
  expect(readdirSync(path.join(shop.dataDir, 'work'))).toEqual([]);
}

test('what is damaged, is no release, or fails on the copy is refused, and the shop goes on as it was', {
  timeout: TIMEOUT,
}, async () => {
  await isUp();
  const placed = await order();
  const damaged = archiveOf('damaged');
  appendFileSync(damaged.archive, 'x');
  expect(await outcome(damaged.archive)).toEqual({
    code: 1,
    text: expect.stringMatching(/damaged or not the file of .*: the sums differ/),
  });

  const closed = archiveOf('closed', {
    'dist/shop/main.js': `console.error('no luck'); process.exit(1);`,
  });
  expect(await outcome(closed.archive)).toEqual({
    code: 1,
    text: expect.stringMatching(/It does not start\. It said: no luck/),
  });

  const narrower = archiveOf('narrower', {
    [MIGRATION_FILE]: MIGRATION,
    [NARROWING_FILE]: MIGRATION.replace('told_later', 'told_sooner'),
  });
  expect(await outcome(narrower.archive)).toEqual({
    code: 1,
    text: expect.stringMatching(/there would be no way back[\s\S]*--no-way-back/),
  });

  isUntouched();
  expect(await statusOf(`/specimen/${pieces[0]}`)).toBe(200);
  expect(ordersInside()).toEqual([placed]);
});

test('what comes up on the copy and not on the data is taken back, and orders go on', {
  timeout: TIMEOUT,
}, async () => {
  const main = readFileSync('dist/shop/main.js', 'utf8');
  const fickle = archiveOf('fickle', {
    'dist/shop/main.js': `if (!process.argv.includes('--rehearsal')) process.exit(1);\n${main}`,
  });
  const { code, text } = await outcome(fickle.archive);
  expect([code, text]).toEqual([
    1,
    expect.stringContaining(`${fickle.name} did not come up, so ${shop.first} serves again`),
  ]);
  await isUp();
  isUntouched();
  await order();
});

/** Resolves this long after the switch has begun. */
async function switching(ms: number): Promise<void> {
  while (!existsSync(path.join(shop.home, 'trying'))) await pause(1);
  await pause(ms);
}

test(`killed at ${KILLS} moments, one of the two serves, and every order is there`, {
  timeout: TIMEOUT,
}, async () => {
  const placed = ordersInside();
  // How long it takes says at which moments to kill it.
  const begun = performance.now();
  expect(await outcome(next.archive)).toEqual({
    code: 0,
    text: expect.stringContaining(`${next.name} serves now`),
  });
  const whole = performance.now() - begun;
  const serving: (string | null)[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    if (linked(shop.home) !== shop.first) {
      relink(shop.home, shop.first);
      await shop.systemd.restart();
    }
    await expect.poll(() => servedBy(shop.dataDir), { timeout: 120_000 }).toBe(shop.first);
    await isUp();
    placed.push(await order());
    const { child, ended } = shop.upgrade(next.archive);
    await Promise.race([
      ended,
      kill < KILLS_OF_SWITCH
        ? switching(kill * LATER_MS)
        : pause((whole * (kill - KILLS_OF_SWITCH + 0.5)) / (KILLS - KILLS_OF_SWITCH)),
    ]);
    child.kill('SIGKILL');
    await ended;
    await isUp();
    placed.push(await order());
    expect(ordersInside()).toEqual(placed);
    // A power cut then: the next start has one of the two as well.
    shop.systemd.kill();
    await expect
      .poll(() => servedBy(shop.dataDir) === linked(shop.home), { timeout: 120_000 })
      .toBe(true);
    await isUp();
    serving.push(linked(shop.home));
  }
  console.log(
    `After ${KILLS} kills within ${Math.round(whole)} ms: ${serving.filter((name) => name === next.name).length} times the new one.`,
  );
  expect(new Set([...serving, shop.first, next.name])).toEqual(new Set([shop.first, next.name]));
  expect(await outcome(next.archive)).toMatchObject({ code: 0 });
  expect(linked(shop.home)).toBe(next.name);
  expect(readdirSync(path.join(shop.home, 'releases')).sort()).toEqual(
    [shop.first, next.name].sort(),
  );
  expect(ordersInside()).toEqual(placed);
});
