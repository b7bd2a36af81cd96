import { expect, test } from 'vitest';
import { sendDueMails } from '#core/server/messages/mail/sending.service.ts';
import { smtpSender } from '#platform/mail/smtp.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { mailPathOf, placeOrder, useMailShop } from '#tests/support/mails.ts';
import { keyOf, withKey } from '#tests/support/orders.ts';

onEveryDatabase((makeDatabase) => {
  const open = useMailShop(makeDatabase);
  const sendAll = () => sendDueMails(open.shop.ctx, smtpSender(open.server.url), () => false);
  type Placed = Awaited<ReturnType<typeof placeOrder>>;
  const emailOf = (order: Placed) =>
    open.shop.visitor().get(`/api/orders/${order.id}/email`, withKey(order));
  const correct = (
    order: Placed,
    email: string,
    headers: Record<string, string> = withKey(order),
  ) =>
    open.shop.visitor().request({
      method: 'PUT',
      url: `/api/orders/${order.id}/email`,
      payload: { email },
      headers,
    });

  test('only an email that failed for good can be sent to another address', async () => {
    const order = await placeOrder(open.shop);
    expect((await emailOf(order)).json()).toEqual({ hasFailed: false });
    expect((await correct(order, 'ada@right.example')).statusCode).toBe(409);
    open.server.behave('busy');
    await sendAll();
    expect((await emailOf(order)).json()).toEqual({ hasFailed: false });
  });

  test('the corrected address gets a link, and the former link ends', async () => {
    const order = await placeOrder(open.shop);
    const former = keyOf({ secretPath: await mailPathOf(open.admin, order.id) });
    open.server.behave('refuse');
    await sendAll();
    expect((await emailOf(order)).json()).toEqual({ hasFailed: true });
    open.server.behave('accept');
    expect((await correct(order, 'ada@right.example')).statusCode).toBe(204);
    expect((await emailOf(order)).json()).toEqual({ hasFailed: false });
    await sendAll();
    const link = open.server.received.find(({ envelope }) =>
      String(envelope.to).includes('ada@right.example'),
    );
    const fresh = /#key=([\w-]{32})/.exec(link?.text ?? '')?.[1] ?? '';
    const read = async (key: string) =>
      (
        await open.shop
          .visitor()
          .get(`/api/orders/${order.id}`, withKey({ secretPath: `/x#key=${key}` }))
      ).statusCode;
    expect([await read(former), await read(fresh), await read(keyOf(order))]).toEqual([
      404, 200, 200,
    ]);
    const { history } = (await open.admin.get(`/api/manage/orders/${order.id}`)).json();
    expect(history).toContainEqual(
      expect.objectContaining({
        actor: 'buyer',
        text: expect.stringContaining('ada@right.example'),
      }),
    );
  });

  test('a stranger corrects nothing, and an address that no server takes is refused', async () => {
    const order = await placeOrder(open.shop);
    open.server.behave('refuse');
    await sendAll();
    expect((await correct(order, 'eve@else.example', {})).statusCode).toBe(404);
    const response = await correct(order, 'ada..b@right.example');
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      'Please enter a valid email address',
    ]);
  });
});
