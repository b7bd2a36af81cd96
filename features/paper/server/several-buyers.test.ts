import { expect, test } from 'vitest';
import { makeApp } from '#tests/support/app.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';

onEveryDatabase((makeDatabase) => {
  test('a session that is older than ten minutes prints one order but not several', async () => {
    const database = await makeDatabase();
    const shop = await makeApp(database);
    const thief = await shop.admin();
    shop.clock.forward({ minutes: 11 });
    for (const url of [
      '/api/manage/slips',
      '/api/manage/slips?orders=1,2',
      '/api/manage/invoices?orders=1,2',
    ])
      expect((await thief.get(url)).json().code, url).toBe('confirmation_required');
    expect((await thief.post('/api/manage/invoices', { orders: [1, 2] })).json().code).toBe(
      'confirmation_required',
    );
    expect((await thief.get('/api/manage/slips?orders=1')).statusCode).toBe(200);
    await shop.app.close();
    await database.close();
  });
});
