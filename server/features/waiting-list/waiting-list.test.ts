import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Today } from '#contract/today.ts';
import type { Entry, WaitingEntry } from '#contract/waiting-list.ts';
import { ENTRY_KEY_HEADER, entryIn } from '#contract/waiting-rules.ts';
import { clearOldIpAddresses } from '#server/features/operations/ip-address-cleanup.service.ts';
import { settleAllDue } from '#server/features/schedule/schedule.service.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { type MailShop, openMailShop } from '#tests/support/mails.ts';
import { auditBooks, cartBody, directBody, stockOf } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { entriesOf, eraseEntriesOf } from './entries.service.ts';

const IVO = 'ivo@waiter.example';
const JUNE = 'june@waiter.example';

onEveryDatabase((makeDatabase, engine) => {
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
    for (const table of ['waiting_entries', 'mails', 'orders', 'specimens', 'site_settings'] as const)
      await database.db.deleteFrom(table).execute();
  });
  afterAll(async () => {
    await mailShop.close();
    await database.close();
  });

  const piece = async (change: object = {}) => (await addSpecimens(shop.ctx, [{ title: 'Amethyst', ...change }]))[0] ?? 0;
  async function ask(id: number, email: string, { at = shop, remoteAddress = '198.51.100.7' } = {}) {
    const { token } = (await at.visitor().request({ url: '/api/inquiries/form', remoteAddress })).json<{ token: string }>();
    at.clock.forward({ seconds: 3 });
    return at.visitor().request({ method: 'POST', url: `/api/specimens/${id}/waiting-list`, payload: { email, token }, remoteAddress });
  }
  const mailsTo = async (address: string) =>
    database.db.selectFrom('mails').select(['kind', 'subject', 'body_text']).where('to_address', '=', address).orderBy('id').execute();
  /** The link in the latest mail to an address. */
  async function linkOf(email: string) {
    const link = /in-line(#\S+)/.exec((await mailsTo(email)).at(-1)?.body_text ?? '')?.[1] ?? '';
    const named = entryIn(link);
    if (!named) throw new Error(`No mail to ${email} has a link`);
    return named;
  }
  type Link = { id: number; key: string };
  const call = async (method: 'GET' | 'POST' | 'DELETE', { id, key }: Link, browser = shop.visitor(), action = '') =>
    browser.request({ method, url: `/api/waiting-list/${id}${action}`, headers: { [ENTRY_KEY_HEADER]: key } });
  const read = async (link: Link, browser?: Browser) => (await call('GET', link, browser)).json<Entry>();
  const confirm = async (link: Link) => (await call('POST', link, shop.visitor(), '/confirmation')).json<Entry>();
  const leave = (link: Link) => call('DELETE', link);
  /** Puts an address in line. @returns its link. */
  async function wait(id: number, email: string): Promise<Link> {
    const response = await ask(id, email);
    expect([response.statusCode, response.body]).toEqual([204, '']);
    const link = await linkOf(email);
    await confirm(link);
    return link;
  }
  const order = async (id: number, browser = shop.visitor()) => browser.post('/api/orders', directBody(id));
  const cancel = async (id: number) => admin.put(`/api/orders/${id}/status`, { status: 'cancelled' });
  /** A piece in the pending order of somebody else. */
  async function heldPiece(change: object = {}) {
    const id = await piece(change);
    const { order: placed } = (await order(id)).json<{ order: { id: number } }>();
    return { id, orderId: placed.id };
  }
  const specimen = async (id: number) => (await shop.visitor().get(`/api/specimens/${id}`)).json();
  const stock = async (id: number) => (await stockOf(shop.ctx, [id]))[0];
  const waitingList = async (id: number) => (await admin.get(`/api/manage/specimens/${id}/waiting-list`)).json<WaitingEntry[]>();
  const endings = async (id: number) =>
    database.db.selectFrom('events').select(['actor', 'data']).where('specimen_id', '=', id).where('kind', '=', 'waiting_ended').execute();
  const settle = () => settleAllDue(shop.ctx);
  /** What the mail worker does. */
  const sendMails = () => database.db.updateTable('mails').set({ status: 'sent' }).where('status', '=', 'waiting').execute();
  const set = (change: object) => admin.put('/api/settings/orders', change);

  test('a blocked address gets no mail, and the same answer as every other', async () => {
    const { id } = await heldPiece();
    const blocked = { email: 'Blocked@line.example', isBlocked: true };
    await admin.request({ method: 'PATCH', url: '/api/manage/buyers', payload: blocked });
    const response = await ask(id, 'blocked@line.example');
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(await mailsTo('blocked@line.example')).toEqual([]);
  });

  test('the first in line alone can buy what becomes free, with the link of the mail, and everybody can once nobody waits', async () => {
    const { id, orderId } = await heldPiece();
    expect(await specimen(id)).toMatchObject({ status: 'pending', canWait: true, reservedUntil: null });
    const [ivo, june] = [await wait(id, IVO), await wait(id, JUNE)];
    expect([await read(ivo), await read(june)]).toMatchObject([
      { state: 'waiting', ahead: 0 },
      { state: 'waiting', ahead: 1 },
    ]);
    const drops = shop.drops();
    await cancel(orderId);
    expect(shop.drops()).toBeGreaterThan(drops);
    const until = new Date(shop.clock.now().getTime() + 24 * 3_600_000).toISOString();
    expect(await specimen(id)).toMatchObject({ status: 'pending', available: 0, heldUntil: null, reservedUntil: until });
    expect((await mailsTo(IVO)).map(({ kind }) => kind)).toEqual(['waiting_question', 'waiting_offer']);
    expect((await mailsTo(JUNE)).map(({ kind }) => kind)).toEqual(['waiting_question']);
    const { groups } = (await admin.get('/api/manage/today')).json<Today>();
    expect(groups.find(({ kind }) => kind === 'nextInLine')).toMatchObject({
      count: 1,
      rows: [{ id: ivo.id, specimenId: id, title: 'Amethyst', detail: IVO, at: until }],
    });

    const browser = shop.visitor();
    expect((await order(id, browser)).json()).toMatchObject({ code: 'specimen_unavailable', lines: [{ reason: 'pending' }] });
    expect(await read(june, browser)).toMatchObject({ state: 'waiting' });
    expect((await order(id, browser)).statusCode).toBe(409);
    expect(await read(ivo, browser)).toMatchObject({ state: 'offered', offeredUntil: until });
    const check = async () => (await browser.post('/api/cart/check', { items: [{ specimenId: id, quantity: 1 }] })).json().lines[0];
    expect(await check()).toMatchObject({ state: 'ok', available: 1 });
    const bought = await browser.post('/api/orders', cartBody([{ specimenId: id, quantity: 1 }]));
    expect(bought.statusCode, bought.body).toBe(201);
    expect([await stock(id), await check()]).toMatchObject(['1-1 pending', { state: 'pending' }]);
    expect((await read(ivo, browser)).state).toBe('bought');
    expect(await auditBooks(database.db)).toEqual([]);

    await cancel(bought.json().order.id);
    await leave(await linkOf(JUNE));
    expect(await specimen(id)).toMatchObject({ status: 'available', available: 1, reservedUntil: null });
    expect((await order(id)).statusCode).toBe(201);
    expect(await auditBooks(database.db)).toEqual([]);
  });

  test('whoever lets the time pass makes room for the next, and in the end for everybody', async () => {
    const { id, orderId } = await heldPiece();
    const [ivo, june] = [await wait(id, IVO), await wait(id, JUNE)];
    await cancel(orderId);
    const browser = shop.visitor();
    await read(ivo, browser);
    await sendMails();
    shop.clock.forward({ hours: 24 });
    // Nobody has settled it yet: it is over all the same, and nobody else's.
    expect([(await order(id, browser)).statusCode, (await order(id)).statusCode]).toEqual([409, 409]);
    await Promise.all([settle(), settle()]);
    expect([(await read(ivo)).state, (await read(june)).state]).toEqual(['passed', 'offered']);
    await sendMails();
    shop.clock.forward({ hours: 24 });
    await Promise.all([settle(), settle()]);
    expect([await stock(id), (await read(june)).state]).toEqual(['1-0 available', 'passed']);
    expect((await mailsTo(JUNE)).map(({ kind }) => kind)).toEqual(['waiting_question', 'waiting_offer']);
  });

  test('an offer that ended while no shop was there, or before its mail could go, is made once more', async () => {
    const { id, orderId } = await heldPiece();
    const ivo = await wait(id, IVO);
    await cancel(orderId);
    shop.clock.forward({ hours: 30 });
    await settle();
    expect((await read(ivo)).state).toBe('offered');
    // The mail about the first offer had not gone: only that about the second is left.
    const mails = await mailsTo(IVO);
    expect(mails.map(({ kind }) => kind)).toEqual(['waiting_question', 'waiting_offer']);
    expect(mails.at(-1)?.body_text).toContain('here it is again');
    shop.clock.forward({ hours: 30 });
    await settle();
    expect([await stock(id), (await read(ivo)).state]).toEqual(['1-0 available', 'passed']);
  });

  test.each(['failed', 'uncertain'] as const)('an offer whose mail is %s was seen by nobody: it is made once more', async (status) => {
    const { id, orderId } = await heldPiece();
    const ivo = await wait(id, IVO);
    await cancel(orderId);
    await database.db.updateTable('mails').set({ status }).where('kind', '=', 'waiting_offer').execute();
    const states: string[] = [];
    for (let round = 0; round < 2; round++) {
      shop.clock.forward({ hours: 24 });
      await settle();
      states.push((await read(ivo)).state);
    }
    // The mail that did not go stays for the admin to see.
    expect([states, (await mailsTo(IVO))[1]?.kind, await stock(id)]).toEqual([['offered', 'passed'], 'waiting_offer', '1-0 available']);
  });

  test('a mail that still waits to be sent goes no more once its offer is over', async () => {
    const { id, orderId } = await heldPiece();
    const [ivo, june] = [await wait(id, IVO), await wait(id, JUNE)];
    const kinds = async (email: string) => (await mailsTo(email)).map(({ kind }) => kind);
    await cancel(orderId);
    const setQuantity = async (quantity: number) => {
      await admin.put(`/api/specimens/${id}`, { title: 'Amethyst', category: 'Minerals', quantity });
      await settle();
    };
    await setQuantity(2);
    const asked = ['waiting_question'];
    expect([await kinds(IVO), await kinds(JUNE)]).toEqual([
      [...asked, 'waiting_offer'],
      [...asked, 'waiting_offer'],
    ]);
    await setQuantity(1);
    expect([await kinds(JUNE), (await read(june)).state]).toEqual([asked, 'waiting']);
    await leave(ivo);
    expect([await kinds(IVO), await kinds(JUNE)]).toEqual([asked, [...asked, 'waiting_offer']]);
    const browser = shop.visitor();
    await read(june, browser);
    expect((await order(id, browser)).statusCode).toBe(201);
    expect(await kinds(JUNE)).toEqual(asked);
    expect((await endings(id)).map(({ actor }) => actor)).toEqual(['buyer', 'buyer']);
  });

  test('a place in line is confirmed by a button, for a known address as for a new one', async () => {
    const { id } = await heldPiece();
    const ivo = await wait(id, IVO);
    const [again, fresh] = [await ask(id, IVO.toUpperCase()), await ask(id, JUNE)];
    expect([again.statusCode, again.body, again.headers['content-length']]).toEqual([
      fresh.statusCode,
      fresh.body,
      fresh.headers['content-length'],
    ]);
    const [second, june] = [await linkOf(IVO.toUpperCase()), await linkOf(JUNE)];
    expect((await read(june)).state).toBe('unconfirmed');
    expect((await waitingList(id)).map(({ email }) => email)).toEqual([IVO]);
    expect((await confirm(second)).state).toBe('double');
    expect([(await confirm(ivo)).state, (await confirm(june)).ahead]).toEqual(['waiting', 1]);
    expect([
      (await call('GET', { ...june, key: ivo.key })).statusCode,
      (await call('GET', { id: 999_999, key: june.key })).statusCode,
    ]).toEqual([404, 404]);
  });

  test('nobody waits for what can be bought, is sold, is hidden or has no price', async () => {
    const free = await piece();
    const ids = [
      free,
      await piece({ status: 'sold' }),
      await piece({ status: 'pending', price: 'On request' }),
      await piece({ visible: false }),
    ];
    expect(await Promise.all(ids.map(async (id) => (await ask(id, IVO)).statusCode))).toEqual([409, 409, 409, 404]);
    const { id, orderId } = await heldPiece();
    await ask(id, IVO);
    await cancel(orderId);
    expect((await confirm(await linkOf(IVO))).state).toBe('free');
    expect(await stock(id)).toBe('1-0 available');
  });

  describe('what the admin does to a piece', () => {
    test.each([
      [
        'sold by an order',
        async ({ orderId }: { orderId: number }) => admin.put(`/api/orders/${orderId}/status`, { status: 'paid' }),
        'sold',
      ],
      ['hidden', async ({ id }: { id: number }) => admin.put(`/api/specimens/${id}`, { visible: false }), 'gone'],
      ['deleted', async ({ id }: { id: number }) => admin.delete(`/api/specimens/${id}`), 'gone'],
      ['without waiting lists', async () => set({ waitingHours: 0 }), 'closed'],
    ])('%s, it ends the places in line with a mail', async (_, act, state) => {
      const held = await heldPiece();
      const ivo = await wait(held.id, IVO);
      await act(held);
      await Promise.all([settle(), settle()]);
      expect((await read(ivo)).state).toBe(state);
      expect((await mailsTo(IVO)).map(({ kind }) => kind)).toEqual(['waiting_question', 'waiting_ended']);
      expect(await auditBooks(database.db)).toEqual([]);
    });

    test('a late payment cannot take what the next in line was promised, until the line is emptied', async () => {
      const { id, orderId } = await heldPiece();
      const [ivo] = [await wait(id, IVO), await wait(id, JUNE)];
      await cancel(orderId);
      const pay = () => admin.put(`/api/orders/${orderId}/status`, { status: 'paid' });
      expect((await pay()).json()).toMatchObject({
        code: 'state_conflict',
        message: expect.stringContaining('reserved for the next in line'),
      });
      expect((await admin.get(`/api/manage/orders/${orderId}/effects?status=paid`)).json()).toMatchObject({
        refusal: expect.stringContaining('reserved for the next in line'),
      });
      await admin.delete(`/api/manage/waiting-list/${ivo.id}`);
      expect((await waitingList(id)).map(({ email, offeredUntil }) => [email, offeredUntil !== null])).toEqual([[JUNE, true]]);
      await admin.delete(`/api/manage/specimens/${id}/waiting-list`);
      expect([await stock(id), (await pay()).statusCode, await stock(id)]).toEqual(['1-0 available', 200, '0-0 sold']);
    });

    test('a raised quantity is offered to those in line first, one piece each', async () => {
      const { id } = await heldPiece();
      const [ivo, june] = [await wait(id, IVO), await wait(id, JUNE)];
      const { version, title, category } = await specimen(id);
      expect(version).toBeGreaterThan(0);
      const edit = (quantity: number) => admin.put(`/api/specimens/${id}`, { title, category, quantity });
      await edit(2);
      // The line has the piece from the same instant on; who gets it is settled in the next round.
      expect((await order(id)).statusCode).toBe(409);
      await settle();
      expect([(await read(ivo)).state, (await read(june)).state]).toEqual(['offered', 'waiting']);
      await edit(4);
      await settle();
      expect(await specimen(id)).toMatchObject({ status: 'available', available: 1 });
      await edit(2);
      await settle();
      expect([(await read(ivo)).state, (await read(june)).state]).toEqual(['offered', 'waiting']);
      expect(await auditBooks(database.db)).toEqual([]);
    });

    test('all calls are his alone', async () => {
      const ivo = await wait((await heldPiece()).id, IVO);
      for (const [method, url] of [
        ['GET', '/api/manage/specimens/1/waiting-list'],
        ['DELETE', '/api/manage/specimens/1/waiting-list'],
        ['DELETE', `/api/manage/waiting-list/${ivo.id}`],
      ] as const)
        expect((await shop.visitor().request({ method, url })).statusCode, url).toBe(401);
    });
  });

  test('at the instant of an end the piece goes to one: the buyer in line, a stranger or the late payment', async () => {
    for (const minutes of [-1, 0]) {
      const { id, orderId } = await heldPiece();
      const ivo = await wait(id, IVO);
      await cancel(orderId);
      const browser = shop.visitor();
      await read(ivo, browser);
      await sendMails();
      shop.clock.forward({ hours: 24, minutes });
      const tried = await Promise.all([
        order(id, browser),
        settle(),
        order(id),
        admin.put(`/api/orders/${orderId}/status`, { status: 'paid' }),
        settle(),
      ]);
      const winners = tried.filter((response) => response && response.statusCode < 300);
      expect(winners.length).toBeLessThanOrEqual(1);
      if (minutes < 0) expect(tried[0].statusCode).toBe(201);
      await settle();
      expect(await stock(id)).not.toMatch(/^1-0 pending/);
      expect(await auditBooks(database.db)).toEqual([]);
    }
  });

  test('an order by the link of a confirmed address needs no other proof', async () => {
    const { id, orderId } = await heldPiece();
    const ivo = await wait(id, IVO);
    await cancel(orderId);
    const browser = shop.visitor();
    await read(ivo, browser);
    const placed = await browser.post('/api/orders', { ...directBody(id), customerEmail: IVO });
    const row = await database.db
      .selectFrom('orders')
      .select('email_proved_at')
      .where('id', '=', placed.json().order.id)
      .executeTakeFirst();
    expect(row?.email_proved_at).not.toBeNull();
  });

  test('what is known of an address can be told and forgotten; a month after its end it is forgotten by itself', async () => {
    const { id, orderId } = await heldPiece();
    const ivo = await wait(id, IVO);
    await ask(id, JUNE);
    await cancel(orderId);
    expect(await entriesOf(shop.ctx, IVO.toUpperCase())).toMatchObject([{ email: IVO, title: 'Amethyst', ended_as: null }]);
    shop.clock.forward({ days: 1, minutes: 1 });
    await clearOldIpAddresses(shop.ctx, () => false);
    const rows = () => database.db.selectFrom('waiting_entries').select(['email', 'ip_address']).orderBy('id').execute();
    expect([await rows(), await mailsTo(JUNE)]).toEqual([[{ email: IVO, ip_address: '' }], []]);
    await leave(ivo);
    shop.clock.forward({ days: 30 });
    await clearOldIpAddresses(shop.ctx, () => false);
    expect([await rows(), await mailsTo(IVO)]).toEqual([[{ email: '', ip_address: '' }], []]);
    const { id: other } = await heldPiece();
    await wait(other, JUNE);
    await inTransaction(database.db, (tx) => eraseEntriesOf(tx, JUNE, shop.clock.now().toISOString()));
    await settle();
    expect([await entriesOf(shop.ctx, JUNE), await mailsTo(JUNE), await auditBooks(database.db)]).toEqual([[], [], []]);
  });

  test('an address that is erased while its offer is being made gets no mail any more', async () => {
    const { id, orderId } = await heldPiece();
    await wait(id, IVO);
    const { cancelled } = await inTransaction(database.db, async (tx) => {
      await eraseEntriesOf(tx, IVO, shop.clock.now().toISOString());
      const cancelled = cancel(orderId);
      const blocked = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      if (engine === 'postgres') await vi.waitFor(async () => expect((await blocked.execute(database.db)).rows).not.toEqual([]), 5000);
      return { cancelled };
    });
    await cancelled;
    await settle();
    expect([await mailsTo(IVO), await stock(id)]).toEqual([[], '1-0 available']);
    // The event tells who ended the entry, and that it has.
    expect(await endings(id)).toEqual([{ actor: 'owner', data: expect.objectContaining({ as: 'removed' }) }]);
  });

  test('without a mail server nobody can wait', async () => {
    const silent = await makeApp(database);
    const { id } = await heldPiece();
    expect((await silent.visitor().get(`/api/specimens/${id}`)).json()).toMatchObject({ canWait: false });
    expect((await ask(id, IVO, { at: silent })).statusCode).toBe(409);
    await silent.app.close();
  });

  test('an address is asked three times an hour at most, which no response shows; an IP address may ask five times', async () => {
    const limited = await makeApp(database, { config: { rateLimits: true, smtpUrl: 'smtp://127.0.0.1:9' } });
    const { id } = await heldPiece();
    const asked = async (n: number) => (await ask(id, IVO, { at: limited, remoteAddress: `198.51.${n}.7` })).statusCode;
    expect([await asked(1), await asked(2), await asked(3), await asked(4)]).toEqual([204, 204, 204, 204]);
    expect(await mailsTo(IVO)).toHaveLength(3);
    const fromOne: number[] = [];
    for (let n = 0; n < 6; n++)
      fromOne.push((await ask(id, `a${n}@waiter.example`, { at: limited, remoteAddress: '203.0.113.9' })).statusCode);
    expect(fromOne).toEqual([204, 204, 204, 204, 204, 429]);
    await limited.app.close();
  });
});
