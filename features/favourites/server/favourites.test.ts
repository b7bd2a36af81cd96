import { afterAll, beforeAll, expect, test } from 'vitest';
import { setVisibility } from '#core/server/catalogue/specimens/editing/editing.service.ts';
import { MAX_FAVOURITES } from '#features/favourites/contract/favourite-list.ts';
import type { Favourites } from '#features/favourites/contract/favourites.ts';
import { createPageCache } from '#platform/page-cache/page-cache.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

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

  const get = (ids: string) => shop.visitor().get(`/api/favourites?ids=${ids}`);
  const read = async (...ids: number[]) => (await get(ids.join(','))).json<Favourites>();

  test('pieces come in the sequence asked for, sold ones too', async () => {
    const [first = 0, sold = 0, last = 0] = await addSpecimens(shop.ctx, [
      { title: 'First' },
      { title: 'Sold', status: 'sold' },
      { title: 'Last' },
    ]);
    const { specimens, missing } = await read(last, sold, first);
    expect(specimens.map(({ title, status }) => [title, status])).toEqual([
      ['Last', 'available'],
      ['Sold', 'sold'],
      ['First', 'available'],
    ]);
    expect(missing).toBe(0);
  });

  test('a piece that visitors do not see is only counted, and so is one that is hidden later', async () => {
    const [hidden = 0, leaving = 0] = await addSpecimens(shop.ctx, [
      { title: 'Hidden', visible: false },
      { title: 'Leaving' },
    ]);
    const before = await read(hidden, leaving, 2_000_000_000);
    expect([before.specimens.map(({ title }) => title), before.missing]).toEqual([['Leaving'], 2]);
    await setVisibility(shop.ctx, leaving, false);
    expect(await read(hidden, leaving, 2_000_000_000)).toEqual({ specimens: [], missing: 3 });
  });

  test('a piece that is shown again is back in a list that was read while it was hidden', async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Returning' }]);
    await setVisibility(shop.ctx, id, false);
    expect(await read(id)).toEqual({ specimens: [], missing: 1 });
    await setVisibility(shop.ctx, id, true);
    expect((await read(id)).specimens.map(({ title }) => title)).toEqual(['Returning']);
  });

  test('what is no list, or more than one holds, is refused', async () => {
    const tooMany = Array.from({ length: MAX_FAVOURITES + 1 }, (_, index) => index + 1).join();
    for (const ids of ['', '0', '1,,2', 'quartz', '1,2147483648', '1&ids=2', tooMany]) {
      expect((await get(ids)).statusCode, ids).toBe(400);
    }
    expect((await shop.visitor().get('/api/favourites')).statusCode).toBe(400);
  });
});
