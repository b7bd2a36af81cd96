import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlacedOrder } from '#core/contract/selling/orders.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import { writeSetting } from '#core/server/admin/settings/writing.service.ts';
import type { ShowClaims, ShowPieces } from '#features/show/contract/show.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addOrder } from '#tests/support/order-rows.ts';
import { directBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { isThorough } from '#tests/support/thorough.ts';
import { MAX_SHOW_PIECES } from './show.service.ts';

onEveryDatabase((makeDatabase, engine) => {
  let database: TestDatabase;
  let shop: TestApp;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database, { config: { publicUrl: 'https://druse.example' } });
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const take = async () => (await (await shop.admin()).get('/api/manage/show')).json<ShowPieces>();

  test('a device takes along what can be sold, with prices in code once there is a code word', async () => {
    const [lot = 0, hidden = 0, held = 0] = await addSpecimens(shop.ctx, [
      { title: 'Lot', quantity: 5, price: '1250.00', catalogueNumber: 'A-7' },
      { title: 'Hidden', visible: false, forSale: false, price: '80' },
      { title: 'Held' },
      { title: 'Gone', status: 'sold' },
      { title: 'On show only', price: null, forSale: false },
    ]);
    const { order } = (
      await shop.visitor().post('/api/orders', directBody(held))
    ).json<PlacedOrder>();
    const before = await take();
    expect(before.pieces).toMatchObject([
      { id: lot, title: 'Lot', catalogueNumber: 'A-7', price: '1250.00', priceCode: null, free: 5 },
      { id: hidden, title: 'Hidden', catalogueNumber: `#${hidden}`, price: '80.00', free: 1 },
      { id: held, title: 'Held', free: 0 },
    ]);
    expect([before.total, before.shopUrls, before.takenAt]).toEqual([
      3,
      ['https://druse.example'],
      '2026-11-21T09:00:00.000Z',
    ]);
    for (const piece of before.pieces)
      expect(piece.picture).toMatch(/^\/media\/[0-9a-f]{32}-320\.jpg$/);
    await writeSetting(shop.ctx, 'paper', {
      ...(await readSetting(shop.ctx, 'paper')),
      codeWord: 'BLACKHORSE',
    });
    expect((await take()).pieces.map(({ priceCode }) => priceCode)).toEqual(['BLKE', 'RE', 'BEE']);

    const who = async (id: number) =>
      (await (await shop.admin()).get(`/api/manage/show/pieces/${id}`)).json<ShowClaims>();
    const { id: orderId, customerName } = order;
    expect(await who(held)).toEqual({
      title: 'Held',
      free: 0,
      claims: [
        {
          orderId,
          kind: 'direct',
          status: 'pending',
          placedAt: '2026-11-21T09:00:00.000Z',
          customerName,
          pieces: 1,
        },
      ],
    });
    expect(await who(lot)).toEqual({ title: 'Lot', free: 5, claims: [] });
    expect((await (await shop.admin()).get('/api/manage/show/pieces/2000000000')).statusCode).toBe(
      404,
    );
    for (const url of ['/api/manage/show', `/api/manage/show/pieces/${held}`])
      expect((await shop.visitor().get(url)).statusCode, url).toBe(401);
  });

  const claimsOf = async (id: number) =>
    (await (await shop.admin()).get(`/api/manage/show/pieces/${id}`)).json<ShowClaims>();
  const freeOf = async (ids: number[]) => {
    const { pieces } = await take();
    return ids.map((id) => pieces.find((piece) => piece.id === id)?.free);
  };

  test('what is offered to the next in line, or set to pending by hand, is not free at the show', async () => {
    const ids = await addSpecimens(shop.ctx, [
      { title: 'Offered' },
      { title: 'Lot', quantity: 5 },
      { title: 'More wait than there are', quantity: 2 },
      { title: 'By hand', status: 'pending' },
      { title: 'Plain' },
    ]);
    const [offered = 0, lot = 0, wanted = 0, setByHand = 0] = ids;
    for (const [id, columns] of [
      [offered, { waiting: 1 }],
      [lot, { waiting: 1, held: 2 }],
      [wanted, { waiting: 3 }],
    ] as const)
      await database.db.updateTable('specimens').set(columns).where('id', '=', id).execute();
    expect(await freeOf(ids)).toEqual([0, 2, 0, 0, 1]);
    expect(
      (await Promise.all([offered, lot, wanted].map(claimsOf))).map(({ free }) => free),
    ).toEqual([0, 2, 0]);
    // Nobody else has it: the sale goes through.
    expect((await claimsOf(setByHand)).free).toBe(1);
  });

  test('a conflict names the orders that hold or have the piece, the latest first, and no cancelled one', async () => {
    const admin = await shop.admin();
    const [lot = 0, other = 0] = await addSpecimens(shop.ctx, [
      { title: 'Lot', quantity: 9 },
      { title: 'Other' },
    ]);
    const placed: number[] = [];
    for (const specimenId of [lot, lot, lot, other])
      placed.push(
        (await shop.visitor().post('/api/orders', directBody(specimenId))).json<PlacedOrder>().order
          .id,
      );
    const [paid, cancelled, pending] = placed;
    await admin.put(`/api/orders/${paid}/status`, { status: 'paid' });
    await admin.put(`/api/orders/${cancelled}/status`, { status: 'cancelled' });
    const { claims, free } = await claimsOf(lot);
    expect(claims.map(({ orderId, status }) => [orderId, status])).toEqual([
      [pending, 'pending'],
      [paid, 'paid'],
    ]);
    expect(free).toBe(7);
  });

  test('a device takes along what is for sale without a price too, and more than are read at once, each once', async () => {
    await database.db.deleteFrom('specimens').execute();
    const ids = await addSpecimens(shop.ctx, [
      { title: 'On request', price: 'Ask us' },
      ...Array.from({ length: 200 }, (_, n) => ({ title: `Piece ${n}` })),
    ]);
    const { pieces, total } = await take();
    expect([pieces.map(({ id }) => id), total]).toEqual([ids, 201]);
    expect(pieces[0]).toMatchObject({ title: 'On request', price: null, priceCode: null });
  });

  test('what is marked as sold is not taken along, and nothing of it is free', async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Marked', status: 'sold' }]);
    expect([await freeOf([id]), (await claimsOf(id)).free]).toEqual([[undefined], 0]);
  });

  // On PostgreSQL this many rows take seconds, and statements there have a time limit.
  test.runIf(engine === 'sqlite' && isThorough)(
    'a device takes along ten thousand pieces at most, the first ones, and says how many there are',
    async () => {
      await database.db.deleteFrom('specimens').execute();
      await addSpecimens(shop.ctx, [{}]);
      const { id: _, ...row } = await database.db
        .selectFrom('specimens')
        .selectAll()
        .executeTakeFirstOrThrow();
      const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
      // Doubled as often as that takes.
      for (let count = 1; count <= MAX_SHOW_PIECES; count *= 2)
        await sql`insert into specimens (${columns}) select ${columns} from specimens`.execute(
          database.db,
        );
      const ids = (
        await database.db.selectFrom('specimens').select('id').orderBy('id').execute()
      ).map(({ id }) => id);
      const { pieces, total } = await take();
      expect([total, pieces.length, pieces.at(-1)?.id]).toEqual([ids.length, 10_000, ids[9_999]]);
      await database.db.deleteFrom('specimens').execute();
      expect(await take()).toMatchObject({ total: 0, pieces: [] });
    },
  );

  test('a piece without a picture is taken along without one, and a small picture in its only size', async () => {
    const [bare = 0, small = 0] = await addSpecimens(shop.ctx, [
      { title: 'Bare' },
      { title: 'Small' },
    ]);
    await database.db.deleteFrom('specimen_media').where('specimen_id', '=', bare).execute();
    const { media_id } = await database.db
      .selectFrom('specimen_media')
      .select('media_id')
      .where('specimen_id', '=', small)
      .executeTakeFirstOrThrow();
    await database.db
      .updateTable('media')
      .set({ widths: '[]' })
      .where('id', '=', media_id)
      .execute();
    const { pieces } = await take();
    const pictures = [bare, small].map((id) => pieces.find((piece) => piece.id === id)?.picture);
    expect(pictures).toEqual(['', `/media/${media_id}-full.jpg`]);
  });

  test('a conflict names ten orders at most', async () => {
    const [lot = 0] = await addSpecimens(shop.ctx, [{ title: 'Lot', quantity: 20 }]);
    for (let n = 0; n < 11; n += 1) await addOrder(database.db, {}, [{ specimen_id: lot }]);
    expect((await claimsOf(lot)).claims).toHaveLength(10);
  });

  test('labels of a shop without an address are those of its own machine', async () => {
    const local = await makeApp(database, { config: { publicUrl: null, port: 4321 } });
    expect(
      (await (await local.admin()).get('/api/manage/show')).json<ShowPieces>().shopUrls,
    ).toEqual(['http://localhost:4321']);
    await local.app.close();
  });
});
