/** The shop's process is killed while a show's sales arrive: what it has acknowledged stays, whole, and what is sent again is there once. */
import { expect, test } from 'vitest';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { makeApp } from '#tests/support/app.ts';
import { onDatabases } from '#tests/support/databases.ts';
import { killedShop } from '#tests/support/killed-shop.ts';
import { auditBooks } from '#tests/support/orders.ts';
import { newDataDir } from '#tests/support/shop-process.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

/** Milliseconds from sending each call to the kill. */
const KILLS = { hold: 20, sale: 8, corrected: 40, back: 3 };

onDatabases(['sqlite', 'postgres'], (makeDatabase) => {
  test('a hold that becomes a sale of several pieces is made once, whenever the shop is killed', async () => {
    const database = await makeDatabase();
    const { db } = database;
    const dataDir = database.environment?.DATA_DIR ?? newDataDir();
    const { app, ctx } = await makeApp(database);
    const shop = killedShop({ DATABASE_URL: '', ...database.environment, DATA_DIR: dataDir });
    await shop.start();
    await shop.logIn();
    const [one = 0, two = 0] = await addSpecimens(ctx, [{ title: 'One' }, { title: 'Two' }]);
    /** Sent, cut off by a kill, and sent again. */
    const twice = async (
      step: keyof typeof KILLS,
      url: string,
      body: object,
    ): Promise<OrderDetail> => {
      const headers = { 'idempotency-key': `${step}-${one}` };
      const acknowledged: OrderDetail[] = [];
      const sending = shop.send('POST', url, body, headers).then(async (response) => {
        acknowledged.push((await response.json()) as OrderDetail);
      });
      await shop.killAfter(KILLS[step], sending);
      expect(await auditBooks(db)).toEqual([]);
      const again = await shop.ask<OrderDetail>('POST', url, body, headers);
      for (const { id } of acknowledged) expect(again.id).toBe(id);
      return again;
    };
    const pieces = { specimenId: one, price: '90', further: [{ specimenId: two, price: '80' }] };
    const holdUntil = new Date(Date.now() + 3_600_000).toISOString();
    const hold = await twice('hold', '/api/manage/sales', {
      ...pieces,
      status: 'pending',
      holdUntil,
      customerName: 'Wanda',
    });
    const sale = await twice('sale', '/api/manage/sales', {
      ...pieces,
      fromHold: hold.id,
      method: 'Cash',
    });
    expect(sale).toMatchObject({ id: hold.id, status: 'delivered', receivedAmount: '170.00' });
    const insteadOf = { orderId: sale.id, receivedAmount: '170.00' };
    const corrected = await twice('corrected', '/api/manage/sales', {
      ...pieces,
      price: '70',
      insteadOf,
      method: 'Card',
    });
    expect(corrected.receivedAmount).toBe('150.00');
    const back = {
      refundAmount: '150.00',
      method: 'Card',
      receivedAmount: '150.00',
      pieces: 'sale',
    };
    expect(await twice('back', `/api/manage/orders/${corrected.id}/cancel`, back)).toMatchObject({
      receivedAmount: '0.00',
    });
    const orders = await db.selectFrom('orders').select('id').execute();
    const refunds = await db
      .selectFrom('order_money')
      .select('id')
      .where('kind', '=', 'refund')
      .execute();
    expect([orders.length, refunds.length]).toEqual([2, 2]);
    expect(await auditBooks(db)).toEqual([]);
    await shop.kill();
    await app.close();
    await database.close();
  });
});
