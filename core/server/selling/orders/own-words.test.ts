/** A line of the admin's own in the emails about what he does. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { type MailShop, mailsOf, openMailShop } from '#tests/support/mails.ts';
import { cartBody, stockOf } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

const words = 'The tip broke when I packed it.\n\nI am sorry.';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let open: MailShop;
  let ids: number[];
  let id: number;

  beforeAll(async () => {
    database = await makeDatabase();
    open = await openMailShop(database);
  });
  beforeEach(async () => {
    for (const table of ['orders', 'specimens'] as const)
      await database.db.deleteFrom(table).execute();
    ids = await addSpecimens(open.shop.ctx, [
      { title: 'Azurite', price: '100.00', shippingPrice: '10' },
      { title: 'Beryl', price: '80.00', shippingPrice: '0' },
    ]);
    const body = cartBody(ids.map((specimenId) => ({ specimenId, quantity: 1 })));
    id = (await open.shop.visitor().post('/api/orders', body)).json().order.id;
  });
  afterAll(async () => {
    await open.close();
    await database.close();
  });

  const url = () => `/api/manage/orders/${id}`;
  const lastMail = async () => (await mailsOf(open.admin, id)).at(-1)?.text;
  const detail = async () => (await open.admin.get(url())).json<OrderDetail>();
  const paid = () => open.admin.put(`/api/orders/${id}/status`, { status: 'paid' });

  test('an unpaid order is cancelled with a reason, and its draft says it before', async () => {
    const draft = { kind: 'order_cancelled', amount: '0', method: 'Venmo', words };
    const drafted = (await open.admin.post(`${url()}/mail-draft`, draft)).json();
    expect(drafted.mail.text).toContain(words);
    const cancelled = await open.admin.post(`${url()}/cancel`, {
      method: 'Venmo',
      pieces: 'aside',
      receivedAmount: '0.00',
      refundAmount: '0.00',
      words,
    });
    expect(cancelled.json(), cancelled.body).toMatchObject({ status: 'cancelled', money: [] });
    expect(await lastMail()).toContain(words);
    expect(await lastMail()).toContain('Do not pay');
    expect(await stockOf(open.shop.ctx, ids)).toEqual(['1-0 pending', '1-0 pending']);
  });

  test('a refund’s email has the words, and one without them has no empty lines', async () => {
    await paid();
    const refund = (body: object) =>
      open.admin.post(`${url()}/refunds`, { method: 'Venmo', amount: '20', ...body });
    await refund({ receivedAmount: '190.00', words });
    expect(await lastMail()).toContain(words);
    await refund({ receivedAmount: '170.00' });
    expect(await lastMail()).not.toMatch(/\n{3}/);
  });

  test('a change’s email has the words, and the question to the buyer too', async () => {
    const change = async (price: string) => {
      const { lines, contentsVersion: version } = await detail();
      const body = {
        version,
        lines: lines.map((line) => ({ id: line.id, price, quantity: 1 })),
        words,
      };
      const preview = (await open.admin.post(`${url()}/change-preview`, body)).json();
      expect(preview.mail.text).toContain(words);
      expect((await open.admin.post(`${url()}/change`, body)).statusCode).toBe(200);
    };
    await change('70');
    expect(await lastMail()).toContain(words);
    await change('150');
    expect(await lastMail()).toContain('Nothing changes unless you accept.');
    expect(await lastMail()).toContain(words);
  });
});
