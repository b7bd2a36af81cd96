import { afterAll, beforeAll, expect, test } from 'vitest';
import { setVisibility } from '#core/server/catalogue/specimens/editing/editing.service.ts';
import type { Shelf } from '#features/shelf/contract/shelf.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { createPageCache } from '#platform/page-cache/page-cache.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { cartBody } from '#tests/support/orders.ts';
import { addSpecimens, addVideo } from '#tests/support/specimens.ts';

/** 800 × 600 of the 1600 × 1200 pixels of a picture. */
const OUTLINE = '250,250 750,250 750,750 250,750';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database, { cache: createPageCache() });
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const get = (pieces: string) => shop.visitor().get(`/api/shelf?pieces=${pieces}`);
  const read = async (...ids: number[]) => (await get(ids.join(','))).json<Shelf>();
  const pictureOf = (id: number) =>
    database.db
      .selectFrom('specimen_media')
      .select('media_id')
      .where('specimen_id', '=', id)
      .executeTakeFirstOrThrow();

  test('pieces stand in the sequence asked for, as large as they were measured', async () => {
    const [outlined = 0] = await addSpecimens(shop.ctx, [
      { title: 'Outlined', dimensions: '9 x 4 x 3 cm', price: '80' },
    ]);
    const [plain = 0, sold = 0] = await addSpecimens(shop.ctx, [
      { title: 'Plain', dimensions: '1 1/4 x 1/2 x 1/2 in' },
      { title: 'Sold', dimensions: '33 mm', status: 'sold' },
    ]);
    const { media_id } = await pictureOf(outlined);
    await database.db
      .updateTable('media')
      .set({ outline: OUTLINE })
      .where('id', '=', media_id)
      .execute();
    const { pieces, missing } = await read(sold, outlined, plain);
    expect(missing).toBe(0);
    expect(pieces).toMatchObject([
      {
        title: 'Sold',
        priceWords: 'Sold',
        sizes: ['3.3 cm', '1.3 in'],
        extent: { width: 33, height: 33 },
        fitsThumbnailBox: false,
      },
      {
        title: 'Outlined',
        priceWords: '$80.00',
        sizes: ['9 × 4 × 3 cm', '3.5 × 1.6 × 1.2 in'],
        outline: OUTLINE,
        // As long as it is measured, as high as it looks beside that.
        extent: { width: 90, height: 67.5 },
        fitsThumbnailBox: false,
      },
      {
        title: 'Plain',
        extent: { width: 31.75, height: 12.7 },
        outline: null,
        fitsThumbnailBox: true,
      },
    ]);
  });

  test('a piece without readable dimensions has no size, and a hidden one is only counted', async () => {
    const [vague = 0, hidden = 0, leaving = 0] = await addSpecimens(shop.ctx, [
      { title: 'Vague', dimensions: 'as large as a fist' },
      { title: 'Hidden', dimensions: '3 cm', visible: false },
      { title: 'Leaving', dimensions: '3 cm' },
    ]);
    const before = await read(vague, hidden, leaving, 2_000_000_000);
    expect(before.pieces).toMatchObject([
      { title: 'Vague', sizes: [], extent: null, fitsThumbnailBox: null },
      { title: 'Leaving' },
    ]);
    expect(before.missing).toBe(2);
    expect(JSON.stringify(before)).not.toContain('Hidden');
    const admin = await shop.admin();
    expect((await admin.get(`/api/shelf?pieces=${hidden}`)).json()).toMatchObject({
      pieces: [],
      missing: 1,
    });
    await setVisibility(shop.ctx, leaving, false);
    expect(
      await read(vague, hidden, leaving, 2_000_000_000),
      'the cached response follows',
    ).toMatchObject({ missing: 3 });

    // With a picture of its own, so that nothing else on the shelf changes with it.
    const [coming = 0] = await addSpecimens(shop.ctx, [
      { title: 'Coming', dimensions: '3 cm', visible: false },
    ]);
    expect(await read(vague, coming)).toMatchObject({ missing: 1 });
    await setVisibility(shop.ctx, coming, true);
    expect(await read(vague, coming)).toMatchObject({ missing: 0 });
  });

  test('a piece that is ordered is shown as pending from then on', async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [
      { title: 'Ordered', dimensions: '3 cm', price: '80' },
    ]);
    expect((await read(id)).pieces).toMatchObject([{ priceWords: '$80.00' }]);
    const response = await shop
      .visitor()
      .post('/api/orders', cartBody([{ specimenId: id, quantity: 1 }]));
    expect(response.statusCode, response.body).toBe(201);
    expect((await read(id)).pieces, 'the cached response follows').toMatchObject([
      { priceWords: 'Pending sale' },
    ]);
  });

  test('a video is shown as its poster, with the poster’s outline and extent', async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Turning', dimensions: '6 x 4 cm' }]);
    const video = await addVideo(shop.ctx);
    const { poster_id } = await database.db
      .selectFrom('media')
      .select('poster_id')
      .where('id', '=', video)
      .executeTakeFirstOrThrow();
    await inTransaction(database.db, async (tx) => {
      await tx
        .updateTable('specimen_media')
        .set({ media_id: video })
        .where('specimen_id', '=', id)
        .execute();
      await tx
        .updateTable('media')
        .set({ outline: OUTLINE })
        .where('id', '=', String(poster_id))
        .execute();
    });
    expect((await read(id)).pieces).toMatchObject([
      { picture: { id: poster_id }, outline: OUTLINE, extent: { width: 60, height: 45 } },
    ]);
  });

  test('what can be set beside them is like the last one or new, is measured, and does not stand there yet', async () => {
    const twin = { species: ['Kyanite'], dimensions: '4 cm' };
    const [first = 0, second = 0, third = 0] = await addSpecimens(shop.ctx, [
      { title: 'First', ...twin },
      { title: 'Second', ...twin },
      { title: 'Third', ...twin },
      { title: 'Unmeasured', species: ['Kyanite'] },
      { title: 'Another', species: ['Fluorite'], dimensions: '4 cm' },
    ]);
    const titles = async (...ids: number[]) =>
      (await read(...ids)).proposals.map(({ title }) => title);
    expect((await titles(first)).toSorted()).toEqual(['Second', 'Third']);
    expect(await titles(first, second)).toEqual(['Third']);
    const empty = (await shop.visitor().get('/api/shelf')).json<Shelf>();
    expect(empty.pieces).toEqual([]);
    expect(empty.proposals.map(({ title }) => title)).toContain('Third');
    await setVisibility(shop.ctx, third, false);
    expect(await titles(first, second)).toEqual([]);
  });

  test('more than six are refused in words, and so is what is no list of pieces', async () => {
    const refusals = [
      '1,2,3,4,5,6,7',
      'abc',
      '1,,2',
      '0',
      '1;2',
      '9999999999',
      `${'1'.repeat(200)}`,
    ];
    for (const list of refusals) {
      const response = await get(encodeURIComponent(list));
      expect([list, response.statusCode]).toEqual([list, 400]);
    }
    expect((await get('1,2,3,4,5,6,7')).json()).toMatchObject({
      message: 'A shelf holds 6 pieces at most',
    });
    expect((await get('1,2,3,4,5,6,6,1')).statusCode).toBe(200);
  });
});
