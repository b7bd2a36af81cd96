/** Every link of every mail of a shop's life, opened by somebody to whom it was not sent: a mail scanner, twice, and late. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORDER_KEY_HEADER, orderKeyIn } from '#core/contract/selling/order-key.ts';
import { settleAllDue } from '#core/server/admin/schedule/schedule.service.ts';
import { sendDueMails } from '#core/server/messages/mail/sending.service.ts';
import { FOLLOW_KEY_HEADER, followIn } from '#features/follows/contract/follow-rules.ts';
import { ENTRY_KEY_HEADER, entryIn } from '#features/waiting-list/contract/waiting-rules.ts';
import { smtpSender } from '#platform/mail/smtp.ts';
import { ADMIN, type Browser } from './support/app.ts';
import { allRows } from './support/backups.ts';
import { type CachedShop, openCachedShop } from './support/cached-shop.ts';
import { onEveryDatabase, type TestDatabase } from './support/databases.ts';
import { type MailServer, startMailServer } from './support/mail-server.ts';
import { directBody } from './support/orders.ts';
import { addSpecimens } from './support/specimens.ts';

const IVO = 'ivo@waiter.example';
/** What only those to whom it was sent may read. */
const traces =
  /Ada Buyer|Quarry Road|Harbor Street|@(?:buyer|waiter)\.example|tip repaired|It is not/;

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let server: MailServer;
  let shop: CachedShop;
  let links: string[];

  beforeAll(async () => {
    database = await makeDatabase();
    server = await startMailServer();
    shop = await openCachedShop(database, {
      config: { smtpUrl: server.url, logLevel: 'silent' },
    });
    await live();
    links = [...new Set((await mails()).flatMap(linksOf))];
  });
  afterAll(async () => {
    await shop.app.close();
    await server.close();
    await database.close();
  });

  const mails = () =>
    database.db
      .selectFrom('mails')
      .select(['kind', 'body_text', 'unsubscribe_url'])
      .orderBy('id')
      .execute();
  type Mail = Awaited<ReturnType<typeof mails>>[number];
  const linksOf = ({ body_text, unsubscribe_url }: Mail): string[] => [
    ...(body_text.match(/https:\/\/druse\.example[^\s)>"]*/g) ?? []),
    ...(unsubscribe_url ? [unsubscribe_url] : []),
  ];

  async function done(response: ReturnType<Browser['get']>) {
    const { statusCode, body } = await response;
    expect(statusCode, body).toBeLessThan(300);
    return body === '' ? null : JSON.parse(body);
  }
  const place = async (id: number): Promise<number> =>
    (await done(shop.visitor().post('/api/orders', directBody(id)))).order.id;
  async function fillIn(path: string, fields: object) {
    const { token } = await done(shop.visitor().get('/api/inquiries/form'));
    shop.clock.forward({ seconds: 3 });
    await done(shop.visitor().post(path, { ...fields, token }));
  }
  /** The press on the page that a mail's link opens. */
  async function confirm(page: string, path: string, header: string, linkIn: typeof entryIn) {
    const texts = (await mails()).map(({ body_text }) => body_text).join('\n');
    const link = linkIn(new RegExp(`/${page}(#\\S+)`).exec(texts)?.[1] ?? '');
    const headers = { [header]: link?.key ?? '' };
    await done(shop.visitor().post(`${path}/${link?.id}/confirmation`, undefined, headers));
  }
  /** What the admin has just done is mailed a little later. */
  async function sendAll() {
    shop.clock.forward({ minutes: 1 });
    await sendDueMails(shop.ctx, smtpSender(server.url), () => false);
  }

  /** Writes nearly every kind of mail. */
  async function live() {
    const admin = await shop.admin();
    const to = (id: number, status: string) =>
      done(admin.put(`/api/orders/${id}/status`, { status }));
    await done(admin.put('/api/settings/general', { contactEmail: 'owner@shop.example' }));
    const titles = ['Amethyst', 'Topaz', 'Rutile'];
    const ids = await addSpecimens(
      shop.ctx,
      titles.map((title) => ({ title })),
    );
    const [sold = 0, canceled = 0, removed = 0] = ids;
    const orders = { sold: await place(sold), canceled: await place(canceled) };
    const unwanted = await place(removed);
    await fillIn(`/api/specimens/${canceled}/waiting-list`, { email: IVO });
    await fillIn('/api/follows', { email: IVO, query: '' });
    const question = 'Is the tip repaired?';
    await fillIn(`/api/specimens/${sold}/inquiries`, { name: 'Ivo', email: IVO, question });
    await sendAll();
    await confirm('in-line', '/api/waiting-list', ENTRY_KEY_HEADER, entryIn);
    await confirm('follow', '/api/follows', FOLLOW_KEY_HEADER, followIn);
    const inquiry = await database.db.selectFrom('inquiries').select('id').executeTakeFirst();
    await done(admin.post(`/api/manage/inquiries/${inquiry?.id}/answers`, { text: 'It is not.' }));
    await addSpecimens(shop.ctx, [{ title: 'Fluorite' }]);
    await to(orders.sold, 'paid');
    const payload = { customerAddress: '9 Harbor Street' };
    await done(admin.request({ method: 'PATCH', url: `/api/orders/${orders.sold}`, payload }));
    await sendAll();
    await to(orders.sold, 'shipped');
    await to(orders.canceled, 'cancelled');
    await done(admin.delete(`/api/orders/${unwanted}`));
    const elsewhere = { payload: ADMIN, remoteAddress: '203.0.113.7' };
    await done(shop.visitor().request({ method: 'POST', url: '/api/auth/login', ...elsewhere }));
    await sendAll();
    shop.clock.forward({ days: 1 });
    await settleAllDue(shop.ctx);
    await sendAll();
  }

  /** Without cookies, as a browser sends it: what is behind # stays there. */
  async function open(link: string) {
    const { pathname, search } = new URL(link);
    const { statusCode, body } = await shop.visitor().get(pathname + search);
    return { link, statusCode, betrays: traces.exec(body)?.[0] };
  }
  async function openAllTwice() {
    const pages = [];
    for (const link of [...links, ...links]) pages.push(await open(link));
    return pages.filter(({ statusCode, betrays }) => statusCode >= 500 || betrays);
  }
  /** What the page of a link asks for with its key, for a scanner that runs scripts. */
  async function readByScripts(link: string) {
    const { pathname, hash } = new URL(link);
    const order = /^\/order-confirmation\/(\d+)$/.exec(pathname)?.[1];
    const [entry, follow] = [entryIn(hash), followIn(hash)];
    const get = shop.visitor().get;
    if (order) await get(`/api/orders/${order}`, { [ORDER_KEY_HEADER]: orderKeyIn(hash) ?? '' });
    if (entry) await get(`/api/waiting-list/${entry.id}`, { [ENTRY_KEY_HEADER]: entry.key });
    if (follow) await get(`/api/follows/${follow.id}`, { [FOLLOW_KEY_HEADER]: follow.key });
  }

  test('a shop that lives for a day writes nearly every kind of mail', async () => {
    const kinds = new Set((await mails()).map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual([
      'follow_news',
      'follow_question',
      'inquiry',
      'inquiry_answer',
      'new_login',
      'new_order',
      'order_address_changed',
      'order_cancelled',
      'order_paid',
      'order_placed',
      'order_removed',
      'order_shipped',
      'waiting_ended',
      'waiting_offer',
      'waiting_question',
    ]);
  });

  test('no link of a mail does or betrays anything when a scanner opens it, twice, with scripts', async () => {
    const before = await allRows(database.db);
    expect(await openAllTwice()).toEqual([]);
    for (const link of links) await readByScripts(link);
    expect(await allRows(database.db)).toEqual(before);
  });

  test('no link of a mail breaks or betrays anything years later', async () => {
    shop.clock.forward({ days: 1000 });
    await settleAllDue(shop.ctx);
    expect(await openAllTwice()).toEqual([]);
  });
});
