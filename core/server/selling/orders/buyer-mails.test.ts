/** Words to the buyer, emails sent again, and their text before they go. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MailDraft } from '#core/contract/selling/order-edits.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { sendDueMails } from '#core/server/messages/mail/sending.service.ts';
import { smtpSender } from '#platform/mail/smtp.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { type MailShop, mailsOf, openMailShop, placeOrder } from '#tests/support/mails.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let open: MailShop;
  let id: number;

  beforeAll(async () => {
    database = await makeDatabase();
    open = await openMailShop(database);
  });
  beforeEach(async () => {
    await database.db.deleteFrom('orders').execute();
    open.server.received.length = 0;
    ({ id } = await placeOrder(open.shop));
  });
  afterAll(async () => {
    await open.close();
    await database.close();
  });

  const write = (text: string, key = 'one') =>
    open.admin.post(`/api/manage/orders/${id}/mails`, { text, key });
  const draft = async (input: object) =>
    (await open.admin.post(`/api/manage/orders/${id}/mail-draft`, input)).json<MailDraft>();
  const detail = async () => (await open.admin.get(`/api/manage/orders/${id}`)).json<OrderDetail>();
  const send = () => sendDueMails(open.shop.ctx, smtpSender(open.server.url), () => false);
  const WORDS = 'The matrix has a repair.\n\nDo you still want it?';

  test('words go to the buyer as their draft says, once, and stand in the order’s history', async () => {
    const { mail } = await draft({ kind: 'order_words', text: WORDS });
    expect(mail).toMatchObject({ to: 'ada@buyer.example', subject: `About your order #${id}` });
    expect(mail?.text).toContain(WORDS);
    expect(mail?.text).toContain(`This is about your order #${id} of`);
    expect(mail?.text).toContain('Amethyst');
    expect((await write(WORDS)).statusCode).toBe(200);
    expect((await write(WORDS)).statusCode).toBe(200);
    const words = (await mailsOf(open.admin, id)).filter(({ kind }) => kind === 'order_words');
    expect(words.map(({ text, status }) => [text, status])).toEqual([[mail?.text, 'waiting']]);
    const told = (await detail()).history.filter(
      ({ text }) => text === 'You emailed the buyer in your own words.',
    );
    expect(told).toHaveLength(1);
    await write(WORDS, 'another');
    expect(
      (await mailsOf(open.admin, id)).filter(({ kind }) => kind === 'order_words'),
    ).toHaveLength(2);
  });

  test('words need a text and an email address, and go with the personal data or with the order', async () => {
    expect((await write('  ')).statusCode).toBe(400);
    expect(
      (await open.admin.post('/api/manage/orders/2147483647/mails', { text: 'Hi', key: 'k' }))
        .statusCode,
    ).toBe(404);
    await write(WORDS);
    await open.admin.post(`/api/manage/orders/${id}/erase`, { evenPending: true });
    const stored = await database.db
      .selectFrom('mails')
      .select('body_text')
      .where('order_id', '=', id)
      .execute();
    expect(stored).toEqual([]);
    expect(JSON.stringify((await detail()).history)).not.toContain('matrix');
    expect((await write(WORDS, 'late')).json()).toMatchObject({ code: 'state_conflict' });
    expect(await draft({ kind: 'order_words', text: WORDS })).toMatchObject({ mail: null });
    const other = await placeOrder(open.shop);
    await open.admin.post(`/api/manage/orders/${other.id}/mails`, { text: WORDS, key: 'k' });
    await open.admin.delete(`/api/orders/${other.id}`);
    expect(
      await database.db
        .selectFrom('mails')
        .select('id')
        .where('body_text', 'like', '%matrix%')
        .execute(),
    ).toEqual([]);
  });

  test('an email that was sent is sent again with a new id, to the address that the order has now', async () => {
    await send();
    const [mail] = await mailsOf(open.admin, id);
    await database.db
      .updateTable('orders')
      .set({ customer_email: 'ada@new.example' })
      .where('id', '=', id)
      .execute();
    open.server.received.length = 0;
    expect((await open.admin.post(`/api/mails/${mail?.id}/send`)).json()).toMatchObject({
      status: 'waiting',
      to: 'ada@new.example',
    });
    await open.admin.post(`/api/mails/${mail?.id}/send`);
    await send();
    expect(open.server.received.map(({ envelope }) => envelope.to)).toEqual([['ada@new.example']]);
    expect(open.server.received[0]?.html).toMatch(
      /<p [^>]*>Hello,<\/p>[\s\S]*>View your order<\/a>/,
    );
    const { history, mails } = await detail();
    expect(mails[0]).toMatchObject({ status: 'sent', text: mail?.text });
    expect(
      history.filter(({ text }) => text === `“${mail?.subject}” was sent again.`),
    ).toHaveLength(1);
  });

  test('the emails of a refund and of a cancellation are read before they go, as they will go', async () => {
    const given = { method: 'Zelle', amount: '5' };
    await open.admin.put(`/api/orders/${id}/status`, { status: 'paid' });
    const { receivedAmount } = await detail();
    const refunded = await draft({ kind: 'order_refunded', ...given });
    await open.admin.post(`/api/manage/orders/${id}/refunds`, { ...given, receivedAmount });
    expect((await mailsOf(open.admin, id)).at(-1)?.text).toBe(refunded.mail?.text);
    const cancelled = await draft({ kind: 'order_cancelled', ...given });
    const { receivedAmount: left } = await detail();
    const input = { method: 'Zelle', refundAmount: '5', receivedAmount: left, pieces: 'sale' };
    await open.admin.post(`/api/manage/orders/${id}/cancel`, input);
    expect((await mailsOf(open.admin, id)).at(-1)?.text).toBe(cancelled.mail?.text);
    for (const amount of ['', 'all', '0'])
      expect(
        (await draft({ kind: 'order_refunded', method: 'Zelle', amount })).mail,
        amount,
      ).toBeNull();
  });
});
