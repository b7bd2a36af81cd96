/** Whatever the admin and the buyer do with orders, in any order, the books stay right. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isChangeable } from '#core/contract/selling/order-statuses.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { settleAllDue } from '#core/server/admin/schedule/schedule.service.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { hasFeature } from '#tests/support/features.ts';
import { auditBooks, cartBody, withKey } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { times } from '#tests/support/thorough.ts';

const PIECES = 6;
const order = fc.nat(2);
const piece = fc.nat(PIECES - 1);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('place' as const), piece, other: piece }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      order,
      status: fc.constantFrom('paid', 'paid', 'shipped', 'pending', 'cancelled'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('takeOut' as const), order, aside: fc.boolean() }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('putIn' as const), order, piece }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('price' as const),
      order,
      cents: fc.constantFrom(5_000, 10_000, 12_345),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('shipping' as const),
      order,
      cents: fc.constantFrom(0, 700, 2_500),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('answer' as const), order, isYes: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), order }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), order, isAll: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('payRest' as const), order }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('cancelPaid' as const),
      order,
      isRefunded: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('together' as const), order, takesOff: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('alone' as const), order }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('correct' as const), order }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), order }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(1, 30, 73) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** What an order's buyer has agreed to: what it cost when placed, and each change since that lowered it or that they accepted. */
type Placed = { id: number; secretPath: string; agreed: string };

