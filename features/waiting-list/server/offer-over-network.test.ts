import { expect, test } from 'vitest';
import { createPageCache } from '#platform/page-cache/page-cache.ts';
import { makeApp } from '#tests/support/app.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { directBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  test('a press with the key of an offer is never refused by the first look at the stock', async () => {
    const database = await makeDatabase();
    const shop = await makeApp(database, {
      cache: createPageCache(),
      config: { logLevel: 'debug' },
    });
    const origin = await shop.app.listen({ host: '127.0.0.1', port: 0 });
    const [id = 0] = await addSpecimens(shop.ctx, [{ status: 'sold' }]);
    const isDecidedByPlacing = async (cookie: string) => {
      const before = shop.log.length;
      const { status } = await fetch(`${origin}/api/orders`, {
        method: 'POST',
        body: JSON.stringify(directBody(id)),
        headers: { 'content-type': 'application/json', cookie },
      });
      expect(status).toBe(409);
      return shop.log.slice(before).some((line) => line.includes('"answered"'));
    };
    const key = 'k'.repeat(43);
    const cookies = ['seen=1', `druse_order_1=${key}`, `druse_entry_1=${key}`];
    cookies.push(`__Host-druse_entry_2.8443=${key}; seen=1`);
    const decided = [];
    for (const cookie of cookies) decided.push(await isDecidedByPlacing(cookie));
    expect(decided).toEqual([false, false, true, true]);
    await shop.app.close();
    await database.close();
  });
});
