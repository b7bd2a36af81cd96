import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeyedLink } from '#core/contract/messages/keyed-links.ts';
import { settleAllDue } from '#core/server/admin/schedule/schedule.service.ts';
import { ENTRY_KEY_HEADER } from '#features/waiting-list/contract/waiting-rules.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { auditBooks, directBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { times } from '#tests/support/thorough.ts';

const piece = fc.nat(1);
/** Often what leads to a line with somebody in it. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('order' as const), piece }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('join' as const),
      piece,
      email: fc.constantFrom('ivo@waiter.example', 'june@waiter.example'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('cancelled' as const), order: fc.nat(5) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('report', 'open', 'extend', 'paid', 'pending'),
      order: fc.nat(5),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), entry: fc.nat(4) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('buyByLink' as const), entry: fc.nat(4) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('quantity' as const),
      piece,
      quantity: fc.constantFrom(1, 2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      hours: fc.constantFrom(1, 20, 24, 72),
      isMailed: fc.boolean(),
    }),
  },
);

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database, { config: { smtpUrl: 'smtp://127.0.0.1:9' } });
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  /** Gets in line, and presses the button of the mail. @returns the link; null where nobody can wait. */
  async function join(piece: number, email: string): Promise<KeyedLink | null> {
    const { token } = (await shop.visitor().get('/api/inquiries/form')).json<{ token: string }>();
    shop.clock.forward({ seconds: 3 });
    const response = await shop
      .visitor()
      .post(`/api/specimens/${piece}/waiting-list`, { email, token });
    if (response.statusCode !== 204) return null;
    const { id, entry_key: key } = await database.db
      .selectFrom('waiting_entries')
      .select(['id', 'entry_key'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await shop
      .visitor()
      .post(`/api/waiting-list/${id}/confirmation`, undefined, { [ENTRY_KEY_HEADER]: key });
    return { id, key };
  }

  test('whatever buyers, those in line, clock and admin do, no piece is sold twice and every hold ends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 22 }), async (steps) => {
        const { db } = shop.ctx;
        for (const table of ['waiting_entries', 'mails', 'orders', 'specimens'] as const)
          await db.deleteFrom(table).execute();
        const pieces = await addSpecimens(shop.ctx, [{}, {}]);
        const [admin, buyer] = [await shop.admin(), shop.visitor()];
        const orders: number[] = [];
        const entries: KeyedLink[] = [];
        for (const one of steps) {
          if (one.kind === 'order') {
            const response = await buyer.post('/api/orders', directBody(pieces[one.piece] ?? 0));
            if (response.statusCode === 201) orders.push(response.json().order.id);
          } else if (one.kind === 'wait') {
            if (one.isMailed) await db.updateTable('mails').set({ status: 'sent' }).execute();
            shop.clock.forward({ hours: one.hours });
            await Promise.all([settleAllDue(shop.ctx), settleAllDue(shop.ctx)]);
          } else if (one.kind === 'join') {
            const entry = await join(pieces[one.piece] ?? 0, one.email);
            if (entry) entries.push(entry);
          } else if (one.kind === 'quantity') {
            const quantity = { title: 'Quartz', category: 'Minerals', quantity: one.quantity };
            await admin.put(`/api/specimens/${pieces[one.piece]}`, quantity);
          } else if (one.kind === 'leave' || one.kind === 'buyByLink') {
            const entry = entries[one.entry % Math.max(1, entries.length)];
            if (!entry) continue;
            const browser = shop.visitor();
            const headers = { [ENTRY_KEY_HEADER]: entry.key };
            const url = `/api/waiting-list/${entry.id}`;
            const { state, specimenId } = (await browser.get(url, headers)).json();
            if (one.kind === 'leave') await browser.request({ method: 'DELETE', url, headers });
            else if (specimenId !== null) {
              const response = await browser.post('/api/orders', directBody(specimenId));
              // What is reserved can be bought.
              if (state === 'offered') expect(response.statusCode, response.body).toBe(201);
              if (response.statusCode === 201) orders.push(response.json().order.id);
            }
          } else {
            const id = orders[one.order % Math.max(1, orders.length)];
            if (id === undefined) continue;
            if (one.kind === 'report') await buyer.post(`/api/orders/${id}/payment-reports`);
            else if (one.kind === 'open') await buyer.post(`/api/orders/${id}/payment-opened`);
            else if (one.kind === 'extend') {
              const { paymentReportedAt } = (await admin.get(`/api/manage/orders/${id}`)).json();
              await admin.post(`/api/manage/orders/${id}/extend`, { hours: 24, paymentReportedAt });
            } else await admin.put(`/api/orders/${id}/status`, { status: one.kind });
          }
          // An edit can take the piece of an offer until the next round.
          if (one.kind === 'quantity') await settleAllDue(shop.ctx);
          expect(await auditBooks(db)).toEqual([]);
        }
        // Two offers, each made twice, then everybody's.
        for (let round = 0; round < 6; round++) {
          shop.clock.forward({ hours: 7 * 24 });
          await settleAllDue(shop.ctx);
        }
        const stuck = await db
          .selectFrom('specimens')
          .select(['id', 'waiting', 'quantity', 'held', 'status'])
          .execute();
        expect(
          stuck.filter(
            ({ waiting, quantity, held, status }) =>
              quantity > held && (waiting > 0 || status !== 'available'),
          ),
        ).toEqual([]);
        const open = await db
          .selectFrom('waiting_entries')
          .select('id')
          .where('ended_at', 'is', null)
          .where('offered_until', 'is not', null)
          .execute();
        expect(open).toEqual([]);
        // What is still pending waits for the admin: he was asked, or the buyer has sent the payment.
        const pending = await db
          .selectFrom('orders')
          .selectAll()
          .where('status', '=', 'pending')
          .execute();
        expect(
          pending.filter(
            (order) => order.hold_asked_at === null && order.payment_reported_at === null,
          ),
        ).toEqual([]);
        const ended = await db
          .selectFrom('mails')
          .select(['order_id', 'dedupe_key', 'kind', 'queued_at'])
          .where('kind', 'in', ['hold_ended', 'hold_question', 'waiting_offer', 'waiting_ended'])
          .execute();
        const names = ended.map(
          (mail) => `${mail.dedupe_key ?? mail.order_id} ${mail.kind} ${mail.queued_at}`,
        );
        expect(names).toEqual([...new Set(names)]);
      }),
      { numRuns: times(2, 5) },
    );
  });
});
