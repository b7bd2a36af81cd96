/** What the rest of the shop does with questions: Today, mails, blocks, erased orders, restores. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { htmlOf } from '#core/server/messages/mail/stored-html.ts';
import { contentsInTheWay } from '#features/backup/server/restore.service.ts';
import type { Inbox } from '#features/questions/contract/inquiries.ts';
import type { Today } from '#features/today/contract/today.ts';
import type { Browser, TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { type MailShop, openMailShop, placeOrder } from '#tests/support/mails.ts';
import { withKey } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

const EMAIL = 'ines@asker.example';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let mailShop: MailShop;
  let shop: TestApp;
  let admin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    mailShop = await openMailShop(database, { publicUrl: 'https://druse.example' });
    shop = mailShop.shop;
  });
  beforeEach(async () => {
    admin = await shop.admin();
    for (const table of ['inquiries', 'mails', 'buyers', 'orders', 'specimens'] as const)
      await database.db.deleteFrom(table).execute();
  });
  afterAll(async () => {
    await mailShop.close();
    await database.close();
  });

  const piece = async (title = 'Fluorite') => (await addSpecimens(shop.ctx, [{ title }]))[0] ?? 0;
  async function tryAsking(path: string, body: object, headers: Record<string, string> = {}) {
    const { token } = (await shop.visitor().get('/api/inquiries/form')).json<{ token: string }>();
    shop.clock.forward({ seconds: 3 });
    const sent = { question: 'Does it glow?', token, ...body };
    return shop.visitor().post(`/api/${path}/inquiries`, sent, headers);
  }
  async function ask(...sent: Parameters<typeof tryAsking>): Promise<void> {
    const response = await tryAsking(...sent);
    expect(response.statusCode, response.body).toBe(201);
  }
  const askAbout = (id: number, name = 'Ines Asker') =>
    ask(`specimens/${id}`, { name, email: EMAIL });
  const inquiryNow = async (status = 'open') =>
    (await admin.get(`/api/manage/inquiries?status=${status}`)).json<Inbox>().threads[0]
      ?.inquiries[0];
  const waiting = async () =>
    (await admin.get('/api/manage/today'))
      .json<Today>()
      .groups.find(({ kind }) => kind === 'question');
  const block = (email: string) =>
    admin.request({
      method: 'PATCH',
      url: '/api/manage/buyers',
      payload: { email, isBlocked: true },
    });

  test('a question waits in Today, with a photo of its piece, until it is answered or done', async () => {
    const id = await piece();
    await askAbout(id);
    const at = shop.clock.now().toISOString();
    await askAbout(id, 'Jon Asker');
    const group = await waiting();
    expect(group).toMatchObject({
      count: 2,
      rows: [
        {
          title: 'Fluorite',
          detail: 'Ines Asker',
          specimenId: id,
          at,
          thumbnail: expect.stringMatching(/^\/media\/.+-320\.jpg$/),
        },
        {},
      ],
    });
    const [first, second] = group?.rows ?? [];
    expect(first).not.toHaveProperty('stone');
    const answer = {
      inquiry_id: first?.id ?? 0,
      author: 'admin' as const,
      text: 'Yes.',
      created_at: shop.clock.now().toISOString(),
    };
    await database.db.insertInto('inquiry_messages').values(answer).execute();
    expect((await waiting())?.rows).toEqual([second]);
    await admin.request({
      method: 'PATCH',
      url: `/api/manage/inquiries/${second?.id}`,
      payload: { status: 'done' },
    });
    expect(await waiting()).toBeUndefined();
  });

  test('a question and its answer have the picture of the piece as long as visitors see it', async () => {
    const picturesIn = async (kind: string) => {
      const { body_html } = await database.db
        .selectFrom('mails')
        .select('body_html')
        .where('kind', '=', kind)
        .executeTakeFirstOrThrow();
      return [...htmlOf(body_html).matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src);
    };
    const id = await piece('Halite');
    const shown = await database.db
      .selectFrom('specimen_media')
      .select('media_id')
      .where('specimen_id', '=', id)
      .executeTakeFirst();
    await askAbout(id);
    expect(await picturesIn('inquiry')).toEqual([
      `https://druse.example/media/${shown?.media_id}-640.jpg`,
    ]);
    await database.db
      .updateTable('specimens')
      .set({ visible: false })
      .where('id', '=', id)
      .execute();
    const response = await admin.post(`/api/manage/inquiries/${(await inquiryNow())?.id}/answers`, {
      text: 'Yes.',
    });
    expect(response.statusCode, response.body).toBeLessThan(300);
    expect(await picturesIn('inquiry_answer')).toEqual([]);
  });

  test('from a blocked address no question is taken, in words that give no reason', async () => {
    const order = await placeOrder(shop);
    await block('ADA@buyer.example');
    for (const response of [
      await tryAsking(`specimens/${await piece()}`, { name: 'Ada', email: 'Ada@Buyer.example' }),
      await tryAsking(`orders/${order.id}`, {}, withKey(order)),
    ]) {
      expect(response.statusCode).toBe(409);
      expect(response.json()).toEqual({
        code: 'state_conflict',
        message: 'We can’t accept this question online. Please email hello@druse.example.',
      });
    }
    expect(await database.db.selectFrom('inquiries').selectAll().execute()).toEqual([]);
  });

  test('what was asked about an order is erased with its buyer, and nothing of another', async () => {
    const [order, other] = [await placeOrder(shop), await placeOrder(shop)];
    for (const one of [order, other]) await ask(`orders/${one.id}`, {}, withKey(one));
    await admin.post(`/api/manage/orders/${order.id}/erase`, { evenPending: true });
    expect(await database.db.selectFrom('inquiries').select('order_id').execute()).toEqual([
      { order_id: other.id },
    ]);
  });

  test('a question that another tab has answered is not answered a second time unseen', async () => {
    await askAbout(await piece());
    const first = await inquiryNow();
    const answer = (text: string, last?: number) =>
      admin.request({
        method: 'POST',
        url: `/api/manage/inquiries/${first?.id}/answers`,
        payload: { text },
        headers: last === undefined ? {} : { 'if-match': `"${last}"` },
      });
    const seen = first?.messages.at(-1)?.id;
    expect((await answer('By tab A', seen)).statusCode).toBe(204);
    expect((await answer('By tab B', seen)).json()).toMatchObject({ code: 'changed_meanwhile' });
    const now = await inquiryNow('done');
    expect(now?.messages.map(({ text }) => text)).toEqual(['Does it glow?', 'By tab A']);
    expect((await answer('By tab B', now?.messages.at(-1)?.id)).statusCode).toBe(204);
    expect((await answer('By a script')).statusCode).toBe(204);
  });

  test('no backup is restored over questions', async () => {
    const id = await piece();
    await askAbout(id);
    await database.db.deleteFrom('specimens').execute();
    expect(await contentsInTheWay(shop.ctx, true)).toEqual(['1 question']);
  });
});
