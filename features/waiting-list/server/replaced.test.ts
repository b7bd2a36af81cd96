import { expect, test } from 'vitest';
import { makeApp } from '#tests/support/app.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { filePart, formOf, smallJpeg } from '#tests/support/uploads.ts';

onEveryDatabase((makeDatabase) => {
  test.each([
    { piece: 'a single piece, reserved for them', quantity: 1, sent: 'pending', byHand: null },
    {
      piece: 'a lot that is on hold by hand',
      quantity: 3,
      sent: 'available',
      byHand: 'pending' as const,
    },
  ])(
    'those who wait for $piece wait for the one that is uploaded in its place, which is on hold as it was',
    async (given) => {
      const { quantity, sent, byHand } = given;
      const database = await makeDatabase();
      const shop = await makeApp(database, { config: { smtpUrl: 'smtp://localhost:1' } });
      const admin = await shop.admin();
      const [old = 0] = await addSpecimens(shop.ctx, [{ title: 'Quartz', quantity }]);
      const at = '2026-01-05T09:00:00.000Z';
      const entry = {
        title: 'Quartz',
        email: 'ada@buyer.example',
        entry_key: 'k',
        ip_address: '',
        created_at: at,
        confirmed_at: at,
      };
      await database.db
        .insertInto('waiting_entries')
        .values({ ...entry, specimen_id: old })
        .execute();
      const stock = { waiting: 1, status: 'pending' as const, status_by_hand: byHand };
      await database.db.updateTable('specimens').set(stock).where('id', '=', old).execute();
      const input = {
        title: 'Quartz',
        category: 'Minerals',
        quantity,
        status: sent,
        price: '120',
        shippingPrice: '10',
        forSale: true,
        replaces: { id: old, remaining: [] },
      };
      const response = await admin.request({
        method: 'POST',
        url: '/api/specimens',
        ...formOf([
          { name: 'data', value: JSON.stringify(input) },
          filePart('image', await smallJpeg()),
        ]),
      });
      expect(response.statusCode, response.body).toBe(201);
      const { id } = response.json();
      expect(
        await database.db.selectFrom('waiting_entries').select('specimen_id').execute(),
      ).toEqual([{ specimen_id: id }]);
      expect(
        await database.db
          .selectFrom('specimens')
          .select(['id', 'waiting', 'status', 'status_by_hand'])
          .execute(),
      ).toEqual([{ id, ...stock }]);
      await shop.app.close();
      await database.close();
    },
  );
});
