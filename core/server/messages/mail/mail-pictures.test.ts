/** Which pictures the shop's mails have in them. */
import { expect, test } from 'vitest';
import { smtpSender } from '#platform/mail/smtp.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { placeOrder, useMailShop } from '#tests/support/mails.ts';
import { sendDueMails } from './sending.service.ts';
import { htmlOf } from './stored-html.ts';

onEveryDatabase((makeDatabase) => {
  const opened = useMailShop(makeDatabase);

  /** The pictures in the latest mail of the kind. */
  async function picturesIn(kind: string): Promise<string[]> {
    const mail = await opened.database.db
      .selectFrom('mails')
      .select('body_html')
      .where('kind', '=', kind)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return [...htmlOf(mail?.body_html ?? '').matchAll(/<img src="([^"]+)"/g)].map(
      ([, src = '']) => src,
    );
  }

  test('the mails of an order have the picture that its line keeps, under its secret name', async () => {
    const { id, lines } = await placeOrder(opened.shop);
    const [line] = lines;
    const own = `https://druse.example${line?.imageUrl.replace('-full', '-640')}`;
    expect([await picturesIn('order_placed'), await picturesIn('new_order')]).toEqual([
      [own],
      [own],
    ]);
    await opened.database.db
      .updateTable('specimens')
      .set({ visible: false })
      .where('id', '=', line?.specimenId ?? 0)
      .execute();
    await opened.admin.put(`/api/orders/${id}/status`, { status: 'paid' });
    expect(await picturesIn('order_paid'), 'of a piece that visitors no longer see').toEqual([own]);
    await opened.database.db
      .updateTable('order_lines')
      .set({ media_id: null, image_url: '' })
      .where('order_id', '=', id)
      .execute();
    await opened.admin.put(`/api/orders/${id}/status`, { status: 'shipped' });
    expect(await picturesIn('order_shipped'), 'of a line without a picture').toEqual([]);
  });

  test('a mail that is sent again, and one that was sent as the desk shows it, have the picture that it had', async () => {
    const { server, admin, shop, database } = opened;
    const { id } = await placeOrder(shop);
    const pageOf = async (mailId = 0) => admin.get(`/api/mails/${mailId}/page`);
    const pictures = (html: string) =>
      [...html.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src);
    const [mail] = await database.db
      .selectFrom('mails')
      .select(['id', 'body_html'])
      .where('order_id', '=', id)
      .orderBy('id')
      .execute();
    const written = htmlOf(mail?.body_html ?? '');
    const before = await pageOf(mail?.id);
    expect(before.body.replace('<base target="_blank">', '')).toBe(written);
    expect(before.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-frame-options': 'SAMEORIGIN',
    });
    expect(before.headers['content-security-policy']).toMatch(/^default-src 'none'; /);
    const sendAll = () => sendDueMails(shop.ctx, smtpSender(server.url), () => false);
    await sendAll();
    expect(await picturesIn('order_placed')).toEqual([]);
    expect(pictures(written)).toHaveLength(1);
    expect(pictures((await pageOf(mail?.id)).body)).toEqual(pictures(written));
    await admin.post(`/api/mails/${mail?.id}/send`);
    await sendAll();
    const toBuyer = server.received.filter(
      ({ envelope }) => envelope.to[0] === 'ada@buyer.example',
    );
    expect(toBuyer.map(({ html }) => pictures(html))).toEqual([
      pictures(written),
      pictures(written),
    ]);
    expect((await shop.visitor().get(`/api/mails/${mail?.id}/page`)).statusCode).toBe(401);
    expect((await pageOf(999_999)).statusCode).toBe(404);
  });
});
