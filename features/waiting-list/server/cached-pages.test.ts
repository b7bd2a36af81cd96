import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { type CachedShop, openCachedShop } from '#tests/support/cached-shop.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: CachedShop;
  beforeAll(async () => {
    database = await makeDatabase();
    shop = await openCachedShop(database);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  test('a page is fresh right after the line of its piece was emptied', async () => {
    const [waitedFor = 0, other = 0] = await addSpecimens(shop.ctx, [
      { title: 'Waited for' },
      { title: 'Not waited for' },
    ]);
    const { db } = database;
    const entry = {
      specimen_id: waitedFor,
      title: 'Waited for',
      email: 'ivo@waiter.example',
      entry_key: 'key',
      ip_address: '',
    };
    const now = shop.clock.now().toISOString();
    await db
      .insertInto('waiting_entries')
      .values({ ...entry, created_at: now, confirmed_at: now })
      .execute();
    await db
      .updateTable('specimens')
      .set({ waiting: 1, status: 'pending' })
      .where('id', '=', waitedFor)
      .execute();
    shop.cache.invalidate(null);
    const statusOf = async (id: number) =>
      ((await (await fetch(`${shop.origin}/api/specimens/${id}`)).json()) as SpecimenDetail).status;
    const page = async (id: number) => (await fetch(`${shop.origin}/specimen/${id}`)).status;
    expect([await page(waitedFor), await page(other), await statusOf(waitedFor)]).toEqual([
      200,
      200,
      'pending',
    ]);
    const cached = () => [waitedFor, other].filter((id) => shop.cache.get(`/specimen/${id}`));
    expect(cached()).toEqual([waitedFor, other]);
    const admin = await shop.admin();
    expect((await admin.delete(`/api/manage/specimens/${waitedFor}/waiting-list`)).statusCode).toBe(
      204,
    );
    expect([cached(), await statusOf(waitedFor)]).toEqual([[other], 'available']);
  });
});
