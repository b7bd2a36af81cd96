/** Backs up a shop, restores it, and compares every row and file, on each engine and from one to the other. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { filesOfMedium } from '#core/server/media/files/media-files.service.ts';
import { migrate } from '#platform/db/migrate.ts';
import { openSqlite } from '#platform/db/open.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { ADMIN, makeApp } from '#tests/support/app.ts';
import {
  allFiles,
  allRows,
  backUp,
  newFolder,
  packUp,
  restore,
  storeBytes,
  sumsOf,
  unpack,
} from '#tests/support/backups.ts';
import {
  type MakeDatabase,
  makeSqlite,
  onEveryDatabase,
  type TestDatabase,
} from '#tests/support/databases.ts';
import { hasFeature } from '#tests/support/features.ts';
import { auditBooks, cartBody, directBody } from '#tests/support/orders.ts';
import { addPicture, addSpecimens, addVideo } from '#tests/support/specimens.ts';
import { isThorough, times } from '#tests/support/thorough.ts';

/** More rows of one table than one batch has. */
const MANY = 1_100;

const open: TestDatabase[] = [];
const make = async (makeDatabase: MakeDatabase) => {
  const database = await makeDatabase();
  open.push(database);
  return database;
};
afterEach(async () => {
  for (const database of open.splice(0)) await database.close();
});

