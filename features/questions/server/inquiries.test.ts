import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OtherMails } from '#core/contract/messages/mails.ts';
import { clearOldIpAddresses } from '#core/server/admin/operations/ip-address-cleanup.service.ts';
import type { Inbox, InquiryThread } from '#features/questions/contract/inquiries.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { type MailShop, mailsOf, openMailShop, placeOrder } from '#tests/support/mails.ts';
import { withKey } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';

const asker = { name: 'Ines Asker', email: 'ines@asker.example' };
const question = 'Does it fluoresce?\nUnder which light?';

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
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
    for (const table of ['inquiries', 'mails', 'orders', 'specimens', 'site_settings'] as const)
      await database.db.deleteFrom(table).execute();
  });
  afterAll(async () => {
    await mailShop.close();
    await database.close();
  });

  const piece = async (change: object = {}) =>
    (await addSpecimens(shop.ctx, [{ title: 'Amethyst', ...change }]))[0] ?? 0;
  /** The token of a form that has been open for long enough. */
  const filledForm = async ({ clock, visitor }: TestApp, remoteAddress?: string) => {
    const { token } = (
      await visitor().request({ url: '/api/inquiries/form', remoteAddress })
    ).json<{ token: string }>();
    clock.forward({ seconds: 3 });
    return token;
  };
  type Change = { remoteAddress?: string; headers?: Record<string, string> } & Record<
    string,
    unknown
  >;
  async function ask(
    path: string,
    body: object,
    { remoteAddress, headers, ...change }: Change = {},
    at: TestApp = shop,
  ) {
    const payload = { ...body, question, token: await filledForm(at, remoteAddress), ...change };
    return at
      .visitor()
      .request({ method: 'POST', url: `/api/${path}/inquiries`, payload, headers, remoteAddress });
  }
  const askAbout = (id: number, change: Change = {}, at: TestApp = shop) =>
    ask(`specimens/${id}`, asker, change, at);
  const inbox = async (query = '') =>
    (await admin.get(`/api/manage/inquiries${query}`)).json<Inbox>();
  const onlyInquiry = async (query = '') => {
    const [thread] = (await inbox(query)).threads;
    const [inquiry] = (thread as InquiryThread).inquiries;
    if (!inquiry) throw new Error('The inbox is empty');
    return inquiry;
  };
  const mails = async () => (await admin.get('/api/mails')).json<OtherMails>().mails;

  describe('a question about a specimen', () => {
    test('goes to the admin alone, by mail and into the inbox', async () => {
      const id = await piece();
      const response = await askAbout(id);
      expect(response.statusCode, response.body).toBe(201);
      expect(response.json()).toEqual({ isMailed: true });
      const rows = await database.db
        .selectFrom('mails')
        .select(['to_address', 'reply_to', 'subject', 'body_text'])
        .execute();
      expect(rows).toMatchObject([
        {
          to_address: 'hello@druse.example',
          reply_to: asker.email,
          subject: 'Question about Amethyst',
        },
      ]);
      expect(rows[0]?.body_text).toContain(question);
      expect(rows[0]?.body_text).toContain(`https://druse.example/specimen/${id}\n`);
      const { id: asked } = await onlyInquiry();
      expect(rows[0]?.body_text).toContain(
        `https://druse.example/inbox?question=${asked}#question-${asked}\n`,
      );
      expect(await inbox()).toMatchObject({
        threads: [
          {
            title: 'Amethyst',
            specimenId: id,
            orderId: null,
            inquiries: [
              {
                ...asker,
                status: 'open',
                messages: [{ author: 'asker', text: question, mailStatus: null }],
              },
            ],
          },
        ],
        counts: { open: 1, done: 0 },
        page: 1,
        pages: 1,
        hasMailServer: true,
      });
    });

    test('is answered by a mail to the asker, which quotes it', async () => {
      await askAbout(await piece());
      const { id } = await onlyInquiry();
      expect(
        (
          await admin.post(`/api/manage/inquiries/${id}/answers`, {
            text: 'Yes, blue.\nLong wave.',
          })
        ).statusCode,
      ).toBe(204);
      const [mail] = await mails();
      expect(mail).toMatchObject({
        kind: 'inquiry_answer',
        to: asker.email,
        subject: 'Your question about Amethyst',
        status: 'waiting',
      });
      expect(mail?.text).toContain('Yes, blue.\nLong wave.');
      expect(mail?.text).toContain('> Does it fluoresce?\n> Under which light?');
      expect((await onlyInquiry('?status=done')).messages).toMatchObject([
        { author: 'asker', text: question },
        { author: 'admin', text: 'Yes, blue.\nLong wave.', mailStatus: 'waiting' },
      ]);
    });

    test('is answered once the answer is written, and open again when the asker writes again', async () => {
      const id = await piece();
      await askAbout(id);
      const first = await onlyInquiry();
      await admin.post(`/api/manage/inquiries/${first.id}/answers`, { text: 'Yes.' });
      expect(await inbox()).toMatchObject({ threads: [], counts: { open: 0, done: 1 } });
      shop.clock.forward({ minutes: 5 });
      await askAbout(id);
      const { threads, counts } = await inbox();
      expect(counts).toEqual({ open: 1, done: 0 });
      expect(threads[0]?.inquiries.map(({ status }) => status)).toEqual(['open', 'done']);
    });

    test('about a hidden or unknown specimen is refused as for one that does not exist', async () => {
      const refused = await Promise.all([
        askAbout(await piece({ visible: false })),
        askAbout(2_000_000),
      ]);
      expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
      expect(refused[0]?.body).toBe(refused[1]?.body);
      expect((await inbox()).threads).toEqual([]);
    });

    onTheOtherToo.each([
      ['a name of two lines', { name: 'Ines\nBcc: all@asker.example' }],
      ['an email address of two lines', { email: 'ines@asker.example\nbcc@asker.example' }],
      ['no question', { question: ' \n ' }],
      ['a question with U+0000', { question: 'Is it\0 real?' }],
      ['a question of 2,001 characters', { question: 'x'.repeat(2_001) }],
      ['a filled trap', { website: 'https://spam.example' }],
      ['a token that is not the shop’s', { token: '1763715600000.forged' }],
    ])('with %s is refused', async (_, change) => {
      expect((await askAbout(await piece(), change)).statusCode).toBe(400);
      expect((await inbox()).threads).toEqual([]);
    });

    onTheOtherToo(
      'that came within three seconds, or more than a day after the form, is refused',
      async () => {
        const id = await piece();
        const { token } = (await shop.visitor().get('/api/inquiries/form')).json<{
          token: string;
        }>();
        const send = () =>
          shop.visitor().post(`/api/specimens/${id}/inquiries`, { ...asker, question, token });
        shop.clock.forward({ seconds: 2 });
        const fast = await send();
        expect([fast.statusCode, fast.headers['retry-after']]).toEqual([429, '1']);
        shop.clock.forward({ seconds: 1 });
        expect((await send()).statusCode).toBe(201);
        shop.clock.forward({ days: 1 });
        expect((await send()).statusCode).toBe(409);
      },
    );
  });

  describe('a question about an order', () => {
    test('needs the right to read the order, and comes from its buyer', async () => {
      const order = await placeOrder(shop);
      const path = `orders/${order.id}`;
      const stranger = await ask(path, {});
      const unknown = await ask('orders/2000000', {});
      expect([stranger.statusCode, stranger.body]).toEqual([404, unknown.body]);
      expect((await ask(path, {}, { headers: withKey(order) })).statusCode).toBe(201);
      expect((await inbox()).threads).toMatchObject([
        {
          title: `Order #${order.id}`,
          specimenId: null,
          orderId: order.id,
          inquiries: [{ name: 'Ada Buyer', email: 'ada@buyer.example' }],
        },
      ]);
      expect((await mailsOf(admin, order.id)).map(({ kind }) => kind)).toContain('inquiry');
    });

    test('goes with the personal data of its buyer', async () => {
      const order = await placeOrder(shop);
      await ask(`orders/${order.id}`, {}, { headers: withKey(order) });
      expect(
        (await admin.post(`/api/manage/orders/${order.id}/erase`, { evenPending: true }))
          .statusCode,
      ).toBe(200);
      expect((await inbox()).threads).toEqual([]);
      expect((await ask(`orders/${order.id}`, {}, { headers: withKey(order) })).statusCode).toBe(
        409,
      );
    });
  });

  describe('the inbox', () => {
    test('is the admin’s alone', async () => {
      for (const [method, path] of [
        ['GET', ''],
        ['POST', '/1/answers'],
        ['PATCH', '/1'],
        ['DELETE', '/1'],
      ] as const) {
        const url = `/api/manage/inquiries${path}`;
        expect(
          (
            await shop
              .visitor()
              .request({ method, url, payload: method === 'GET' ? undefined : {} })
          ).statusCode,
          url,
        ).toBe(401);
      }
    });

    test('has a thread for each specimen, that with the newest question first, until all of it is done', async () => {
      const [first, second] = [await piece(), await piece({ title: 'Fluorite' })];
      for (const id of [first, second, first]) await askAbout(id);
      const { threads } = await inbox();
      expect(threads.map(({ specimenId, inquiries }) => [specimenId, inquiries.length])).toEqual([
        [first, 2],
        [second, 1],
      ]);
      const [latest, earliest] = threads[0]?.inquiries ?? [];
      const close = (id = 0) =>
        admin.request({
          method: 'PATCH',
          url: `/api/manage/inquiries/${id}`,
          payload: { status: 'done' },
        });
      await close(latest?.id);
      expect((await inbox()).threads[0]?.inquiries.map(({ status }) => status)).toEqual([
        'done',
        'open',
      ]);
      await close(earliest?.id);
      expect((await inbox()).counts).toEqual({ open: 1, done: 1 });
      expect((await inbox('?status=done')).threads.map(({ specimenId }) => specimenId)).toEqual([
        first,
      ]);
    });

    test('shows each thread with its open questions, however many of another have been answered', async () => {
      const [busy, quiet] = [await piece({ title: 'Beryl' }), await piece({ title: 'Calcite' })];
      const row = (id: number, status: 'open' | 'done') => ({
        subject: `specimen ${id}`,
        title: 'Any',
        specimen_id: id,
        order_id: null,
        name: 'Ines',
        email: asker.email,
        ip_address: '',
        status,
        created_at: shop.clock.now().toISOString(),
      });
      const rows = [
        row(quiet, 'open'),
        row(busy, 'open'),
        ...Array.from({ length: 600 }, () => row(busy, 'done')),
      ];
      await database.db.insertInto('inquiries').values(rows).execute();
      const { threads } = await inbox();
      expect(
        threads.map((thread) => [
          thread.specimenId,
          thread.inquiries.filter(({ status }) => status === 'open').length,
        ]),
      ).toEqual([
        [busy, 1],
        [quiet, 1],
      ]);
      expect(threads[0]?.inquiries).toHaveLength(50);
    });

    test('opens at the page of a question that is asked for, also where its thread has many', async () => {
      const row = (subject: number) => ({
        subject: `specimen ${subject}`,
        title: 'Any',
        specimen_id: null,
        order_id: null,
        name: 'Ines',
        email: asker.email,
        ip_address: '',
        status: 'open' as const,
        created_at: shop.clock.now().toISOString(),
      });
      const rows = [
        ...Array.from({ length: 60 }, () => row(1)),
        ...Array.from({ length: 20 }, (_, n) => row(2 + n)),
      ];
      await database.db.insertInto('inquiries').values(rows).execute();
      const [oldest] = await database.db
        .selectFrom('inquiries')
        .select('id')
        .orderBy('id')
        .execute();
      expect(await inbox()).toMatchObject({ page: 1, pages: 2 });
      const { page, threads } = await inbox(`?question=${oldest?.id}`);
      expect([
        page,
        threads.length,
        threads[0]?.inquiries.length,
        threads[0]?.inquiries.at(-1)?.id,
      ]).toEqual([2, 1, 50, oldest?.id]);
      // One that is done, or gone, is on no page of the open ones.
      await database.db
        .updateTable('inquiries')
        .set({ status: 'done' })
        .where('subject', '=', 'specimen 1')
        .execute();
      expect(await inbox(`?question=${oldest?.id}`)).toMatchObject({
        page: 1,
        counts: { open: 20 },
      });
      expect(await inbox(`?status=done&question=${oldest?.id}`)).toMatchObject({
        page: 1,
        threads: [{}],
      });
      expect(await inbox('?question=2147483647')).toMatchObject({ page: 1 });
    });

    test('keeps a question whose specimen is deleted', async () => {
      const id = await piece();
      await askAbout(id);
      await admin.delete(`/api/specimens/${id}`);
      expect((await inbox()).threads).toMatchObject([
        { title: 'Amethyst', specimenId: null, inquiries: [asker] },
      ]);
    });

    test('deletes a question with its answers and mails', async () => {
      await askAbout(await piece());
      const { id } = await onlyInquiry();
      await admin.post(`/api/manage/inquiries/${id}/answers`, { text: 'Yes.' });
      expect((await admin.delete(`/api/manage/inquiries/${id}`)).statusCode).toBe(204);
      expect([await mails(), (await inbox()).threads]).toEqual([[], []]);
      expect(await database.db.selectFrom('inquiry_messages').select('id').execute()).toEqual([]);
      expect((await admin.delete(`/api/manage/inquiries/${id}`)).statusCode).toBe(404);
    });

    test('forgets the IP addresses of the askers after a day', async () => {
      await askAbout(await piece());
      const known = () =>
        database.db.selectFrom('inquiries').select('ip_address').executeTakeFirst();
      await clearOldIpAddresses(shop.ctx, () => false);
      expect(await known()).toEqual({ ip_address: '127.0.0.1' });
      shop.clock.forward({ days: 1 });
      await clearOldIpAddresses(shop.ctx, () => false);
      expect(await known()).toEqual({ ip_address: '' });
    });
  });

  test('without a mail server a question is in the inbox alone, and is answered elsewhere', async () => {
    const silent = await makeApp(database);
    const response = await askAbout(await piece(), {}, silent);
    expect(response.json()).toEqual({ isMailed: false });
    const { id } = await onlyInquiry();
    const { hasMailServer } = (
      await (await silent.admin()).get('/api/manage/inquiries')
    ).json<Inbox>();
    expect(hasMailServer).toBe(false);
    const answer = await (await silent.admin()).post(`/api/manage/inquiries/${id}/answers`, {
      text: 'Yes.',
    });
    expect(answer.statusCode).toBe(409);
    expect([await mails(), (await onlyInquiry()).messages.length]).toEqual([[], 1]);
    await silent.app.close();
  });

  test('in an hour the shop takes a bounded number of questions of an address, a network and in all', async () => {
    const limited = await makeApp(database, { config: { rateLimits: true } });
    const ids = await addSpecimens(
      shop.ctx,
      Array.from({ length: 45 }, (_, index) => ({ title: `Quartz ${index}` })),
    );
    let next = 0;
    /** How many of a number of questions are accepted. @param source of the nth one. */
    async function taken(
      count: number,
      source: (n: number) => string,
      about = () => ids[next++ % ids.length] ?? 0,
    ): Promise<number> {
      let accepted = 0;
      for (let n = 0; n < count; n++) {
        const { statusCode, headers } = await askAbout(
          about(),
          { remoteAddress: source(n) },
          limited,
        );
        if (statusCode === 201) accepted += 1;
        else expect([statusCode, Number(headers['retry-after']) > 0]).toEqual([429, true]);
      }
      return accepted;
    }
    const anHourLater = () => limited.clock.forward({ minutes: 61 });
    expect(await taken(6, () => '198.51.100.7')).toBe(5);
    expect(await taken(11, (n) => `198.51.100.${20 + n}`)).toBe(10);
    anHourLater();
    expect(
      await taken(
        11,
        (n) => `192.0.${n}.1`,
        () => ids[0] ?? 0,
      ),
    ).toBe(10);
    expect(await taken(31, (n) => `203.${n}.113.1`)).toBe(30);
    anHourLater();
    expect(await taken(1, () => '198.51.100.7')).toBe(1);
    anHourLater();
    // From the half of what all may ask together on, a network gets a tenth of it: three networks cannot close the form.
    const of = (network: string) => (n: number) => `${network}.${n + 1}`;
    expect([
      await taken(15, of('198.51.1')),
      await taken(15, of('198.51.2')),
      await taken(15, of('198.51.3')),
    ]).toEqual([15, 5, 4]);
    expect(await taken(1, of('198.51.4'))).toBe(1);
    anHourLater();
    const aboutOne = (network: string) => taken(6, of(network), () => ids[0] ?? 0);
    expect([
      await aboutOne('198.51.5'),
      await aboutOne('198.51.6'),
      await aboutOne('198.51.7'),
    ]).toEqual([5, 1, 1]);
    // About another piece the first network may still ask.
    expect(await taken(1, of('198.51.5'))).toBe(1);
    anHourLater();
    // In the same words, whether the email address is blocked or not.
    const blocked = 'blocked@known.example';
    const payload = { email: blocked, isBlocked: true };
    await admin.request({ method: 'PATCH', url: '/api/manage/buyers', payload });
    const remoteAddress = '198.51.100.7';
    await taken(5, () => remoteAddress);
    const token = await filledForm(limited, remoteAddress);
    const bodies: string[] = [];
    for (const email of [blocked, 'other@known.example']) {
      const response = await limited.visitor().request({
        method: 'POST',
        url: `/api/specimens/${ids[0]}/inquiries`,
        payload: { ...asker, email, question, token },
        remoteAddress,
      });
      bodies.push(response.body);
    }
    expect(bodies[0]).toContain('too_many_requests');
    expect(bodies[0]).toBe(bodies[1]);
    await limited.app.close();
  });
});
