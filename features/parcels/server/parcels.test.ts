/** Orders of one buyer in one parcel. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import type { TogetherPreview } from '#features/parcels/contract/sent-together.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { type MailShop, mailsOf, openMailShop } from '#tests/support/mails.ts';
import { auditBooks, cartBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let open: MailShop;
  /** The shop charges the highest shipping of a cart: 12.00 for all of them. */
  let ids: number[];

  beforeAll(async () => {
    database = await makeDatabase();
    open = await openMailShop(database);
    await open.admin.put('/api/settings/shipping_rule', {
      charge: 'dearest',
      flatAmount: '0.00',
      freeFrom: '500.00',
    });
  });
  beforeEach(async () => {
    for (const table of ['orders', 'specimens'] as const)
      await database.db.deleteFrom(table).execute();
    const specimens = await addSpecimens(open.shop.ctx, [
      { title: 'Azurite', price: '100.00', shippingPrice: '12' },
      { title: 'Beryl', price: '80.00', shippingPrice: '9' },
      { title: 'Calcite', price: '40.00', shippingPrice: '7' },
    ]);
    ids = [];
    for (const specimenId of specimens) ids.push(await place(specimenId));
  });
  afterEach(async () => expect(await auditBooks(database.db)).toEqual([]));
  afterAll(async () => {
    await open.close();
    await database.close();
  });

  const place = async (specimenId: number, other: object = {}): Promise<number> =>
    (
      await open.shop
        .visitor()
        .post('/api/orders', { ...cartBody([{ specimenId, quantity: 1 }]), ...other })
    ).json().order.id;
  const id = (index: number) => ids[index] ?? 0;
  const detail = async (index: number) =>
    (await open.admin.get(`/api/manage/orders/${id(index)}`)).json<OrderDetail>();
  const to = (index: number, status: string, more: object = {}) =>
    open.admin.put(`/api/orders/${id(index)}/status`, { status, ...more });
  const preview = async (index: number, others: number[]) =>
    (
      await open.admin.get(`/api/manage/orders/${id(index)}/parcel?orders=${others.map(id)}`)
    ).json<TogetherPreview>();
  const together = (index: number, others: number[], more: object = {}) =>
    open.admin.post(`/api/manage/orders/${id(index)}/parcel`, {
      orders: others.map(id),
      takesOff: true,
      shippingAmount: '28.00',
      ...more,
    });
  const alone = (index: number) =>
    open.admin.request({ method: 'DELETE', url: `/api/manage/orders/${id(index)}/parcel` });
  const shipMails = async () =>
    (await Promise.all(ids.map((one) => mailsOf(open.admin, one))))
      .flatMap((mails) => mails ?? [])
      .filter(({ kind }) => kind === 'order_shipped');

  test('an order’s page offers the buyer’s other open orders, and what one package saves', async () => {
    await to(2, 'shipped');
    expect((await detail(0)).couldJoin.map((one) => one.id)).toEqual([id(1)]);
    expect(await preview(0, [1])).toEqual({
      shippingAmount: '21.00',
      togetherAmount: '12.00',
      refundAmount: '0.00',
      refusal: null,
    });
    await to(1, 'paid');
    expect((await preview(0, [1])).refundAmount).toBe('9.00');
  });

  test('the shipping of orders together is that of one package, and the buyer reads one email', async () => {
    await to(1, 'paid');
    const joined = await together(0, [1, 2], { method: 'Zelle' });
    expect(joined.json()).toMatchObject({
      shippingAmount: '12.00',
      together: [{ id: id(1) }, { id: id(2) }],
      couldJoin: [],
    });
    expect(await detail(1)).toMatchObject({
      shippingAmount: '0.00',
      totalAmount: '80.00',
      receivedAmount: '80.00',
      surplusAmount: '0.00',
    });
    expect(
      (await detail(1)).money.map(({ kind, amount, method }) => [kind, amount, method]),
    ).toEqual([
      ['payment', '89.00', null],
      ['refund', '9.00', 'Zelle'],
    ]);
    expect(await detail(2)).toMatchObject({ shippingAmount: '0.00', totalAmount: '40.00' });
    const mails = (await Promise.all(ids.map((one) => mailsOf(open.admin, one))))
      .flat()
      .filter(({ kind }) => kind === 'orders_together');
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Orders #${id(0)}, #${id(1)}, and #${id(2)} will ship together`,
    ]);
    expect(mails[0]?.text).toContain(
      'Shipping for all of them is $12.00 instead of $28.00.\nWe refunded $9.00 by Zelle.',
    );
    expect((await detail(2)).history.at(-1)?.text).toBe(
      `The order is sent together with #${id(0)} and #${id(1)}.`,
    );
  });

  test('the difference can be kept, and then no total changes', async () => {
    const before = [await detail(0), await detail(1)].map(({ totalAmount }) => totalAmount);
    expect(
      (await together(0, [1], { takesOff: false, shippingAmount: '21.00', writesToBuyer: false }))
        .statusCode,
    ).toBe(200);
    expect([await detail(0), await detail(1)].map(({ totalAmount }) => totalAmount)).toEqual(
      before,
    );
  });

  test('orders together are shipped by one act, and their buyer gets one email that names all', async () => {
    for (const index of [0, 1, 2]) await to(index, 'paid');
    await together(0, [1, 2]);
    await open.admin.request({
      method: 'PATCH',
      url: `/api/orders/${id(2)}`,
      payload: { carrier: 'UPS' },
    });
    await open.admin.request({
      method: 'PATCH',
      url: `/api/orders/${id(0)}`,
      payload: { customerName: 'Ada Byron' },
    });
    expect((await detail(2)).carrier).toBe('UPS');
    expect(
      (await to(1, 'shipped', { carrier: 'USPS', trackingNumber: '9400111' })).statusCode,
    ).toBe(200);
    for (const index of [0, 1, 2])
      expect(await detail(index)).toMatchObject({
        status: 'shipped',
        carrier: 'USPS',
        trackingNumber: '9400111',
      });
    const mails = await shipMails();
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Orders #${id(0)}, #${id(1)}, and #${id(2)} have shipped`,
    ]);
    expect(mails[0]?.text).toContain('are on their way in one package.');
    // A number that is corrected is that of the package.
    await open.admin.request({
      method: 'PATCH',
      url: `/api/orders/${id(0)}`,
      payload: { trackingNumber: '9400222' },
    });
    expect((await detail(2)).trackingNumber).toBe('9400222');
    await to(0, 'delivered');
    expect((await detail(2)).status).toBe('delivered');
  });

  test('a number that was noted before the orders came together is that of the package too', async () => {
    for (const index of [0, 1]) await to(index, 'paid');
    await open.admin.request({
      method: 'PATCH',
      url: `/api/orders/${id(0)}`,
      payload: { carrier: 'UPS', trackingNumber: '1Z999' },
    });
    await together(0, [1], { shippingAmount: '21.00' });
    await to(0, 'shipped');
    expect(await detail(1)).toMatchObject({
      status: 'shipped',
      carrier: 'UPS',
      trackingNumber: '1Z999',
    });
  });

  test('an order that isn’t paid keeps the package here, until it is paid or sent separately', async () => {
    for (const index of [0, 1]) await to(index, 'paid');
    await together(0, [1, 2]);
    const { refusal } = (
      await open.admin.get(`/api/manage/orders/${id(0)}/effects?status=shipped`)
    ).json();
    expect(refusal).toBe((await to(0, 'shipped')).json().message);
    expect(refusal).toBe(
      `Order #${id(2)} is in the same package and isn’t paid. Mark it paid, or send it separately.`,
    );
    expect((await alone(2)).json()).toMatchObject({ together: [], shippingAmount: '0.00' });
    expect((await to(0, 'shipped')).statusCode).toBe(200);
    expect((await detail(1)).status).toBe('shipped');
    expect((await detail(2)).status).toBe('pending');
    const shipped = `The package of order #${id(1)} has shipped. To send it separately, set`;
    expect((await alone(1)).json().message).toBe(
      `${shipped} orders #${id(0)} and #${id(1)} back to paid first.`,
    );
    await to(1, 'paid');
    expect((await alone(1)).json().message).toBe(`${shipped} order #${id(0)} back to paid first.`);
    await to(0, 'paid');
    expect((await alone(1)).statusCode).toBe(200);
  });

  test('a package keeps here what is corrected to go to another address', async () => {
    for (const index of [0, 1]) await to(index, 'paid');
    await together(0, [1], { shippingAmount: '21.00' });
    const correct = (customerAddress: string) =>
      open.admin.request({
        method: 'PATCH',
        url: `/api/orders/${id(1)}`,
        payload: { customerAddress },
      });
    const { customerAddress } = await detail(0);
    await correct('99 Far Road, Boise');
    const { refusal } = (
      await open.admin.get(`/api/manage/orders/${id(0)}/effects?status=shipped`)
    ).json();
    expect(refusal).toBe((await to(0, 'shipped')).json().message);
    expect(refusal).toBe(
      `Order #${id(1)} is in the same package and goes to another address. Correct one of them, or send it separately.`,
    );
    await correct(customerAddress);
    expect((await to(0, 'shipped')).statusCode).toBe(200);
    expect((await detail(1)).status).toBe('shipped');
  });

  test('two orders are apart again when one is taken out, cancelled or deleted, and may come together again', async () => {
    await together(0, [1], { shippingAmount: '21.00' });
    await alone(0);
    expect([(await detail(0)).together, (await detail(1)).together]).toEqual([[], []]);
    expect((await alone(0)).statusCode).toBe(409);
    await together(0, [1], { shippingAmount: '12.00' });
    await to(1, 'cancelled');
    expect((await detail(0)).together).toEqual([]);
    // What is left of two can join another, too.
    expect((await detail(2)).couldJoin.map((one) => one.id)).toEqual([id(0)]);
    expect((await together(2, [0], { shippingAmount: '19.00' })).statusCode).toBe(200);
    await open.admin.delete(`/api/orders/${id(2)}`);
    expect((await detail(0)).together).toEqual([]);
    expect((await to(0, 'shipped')).statusCode).toBe(200);
    expect((await shipMails())[0]?.subject).toBe(`Order #${id(0)} has shipped`);
  });

  test('an order of a package that has shipped does not ship again with another of it', async () => {
    for (const index of [0, 1]) await to(index, 'paid');
    await together(0, [1], { shippingAmount: '21.00' });
    await to(0, 'shipped');
    await to(1, 'paid');
    const before = (await detail(0)).history.length;
    await to(1, 'shipped');
    expect((await detail(0)).history).toHaveLength(before);
  });

  test('an order that is canceled leaves its package, which ships without it', async () => {
    for (const index of [0, 1, 2]) await to(index, 'paid');
    await together(0, [1, 2]);
    await to(1, 'cancelled');
    expect((await detail(0)).together.map((one) => one.id)).toEqual([id(2)]);
    await to(0, 'shipped');
    expect([(await detail(1)).status, (await detail(2)).status]).toEqual(['cancelled', 'shipped']);
    expect((await shipMails())[0]?.subject).toBe(`Orders #${id(0)} and #${id(2)} have shipped`);
  });

  test('what cannot travel together is refused in words', async () => {
    const [specimen = 0, far = 0] = await addSpecimens(open.shop.ctx, [
      { title: 'Dioptase' },
      { title: 'Epidote' },
    ]);
    ids.push(
      await place(specimen, { customerEmail: 'other@buyer.example' }),
      await place(far, { customerAddress: '99 Far Road, Boise' }),
    );
    expect((await together(0, [3], { shippingAmount: '12.00' })).json()).toMatchObject({
      code: 'state_conflict',
    });
    expect((await preview(0, [4])).refusal).toBe(
      `Order #${id(4)} goes to another address. Correct one of them first.`,
    );
    expect((await together(0, [1], { shippingAmount: '5.00' })).json().message).toBe(
      'Shipping of these orders is $21.00 now. Please look again.',
    );
    expect((await together(0, [])).statusCode).toBe(400);
    await to(0, 'shipped');
    expect((await together(0, [1])).json().message).toBe(
      `Order #${id(0)} is shipped, so it can’t be sent together with another.`,
    );
  });

  test('the same act sent twice at once takes off once', async () => {
    const twice = await Promise.all([
      together(0, [1], { shippingAmount: '21.00' }),
      together(1, [0], { shippingAmount: '21.00' }),
    ]);
    expect(twice.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect([(await detail(0)).totalAmount, (await detail(1)).totalAmount]).toEqual([
      '112.00',
      '80.00',
    ]);
  });
});