/** Fills a shop with some of everything: orders of each status, deleted rows, odd texts, videos, settings. */
async function fillShop(database: TestDatabase, media: string): Promise<void> {
  const shop = await makeApp(database, { mediaStore: diskStore(media) });
  const { ctx } = shop;
  const ids = await addSpecimens(ctx, [
    { title: 'Quartz “Ä” – 石英 \u{1F48E}\n\t\\', quantity: 9, tags: ['a"b', "O'Neil", 'null'] },
    { title: 'Words', price: 'Price on request', shippingPrice: 'ask', quantity: 1 },
    { title: 'Hidden', visible: false },
    // More than one batch of these too, where adding one is cheap, because derived tables are rebuilt in batches.
    ...Array.from({ length: database.dialect === 'sqlite' ? times(20, MANY) : 20 }, (_, n) => ({
      title: `Piece ${n}`,
      quantity: 5,
    })),
  ]);
  const event = { created_at: '2026-11-21T09:00:00.000Z', actor: 'system', kind: 'test' };
  await inTransaction(database.db, async (tx) => {
    for (let n = 0; n < MANY; n += 100) {
      const events = Array.from({ length: 100 }, (_, index) => ({
        ...event,
        data: JSON.stringify({ number: n + index }),
      }));
      await tx.insertInto('events').values(events).execute();
    }
  });
  const [first = 0, , , second = 0, third = 0] = ids;
  await addVideo(ctx);
  const buyer = shop.visitor();
  const admin = await shop.admin();
  for (const status of ['paid', 'shipped', 'delivered', 'cancelled', 'pending']) {
    const body = cartBody([first, second].map((specimenId) => ({ specimenId, quantity: 1 })));
    const response = await buyer.post(
      '/api/orders',
      { ...body, notes: `With ${status} “notes”` },
      { 'idempotency-key': `key-${status}` },
    );
    expect(response.statusCode).toBe(201);
    if (status === 'pending') continue;
    expect(
      (await admin.put(`/api/orders/${response.json().order.id}/status`, { status })).statusCode,
    ).toBe(200);
  }
  const deleted = (await buyer.post('/api/orders', directBody(third))).json().order.id;
  expect((await admin.delete(`/api/orders/${deleted}`)).statusCode).toBe(204);
  await database.db
    .deleteFrom('specimens')
    .where('id', '=', ids.at(-1) ?? 0)
    .execute();
  await admin.put('/api/settings/hero', { title: 'Häll' });
  const { values } = (await admin.get('/api/manage/species/fluorite')).json();
  await admin.put('/api/manage/species/fluorite', {
    values: { ...values, habit: 'Cubes like dice' },
    source: 'Own cabinet',
  });
  await database.db
    .insertInto('site_settings')
    .values(
      [null, 'text', 5, false, ['a', null]].map((value, n) => ({
        key: `odd-${n}`,
        value: JSON.stringify(value),
        updated_at: '2026-11-21T09:00:00.001Z',
      })),
    )
    .execute();
  const { id } = await database.db
    .insertInto('collections')
    .values({
      slug: 'c',
      name: 'C',
      subtitle: '',
      description: '',
      cover_id: null,
      cover_alt: '',
      hidden: false,
      rule: null,
      position: 9,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database.db
    .insertInto('collection_specimens')
    .values({ collection_id: id, specimen_id: first, position: 1 })
    .execute();
  // A picture without any renditions yet.
  const queued = await addPicture(ctx);
  await database.db
    .updateTable('media')
    .set({ original: 'heic', complete: false, widths: '[320,640]' })
    .where('id', '=', queued)
    .execute();
  const now = '2026-11-21T09:00:00.000Z';
  await database.db
    .insertInto('media_jobs')
    .values({ media_id: queued, kind: 'renditions', queued_at: now, due_at: now })
    .execute();
  const rows = await database.db.selectFrom('media').selectAll().execute();
  await storeBytes(media, rows.flatMap(filesOfMedium));
  await shop.app.close();
}

/** Expects the target to hold what the source held, and to work. */
async function expectSame(
  source: { rows: Record<string, unknown[]>; next: number[] },
  target: TestDatabase,
  media: string,
): Promise<void> {
  const { mails: mailsBefore, ...before } = source.rows;
  // IP addresses stay behind.
  before.orders = (before.orders ?? []).map((order) => ({ ...(order as object), ip_address: '' }));
  const { mails: mailsAfter, ...after } = await allRows(target.db);
  expect(Object.keys(after)).toEqual(Object.keys(before));
  for (const name of Object.keys(before)) expect(after[name], name).toEqual(before[name]);
  expect(mailsAfter).toHaveLength(mailsBefore?.length ?? 0);
  expect(await auditBooks(target.db)).toEqual([]);
  expect(await nextIds(target)).toEqual(source.next);

  const shop = await makeApp(target, { mediaStore: diskStore(media) });
  expect(await target.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  expect((await shop.visitor().post('/api/auth/login', ADMIN)).statusCode).toBe(200);
  const [specimen] = (await shop.visitor().get('/api/specimens?limit=1')).json();
  const found = await shop
    .visitor()
    .get(`/api/specimens?${new URLSearchParams({ search: specimen.title })}`);
  expect(found.json().map(({ id }: { id: number }) => id)).toContain(specimen.id);
  if (hasFeature('ownSpecies')) {
    const own = await (await shop.admin()).get('/api/manage/species/fluorite');
    expect(own.json().values.habit).toBe('Cubes like dice');
  }
  const order = await target.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  expect(
    (await shop.visitor().get(`/api/orders/${order.id}?key=${order.access_key}`)).json(),
  ).toMatchObject({
    notes: expect.stringContaining('“notes”'),
  });
  await shop.app.close();
}

/** The ids that the next event and the next order get. Uses them up. */
async function nextIds({ db }: TestDatabase): Promise<number[]> {
  const at = '2026-11-21T09:00:00.000Z';
  const event = { created_at: at, actor: 'system', kind: 'test', data: '{}' };
  const { id } = await db
    .insertInto('events')
    .values(event)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('events').where('id', '=', id).execute();
  const order = {
    kind: 'cart',
    status: 'cancelled',
    customer_name: '',
    customer_email: '',
    customer_address: '',
    subtotal_cents: 0,
  } as const;
  const rest = {
    shipping_cents: 0,
    total_cents: 0,
    access_key: '',
    ip_address: '',
    created_at: at,
    updated_at: at,
  };
  const placed = await db
    .insertInto('orders')
    .values({ ...order, ...rest })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('orders').where('id', '=', placed.id).execute();
  return [id, placed.id];
}

async function roundTrip(makeSource: MakeDatabase, makeTarget: MakeDatabase): Promise<void> {
  const from = path.join(newFolder(), 'media');
  const to = path.join(newFolder(), 'media');
  const source = await makeSource();
  await fillShop(source, from);
  const file = await backUp(source, from);
  const rows = await allRows(source.db);
  const next = await nextIds(source);
  await source.close();

  const target = await make(makeTarget);
  await restore(file, target, to);
  expect(allFiles(to)).toEqual(allFiles(from));
  // The same shop makes the same archive from either engine.
  const again = await unpack(await backUp(target, to));
  for (const [name, content] of await unpack(file)) {
    const isSame =
      !/^(manifest.json|SHA256SUMS|rows\/(mails|events|site_settings|specimens|media).jsonl)$/.test(
        name,
      );
    if (isSame) expect(again.get(name)?.equals(content), name).toBe(true);
  }
  await expectSame({ rows, next }, target, to);
}

describe('a backup restores every row and file, and new ids continue where they were', () => {
  onEveryDatabase((makeDatabase, engine) => {
    // Into SQLite alone all others below restore.
    test.runIf(engine !== 'sqlite' || isThorough)(`from sqlite to ${engine}`, () =>
      roundTrip(makeSqlite, makeDatabase),
    );
    if (engine !== 'sqlite')
      test.runIf(isThorough)(`from ${engine} to sqlite`, () => roundTrip(makeDatabase, makeSqlite));
    if (engine === 'postgres')
      test.runIf(isThorough)('from postgres to postgres', () =>
        roundTrip(makeDatabase, makeDatabase),
      );
  });
});

test('a file that the media store lacks is listed as missing, and everything else is restored', async () => {
  const database = await make(makeSqlite);
  const { app, ctx } = await makeApp(database);
  const video = await addVideo(ctx);
  const media = path.join(newFolder(), 'media');
  await storeBytes(media, [`${video}.mp4`]);
  const file = await backUp(database, media);
  await app.close();
  const manifest = JSON.parse(String((await unpack(file)).get('manifest.json')));
  expect(manifest).toMatchObject({ files: 1, tables: { media: 2, users: 1 } });
  expect(manifest.missing).toHaveLength(11);
  const target = await make(makeSqlite);
  const to = path.join(newFolder(), 'media');
  await restore(file, target, to);
  expect(allFiles(to)).toEqual(allFiles(media));
});

test('a backup of an older version is migrated when it is restored', async () => {
  const old = openSqlite(path.join(newFolder(), 'shop.db'));
  await migrate(old.db, old.dialect, '0040-turns');
  const at = '2026-11-21T09:00:00.000Z';
  const order = {
    id: 7,
    kind: 'cart',
    status: 'pending',
    customer_name: 'Ünal',
    customer_email: 'u@u.example',
    customer_address: 'x',
  } as const;
  const money = { subtotal_cents: 5, shipping_cents: 0, total_cents: 5 };
  await old.db
    .insertInto('orders')
    .values({ ...order, ...money, access_key: 'k', ip_address: '', created_at: at, updated_at: at })
    .execute();
  const line = {
    order_id: 7,
    specimen_id: null,
    title: 'Opal',
    price_cents: 5,
    shipping_cents: 0,
    quantity: 1,
    image_url: '',
    claim: 'none',
  } as const;
  await old.db.insertInto('order_lines').values(line).execute();
  const file = await backUp(old, '/nowhere');
  await old.close();

  const target = await make(makeSqlite);
  await restore(file, target, path.join(newFolder(), 'media'));
  expect(await target.db.selectFrom('orders').selectAll().execute()).toEqual([
    expect.objectContaining({
      ...order,
      parcel: null,
    }),
  ]);
  expect((await nextIds(target))[1]).toBe(8);
});

test('a backup of a newer version is refused', async () => {
  const database = await make(makeSqlite);
  const entries = await unpack(await backUp(database, '/nowhere'));
  const manifest = JSON.parse(String(entries.get('manifest.json')));
  const target = await make(makeSqlite);
  for (const changed of [
    { ...manifest, migrations: [...manifest.migrations, '9999-later'] },
    { ...manifest, formatVersion: 2, news: true },
  ]) {
    entries.set('manifest.json', Buffer.from(JSON.stringify(changed)));
    entries.set('SHA256SUMS', Buffer.from(sumsOf(entries)));
    await expect(restore(await packUp(entries), target, '/nowhere')).rejects.toThrow(
      'made by a newer version of this shop',
    );
  }
});

test('mails that were waiting are not sent after a restore', async () => {
  const database = await make(makeSqlite);
  const shop = await makeApp(database);
  const [id = 0] = await addSpecimens(shop.ctx, [{}]);
  await shop.visitor().post('/api/orders', directBody(id));
  const at = '2026-11-21T09:00:00.000Z';
  const { id: order_id } = await database.db
    .selectFrom('orders')
    .select('id')
    .executeTakeFirstOrThrow();
  const texts = {
    from_name: '',
    from_address: '',
    to_name: '',
    to_address: '',
    reply_to: '',
    subject: '',
    body_text: '',
    body_html: '',
  };
  await database.db.deleteFrom('mails').execute();
  for (const status of ['kept', 'waiting', 'sending', 'sent', 'failed', 'uncertain'] as const) {
    const mail = {
      order_id,
      kind: 'order_placed',
      message_id: status,
      status,
      queued_at: at,
      due_at: at,
    } as const;
    await database.db
      .insertInto('mails')
      .values({ ...texts, ...mail })
      .execute();
  }
  const file = await backUp(database, '/nowhere');
  await shop.app.close();
  const target = await make(makeSqlite);
  await restore(file, target, '/nowhere');
  const mails = await target.db
    .selectFrom('mails')
    .select(['message_id', 'status'])
    .orderBy('id')
    .execute();
  expect(mails.map(({ message_id, status }) => `${message_id}: ${status}`)).toEqual([
    'kept: kept',
    'waiting: uncertain',
    'sending: uncertain',
    'sent: sent',
    'failed: failed',
    'uncertain: uncertain',
  ]);
});

describe('a restore is refused and changes nothing if the installation has', () => {
  test.each<[string, string]>([
    ['specimens', 'has 1 specimen.'],
    ['orders', 'has 1 order.'],
    ['an owner', 'has an owner with a password.'],
  ])('%s', async (what, message) => {
    const source = await make(makeSqlite);
    const file = await backUp(source, '/nowhere');
    const target = await make(makeSqlite);
    const { app, ctx } = await makeApp(target, {
      config: what === 'an owner' ? {} : { adminPassword: null },
    });
    if (what !== 'an owner') {
      const [id = 0] = await addSpecimens(ctx, [{ quantity: 2 }]);
      if (what === 'orders') {
        await app.inject({ method: 'POST', url: '/api/orders', payload: directBody(id) });
        await target.db.deleteFrom('specimens').execute();
      }
    }
    const before = await allRows(target.db);
    const media = path.join(newFolder(), 'media');
    await expect(restore(file, target, media)).rejects.toThrow(message);
    expect(await allRows(target.db)).toEqual(before);
    expect(existsSync(media)).toBe(false);
    await app.close();
  });
});