const centsOf = (amount: string) => Math.round(Number(amount) * 100);

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database, {
      config: { smtpUrl: 'smtp://127.0.0.1:9', rateLimits: false },
    });
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  test('in any order of changes, refunds and parcels nothing is sold twice and no total rises without a yes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 26 }), async (steps) => {
        const { db } = shop.ctx;
        for (const table of ['mails', 'orders', 'specimens'] as const)
          await db.deleteFrom(table).execute();
        const pieces = await addSpecimens(
          shop.ctx,
          Array.from({ length: PIECES }, (_, index) => ({
            title: `Piece ${index}`,
            price: `${(index + 1) * 60}.00`,
            shippingPrice: String(5 + index),
          })),
        );
        const admin = await shop.admin();
        const placed: Placed[] = [];
        const detailOf = async (id: number) =>
          (await admin.get(`/api/manage/orders/${id}`)).json<OrderDetail>();
        const same = ({ lines }: OrderDetail) =>
          lines.map(({ id, price, quantity }) => ({ id, price, quantity }));
        const change = (id: number, detail: OrderDetail, body: object) =>
          admin.post(`/api/manage/orders/${id}/change`, {
            version: detail.contentsVersion,
            lines: same(detail),
            ...body,
          });

        async function run(one: Step): Promise<void> {
          if (one.kind === 'wait') {
            shop.clock.forward({ hours: one.hours });
            await Promise.all([settleAllDue(shop.ctx), settleAllDue(shop.ctx)]);
            return;
          }
          if (one.kind === 'place') {
            const items = [...new Set([one.piece, one.other])].map((index) => ({
              specimenId: pieces[index] ?? 0,
              quantity: 1,
            }));
            const response = await shop.visitor().post('/api/orders', cartBody(items));
            if (response.statusCode !== 201) return;
            const { id, secretPath, totalAmount } = response.json().order;
            placed.push({ id, secretPath, agreed: totalAmount });
            return;
          }
          const target = placed[one.order % Math.max(1, placed.length)];
          if (!target) return;
          const { id } = target;
          const detail = await detailOf(id);
          const { receivedAmount } = detail;
          switch (one.kind) {
            case 'status':
              await admin.put(`/api/orders/${id}/status`, { status: one.status });
              return;
            case 'takeOut':
              await change(id, detail, {
                lines: same(detail).slice(1),
                pieces: one.aside ? 'aside' : 'sale',
              });
              return;
            case 'putIn':
              await change(id, detail, { added: [{ specimenId: pieces[one.piece], quantity: 1 }] });
              return;
            case 'price':
              await change(id, detail, {
                lines: same(detail).map((line) => ({ ...line, price: String(one.cents / 100) })),
              });
              return;
            case 'shipping':
              await change(id, detail, { shipping: String(one.cents / 100) });
              return;
            case 'answer': {
              const open = detail.proposal;
              const number = open?.id ?? 1;
              const url = `/api/orders/${id}/proposals/${number}/answer`;
              const body = { answer: one.isYes ? 'accept' : 'decline' };
              const answers = await Promise.all(
                [0, 1].map(() => shop.visitor().post(url, body, withKey(target))),
              );
              expect(answers.every(({ statusCode }) => [200, 404, 409].includes(statusCode))).toBe(
                true,
              );
              if (open && one.isYes && answers.some(({ statusCode }) => statusCode === 200))
                target.agreed = open.newTotalAmount;
              return;
            }
            case 'withdraw':
              await admin.request({ method: 'DELETE', url: `/api/manage/orders/${id}/proposal` });
              return;
            case 'refund': {
              const amount = one.isAll
                ? receivedAmount
                : String(Math.floor(centsOf(receivedAmount) / 2) / 100);
              await admin.post(`/api/manage/orders/${id}/refunds`, {
                amount,
                method: 'Venmo',
                receivedAmount,
              });
              return;
            }
            case 'payRest':
              await admin.post(`/api/manage/orders/${id}/payments`, {
                amount: detail.dueAmount,
                method: 'Cash',
                receivedAmount,
              });
              return;
            case 'cancelPaid': {
              const refundAmount = one.isRefunded ? receivedAmount : '0';
              await admin.post(`/api/manage/orders/${id}/cancel`, {
                refundAmount,
                receivedAmount,
                method: 'Venmo',
                pieces: 'sale',
              });
              return;
            }
            case 'together': {
              const { couldJoin = [] } = detail as OrderDetail & { couldJoin?: { id: number }[] };
              const orders = couldJoin.map((other) => other.id);
              if (orders.length === 0) return;
              const { shippingAmount } = (
                await admin.get(`/api/manage/orders/${id}/parcel?orders=${orders}`)
              ).json();
              await admin.post(`/api/manage/orders/${id}/parcel`, {
                orders,
                shippingAmount,
                takesOff: one.takesOff,
              });
              return;
            }
            case 'alone':
              if (!hasFeature('parcels')) return;
              await admin.request({ method: 'DELETE', url: `/api/manage/orders/${id}/parcel` });
              return;
            case 'correct':
              await admin.request({
                method: 'PATCH',
                url: `/api/orders/${id}`,
                payload: { customerName: `Ada ${steps.length}` },
              });
              return;
            case 'delete':
              await admin.delete(`/api/orders/${id}`);
              placed.splice(placed.indexOf(target), 1);
          }
        }

        // Enough to begin with.
        for (const [one, other] of [
          [0, 1],
          [2, 2],
        ] as const)
          await run({ kind: 'place', piece: one, other });
        for (const one of steps) {
          // What is done again writes again; only what one act writes twice is wrong.
          shop.clock.forward({ seconds: 1 });
          await run(one);
          expect(await auditBooks(db), JSON.stringify(one)).toEqual([]);
          const asked = await db
            .selectFrom('order_proposals')
            .innerJoin('orders', 'orders.id', 'order_proposals.order_id')
            .select('orders.status')
            .where('state', '=', 'open')
            .execute();
          expect(asked.filter(({ status }) => !isChangeable(status))).toEqual([]);
          for (const target of placed) {
            const { totalAmount } = await detailOf(target.id);
            expect(
              centsOf(totalAmount),
              `${JSON.stringify(one)} raised order ${target.id}`,
            ).toBeLessThanOrEqual(centsOf(target.agreed));
            target.agreed = totalAmount;
          }
        }

        const money = await db.selectFrom('order_money').selectAll().execute();
        const sum = (kind: string) =>
          money.reduce((all, row) => all + (row.kind === kind ? row.amount_cents : 0), 0);
        const received = await Promise.all(
          placed.map(async ({ id }) => centsOf((await detailOf(id)).receivedAmount)),
        );
        expect(received.reduce((all, cents) => all + cents, 0)).toBe(
          sum('payment') - sum('refund'),
        );
        if (hasFeature('ledger')) {
          const years = await Promise.all(
            [2026, 2027, 2028].map((year) => admin.get(`/api/manage/ledger?year=${year}`)),
          );
          const rows = years.flatMap((answer) => answer.json<{ rows: { total: string }[] }>().rows);
          expect(rows.reduce((all, { total }) => all + centsOf(total), 0)).toBe(
            sum('payment') - sum('refund'),
          );
        }
        const mails = await db
          .selectFrom('mails')
          .select(['order_id', 'kind', 'queued_at', 'body_text'])
          .execute();
        const once = mails
          .filter(({ kind }) =>
            [
              'proposal_answered',
              'hold_ended',
              'order_shipped',
              'orders_together',
              'order_cancelled',
            ].includes(kind),
          )
          .map((mail) => JSON.stringify(mail));
        expect(once).toEqual([...new Set(once)]);
      }),
      { numRuns: times(3, 10) },
    );
  });
});
