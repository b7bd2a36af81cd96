import { expect, test } from 'vitest';
import { makeApp } from '#tests/support/app.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { filePart, formOf, smallJpeg } from '#tests/support/uploads.ts';

onEveryDatabase((makeDatabase) => {
  test('those who wait for a piece wait for the one that is uploaded in its place', async () => {
    const database = await makeDatabase();
    const shop = await makeApp(database);
    const admin = await shop.admin();
    const [old = 0] = await addSpecimens(shop.ctx, [{ title: 'Quartz' }]);
    const at = '2026-01-05T09:00:00.000Z';
    const entry = { title: 'Quartz', email: 'ada@buyer.example', entry_key: 'k', ip_address: '', created_at: at, confirmed_at: at };
    await database.db
      .insertInto('waiting_entries')
      .values({ ...entry, specimen_id: old })
      .execute();
    await database.db.updateTable('specimens').set({ waiting: 1, status: 'pending' }).where('id', '=', old).execute();
    const data = { name: 'data', value: JSON.stringify({ title: 'Quartz', category: 'Minerals', replaces: { id: old, remaining: [] } }) };
    const response = await admin.request({
      method: 'POST',
      url: '/api/specimens',
      ...formOf([data, filePart('image', await smallJpeg())]),
    });
    expect(response.statusCode, response.body).toBe(201);
    const { id } = response.json();
    expect(await database.db.selectFrom('waiting_entries').select('specimen_id').execute()).toEqual([{ specimen_id: id }]);
    expect(await database.db.selectFrom('specimens').select(['id', 'waiting', 'status']).execute()).toEqual([
      { id, waiting: 1, status: 'pending' },
    ]);
    await shop.app.close();
    await database.close();
  });
});
