/** What makes a change a question, and what else a question and a change move. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderChangeInput } from '#core/contract/selling/changing-orders.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { type MailShop, openMailShop } from '#tests/support/mails.ts';
import { auditBooks, cartBody, stockOf } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let open: MailShop;
  let lot: number;
  let orderId: number;

  beforeAll(async () => {
    database = await makeDatabase();
    open = await openMailShop(database);
  });
  beforeEach(async () => {
    for (const table of ['orders', 'specimens'] as const)
      await database.db.deleteFrom(table).execute();
    [lot = 0] = await addSpecimens(open.shop.ctx, [
      { title: 'Quartz', price: '100.00', shippingPrice: '10', quantity: 3 },
    ]);
    const body = cartBody([{ specimenId: lot, quantity: 3 }]);
    orderId = (await open.shop.visitor().post('/api/orders', body)).json().order.id;
  });
  afterEach(async () => expect(await auditBooks(database.db)).toEqual([]));
  afterAll(async () => {
    await open.close();
    await database.close();
  });

  async function change(
    make: (line: OrderChangeInput['lines'][number]) => Partial<OrderChangeInput>,
  ) {
    const before = (await open.admin.get(`/api/manage/orders/${orderId}`)).json<OrderDetail>();
    const lines = before.lines.map(({ id, price, quantity }) => ({ id, price, quantity }));
    const [line = { id: 0, price: '', quantity: 0 }] = lines;
    const body = { version: before.contentsVersion, lines, ...make(line) };
    const response = await open.admin.post(`/api/manage/orders/${orderId}/change`, body);
    return { before, after: response.json<OrderDetail>() };
  }
  const holdOf = () =>
    database.db
      .selectFrom('orders')
      .select(['hold_ends_at', 'hold_reminds_at'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();

  test('shipping alone that rises is a question to the buyer, not a change', async () => {
    const { before, after } = await change(() => ({ shipping: '95' }));
    expect(after).toMatchObject({
      totalAmount: before.totalAmount,
      shippingAmount: before.shippingAmount,
      proposal: { state: 'open', newTotalAmount: '395.00' },
    });
  });

  test('shipping that takes more than the pieces give back is a question too', async () => {
    const { before, after } = await change((line) => ({
      lines: [{ ...line, price: '90' }],
      shipping: '80',
    }));
    expect(after).toMatchObject({
      totalAmount: before.totalAmount,
      proposal: { state: 'open', newTotalAmount: '350.00' },
    });
  });

  test('a total that stays the same needs no yes, whatever it is made of', async () => {
    const { before, after } = await change((line) => ({
      lines: [{ ...line, price: '90' }],
      shipping: '60',
    }));
    expect(after).toMatchObject({
      subtotalAmount: '270.00',
      totalAmount: before.totalAmount,
      proposal: null,
    });
  });

  test('the reminder of a hold moves with its end when the buyer is asked', async () => {
    const before = await holdOf();
    open.shop.clock.forward({ hours: 10 });
    await change(() => ({ shipping: '95' }));
    const after = await holdOf();
    const moved = (instant: string | null) =>
      new Date(Date.parse(instant ?? '') + 10 * 3_600_000).toISOString();
    expect(after).toEqual({
      hold_ends_at: moved(before.hold_ends_at),
      hold_reminds_at: moved(before.hold_reminds_at),
    });
  });

  test('two of three taken out and set aside are not for sale', async () => {
    await change((line) => ({ lines: [{ ...line, quantity: 1 }], pieces: 'aside' }));
    expect(await stockOf(open.shop.ctx, [lot])).toEqual(['3-1 pending']);
  });

  test('two of three taken out and not set aside are for sale again', async () => {
    await change((line) => ({ lines: [{ ...line, quantity: 1 }] }));
    expect(await stockOf(open.shop.ctx, [lot])).toEqual(['3-1 available']);
  });
});
