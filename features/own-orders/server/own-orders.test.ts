import { expect, test } from 'vitest';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { settleAllDue } from '#core/server/admin/schedule/schedule.service.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { faultsOf } from '#tests/support/mail-faults.ts';
import { sampleOf } from '#tests/support/mail-samples.ts';
import { mailsOf, placeOrder, useMailShop } from '#tests/support/mails.ts';
import { auditBooks, stockOf, withKey } from '#tests/support/orders.ts';
import { ownOrderTemplates } from './own-order-templates.ts';

type Placed = Awaited<ReturnType<typeof placeOrder>>;
const ADDRESS = '9 Harbor Street\nButte, Montana';

onEveryDatabase((makeDatabase) => {
  const open = useMailShop(makeDatabase);
  const cancel = (order: Placed, headers: Record<string, string> = withKey(order)) =>
    open.shop
      .visitor()
      .request({ method: 'POST', url: `/api/orders/${order.id}/cancellation`, headers });
  const move = (
    order: Placed,
    address = ADDRESS,
    headers: Record<string, string> = withKey(order),
  ) =>
    open.shop.visitor().request({
      method: 'PUT',
      url: `/api/orders/${order.id}/address`,
      payload: { address },
      headers,
    });
  const detail = async ({ id }: Placed) =>
    (await open.admin.get(`/api/manage/orders/${id}`)).json<OrderDetail>();
  const to = ({ id }: Placed, status: string) =>
    open.admin.put(`/api/orders/${id}/status`, { status });
  const read = async (order: Placed) =>
    (await open.shop.visitor().get(`/api/orders/${order.id}`, withKey(order))).json();
  const mailOf = async ({ id }: Placed, kind: string) =>
    (await mailsOf(open.admin, id)).filter((mail) => mail.kind === kind);

  test('the buyer cancels an unpaid order, its piece is back on sale, and both sides hear of it', async () => {
    const order = await placeOrder(open.shop);
    expect((await cancel(order)).statusCode).toBe(204);
    expect(await stockOf(open.shop.ctx, [order.specimenId ?? 0])).toEqual(['1-0 available']);
    expect(await read(order)).toMatchObject({
      status: 'cancelled',
      endedByBuyer: true,
      endedUnpaid: false,
      heldUntil: null,
    });
    const [toAdmin] = await mailOf(order, 'cancelled_by_buyer');
    expect(toAdmin?.subject).toBe(`Order #${order.id}: the buyer cancelled it`);
    expect(toAdmin?.text).toContain(
      `Ada Buyer cancelled order #${order.id} ($${order.totalAmount}) on its page. Nothing had been paid, and the hold has ended.\n\nBack on sale: Amethyst.`,
    );
    const [toBuyer] = await mailOf(order, 'order_cancelled');
    expect(toBuyer?.text).toContain('You cancelled it on your order’s page.');
    expect((await detail(order)).history).toContainEqual(
      expect.objectContaining({ actor: 'buyer', text: 'The buyer cancelled the order.' }),
    );
    expect(await auditBooks(open.database.db)).toEqual([]);
  });

  test('a second press changes nothing, and the clock of its hold has ended', async () => {
    const order = await placeOrder(open.shop);
    await cancel(order);
    expect((await cancel(order)).statusCode).toBe(204);
    open.shop.clock.forward({ days: 9 });
    await settleAllDue(open.shop.ctx);
    expect((await mailsOf(open.admin, order.id)).map(({ kind }) => kind).toSorted()).toEqual([
      'cancelled_by_buyer',
      'new_order',
      'order_cancelled',
      'order_placed',
    ]);
  });

  test.each([
    ['once a part was paid', /We’ve received \$5\.00 for order/],
    ['once paid', /is paid\. To cancel it, please email \S+@/],
    ['once shipped', /is shipped\. To cancel it/],
    ['once the payment is said to be sent', /You told us that you’ve sent the payment/],
  ])('the buyer does not cancel %s, and reads whom to ask', async (when, words) => {
    const order = await placeOrder(open.shop);
    if (when === 'once a part was paid')
      await open.admin.post(`/api/manage/orders/${order.id}/payments`, {
        amount: '5',
        method: 'Check',
        receivedAmount: '0.00',
      });
    else if (when === 'once paid') await to(order, 'paid');
    else if (when === 'once shipped') await to(order, 'shipped');
    else
      await open.shop
        .visitor()
        .post(`/api/orders/${order.id}/payment-reports`, undefined, withKey(order));
    const before = (await detail(order)).status;
    const response = await cancel(order);
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      expect.stringMatching(words),
    ]);
    expect((await detail(order)).status).toBe(before);
  });

  test('a stranger, the admin without the link and another site change and cancel nothing', async () => {
    const order = await placeOrder(open.shop);
    const foreign = { ...withKey(order), origin: 'https://evil.example' };
    const byAdmin = await open.admin.post(`/api/orders/${order.id}/cancellation`);
    expect([
      (await cancel(order, {})).statusCode,
      (await move(order, ADDRESS, {})).statusCode,
      byAdmin.statusCode,
      (await cancel(order, foreign)).statusCode,
      (await move(order, ADDRESS, foreign)).statusCode,
    ]).toEqual([404, 404, 404, 403, 403]);
    expect(await detail(order)).toMatchObject({
      status: 'pending',
      customerAddress: order.customerAddress,
    });
  });

  test.each(['pending', 'paid'])(
    'the address of a %s order is changed, and the owner reads the old one and the new',
    async (status) => {
      const order = await placeOrder(open.shop);
      if (status === 'paid') await to(order, 'paid');
      expect((await move(order)).statusCode).toBe(204);
      const { customerAddress, history, totalAmount } = await detail(order);
      expect([customerAddress, totalAmount]).toEqual([ADDRESS, order.totalAmount]);
      expect(history).toContainEqual(
        expect.objectContaining({
          actor: 'buyer',
          text: 'Address: 9 Harbor Street, Butte, Montana instead of 1 Quarry Road, Butte.',
        }),
      );
      const [mail] = await mailOf(order, 'address_by_buyer');
      expect(mail?.subject).toBe(`Order #${order.id}: new shipping address`);
      expect(mail?.text).toMatch(/New: 9 Harbor Street[\s\S]*Before: 1 Quarry Road, Butte/);
    },
  );

  test.each(['shipped', 'delivered', 'cancelled'])(
    'the address of a %s order stays, and the buyer reads whom to ask',
    async (status) => {
      const order = await placeOrder(open.shop);
      await to(order, status);
      const response = await move(order);
      expect([response.statusCode, response.json().message]).toEqual([
        409,
        expect.stringMatching(
          `^Order #${order.id} is ${status}. To change its address, please email \\S+@`,
        ),
      ]);
      expect((await detail(order)).customerAddress).toBe(order.customerAddress);
    },
  );

  test('the same address again writes to no one, and one too short is refused', async () => {
    const order = await placeOrder(open.shop);
    expect((await move(order, order.customerAddress)).statusCode).toBe(204);
    expect(await mailOf(order, 'address_by_buyer')).toEqual([]);
    const response = await move(order, 'Butte');
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      'Please enter your full shipping address',
    ]);
  });
});

const about = { id: 7, name: 'Ada', hasEmail: true };
test.each([
  sampleOf('cancelled_by_buyer', ownOrderTemplates.cancelled_by_buyer, {
    ...about,
    total: '$12.00',
    released: { free: ['Topaz'], reserved: ['Azurite'] },
  }),
  sampleOf('address_by_buyer', ownOrderTemplates.address_by_buyer, {
    ...about,
    from: '',
    to: ADDRESS,
  }),
])('$name is laid out as every mail program can show it', async (sample) => {
  expect(await faultsOf(sample)).toEqual([]);
});
