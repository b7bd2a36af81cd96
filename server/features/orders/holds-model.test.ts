import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settleAllDue } from '#server/features/schedule/schedule.service.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { auditBooks, directBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

const step = fc.oneof(
  fc.record({ kind: fc.constant('order' as const), piece: fc.nat(2) }),
  fc.record({ kind: fc.constantFrom('report', 'open', 'extend', 'paid', 'cancelled', 'pending'), order: fc.nat(5) }),
  fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(1, 20, 72) }),
);

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  test('whatever buyers, clock and admin do, no piece is sold twice, no mail goes twice, and every hold ends or asks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const { db } = shop.ctx;
        for (const table of ['orders', 'specimens'] as const) await db.deleteFrom(table).execute();
        const pieces = await addSpecimens(shop.ctx, [{}, {}, {}]);
        const [admin, buyer] = [await shop.admin(), shop.visitor()];
        const orders: number[] = [];
        for (const one of steps) {
          if (one.kind === 'order') {
            const response = await buyer.post('/api/orders', directBody(pieces[one.piece] ?? 0));
            if (response.statusCode === 201) orders.push(response.json().order.id);
          } else if (one.kind === 'wait') {
            shop.clock.forward({ hours: one.hours });
            await Promise.all([settleAllDue(shop.ctx), settleAllDue(shop.ctx)]);
          } else {
            const id = orders[one.order % Math.max(1, orders.length)];
            if (id === undefined) continue;
            if (one.kind === 'report') await buyer.post(`/api/orders/${id}/payment-reports`);
            else if (one.kind === 'open') await buyer.post(`/api/orders/${id}/payment-opened`);
            else if (one.kind === 'extend') await admin.post(`/api/manage/orders/${id}/extend`, { hours: 24 });
            else await admin.put(`/api/orders/${id}/status`, { status: one.kind });
          }
          expect(await auditBooks(db)).toEqual([]);
        }
        shop.clock.forward({ hours: 7 * 24 });
        await settleAllDue(shop.ctx);
        // What is still pending waits for the admin: he was asked, or the buyer has sent the payment.
        const pending = await db.selectFrom('orders').selectAll().where('status', '=', 'pending').execute();
        expect(pending.filter((order) => order.hold_asked_at === null && order.payment_reported_at === null)).toEqual([]);
        const ended = await db
          .selectFrom('mails')
          .select(['order_id', 'kind', 'queued_at'])
          .where('kind', 'in', ['hold_ended', 'hold_question'])
          .execute();
        const names = ended.map((mail) => `${mail.order_id} ${mail.kind} ${mail.queued_at}`);
        expect(names).toEqual([...new Set(names)]);
      }),
      { numRuns: 8 },
    );
  });
});
