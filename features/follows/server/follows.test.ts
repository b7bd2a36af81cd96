import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { settleAllDue } from '#core/server/admin/schedule/schedule.service.ts';
import { newFormToken } from '#core/server/messages/forms/forms.service.ts';
import { FOLLOW_KEY_HEADER, followIn } from '#features/follows/contract/follow-rules.ts';
import type { Follow, Followable } from '#features/follows/contract/follows.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { NOW } from '#tests/support/order-rows.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { recordStatements } from '#tests/support/statements-run.ts';
import { askToFollow } from './follows.service.ts';

const IVO = 'ivo@follower.example';
const JUNE = 'june@follower.example';
type Link = { id: number; key: string };

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let second: TestApp;
  let admin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    const config = {
      publicUrl: 'https://druse.example',
      smtpUrl: 'smtp://127.0.0.1:1',
      rateLimits: true,
    } as const;
    shop = await makeApp(database, { config });
    // Another process on the same database.
    second = await makeApp(database, { config });
  });
  afterAll(async () => {
    await shop.app.close();
    await second.app.close();
    await database.close();
  });
  beforeEach(async () => {
    for (const table of ['follows', 'mails', 'specimens', 'buyers'] as const)
      await database.db.deleteFrom(table).execute();
    admin = await shop.admin();
  });

  async function ask(email: string, query: string, remoteAddress = '198.51.100.7') {
    const { token } = (
      await shop.visitor().request({ url: '/api/inquiries/form', remoteAddress })
    ).json<{ token: string }>();
    shop.clock.forward({ seconds: 3 });
    return shop.visitor().request({
      method: 'POST',
      url: '/api/follows',
      payload: { email, query, token },
      remoteAddress,
    });
  }
  const mails = () =>
    database.db
      .selectFrom('mails')
      .select(['kind', 'subject', 'body_text', 'unsubscribe_url'])
      .orderBy('id')
      .execute();
  const news = async () => (await mails()).filter(({ kind }) => kind === 'follow_news');
  async function linkOfLatest(): Promise<Link> {
    const link = followIn(/follow(#\S+)/.exec((await mails()).at(-1)?.body_text ?? '')?.[1] ?? '');
    if (!link) throw new Error('The latest mail has no link');
    return link;
  }
  const call = (method: 'GET' | 'POST' | 'DELETE', { id, key }: Link, action = '') =>
    shop.visitor().request({
      method,
      url: `/api/follows/${id}${action}`,
      headers: { [FOLLOW_KEY_HEADER]: key },
    });
  async function follow(query: string, email = IVO, remoteAddress?: string): Promise<Link> {
    const response = await ask(email, query, remoteAddress);
    expect([response.statusCode, response.body]).toEqual([204, '']);
    const link = await linkOfLatest();
    expect((await call('POST', link, '/confirmation')).json<Follow>()).toMatchObject({
      isConfirmed: true,
    });
    return link;
  }
  const wait = async (hours: number) => {
    shop.clock.forward({ hours });
    await settleAllDue(shop.ctx);
  };

  test('who has confirmed is told once of what newly fits, at most once a day', async () => {
    const [, dear = 0, hidden = 0] = await addSpecimens(shop.ctx, [
      { title: 'Wulfenite one', price: '100.00' },
      { title: 'Wulfenite dear', price: '400.00' },
      { title: 'Wulfenite hidden', visible: false },
    ]);
    await follow('?search=wulfenite&maxPrice=300&sort=price-up&cursor=abc');
    expect((await mails())[0]?.body_text).not.toContain('wulfenite');
    await wait(2);
    expect(await news()).toEqual([]);

    await addSpecimens(shop.ctx, [
      { title: 'Wulfenite two' },
      { title: 'Calcite' },
      { title: 'Wulfenite gone', status: 'sold' },
    ]);
    await wait(1);
    expect(await news()).toMatchObject([{ subject: 'New: Wulfenite two' }]);
    expect((await news())[0]?.body_text).toMatch(
      /“wulfenite”, up to \$300\.00.*Wulfenite two, \$100\.00:\nhttps:\/\/druse\.example\/specimen\//s,
    );

    // A price comes down, a piece becomes visible: both begin to fit on the same day.
    const { version: _, ...piece } = (await admin.get(`/api/specimens/${dear}`)).json();
    await admin.put(`/api/specimens/${dear}`, {
      title: piece.title,
      category: piece.category,
      price: '250.00',
    });
    await admin.put(`/api/specimens/${hidden}`, { visible: true });
    await wait(20);
    expect(await news()).toHaveLength(1);
    await wait(4);
    expect((await news()).map(({ subject }) => subject)).toEqual([
      'New: Wulfenite two',
      '2 new pieces: “wulfenite”, up to $300.00',
    ]);

    // What stops fitting and fits again has been told.
    await admin.put(`/api/specimens/${hidden}`, { visible: false });
    await wait(25);
    await admin.put(`/api/specimens/${hidden}`, { visible: true });
    await wait(25);
    expect(await news()).toHaveLength(2);
    expect((await admin.get('/api/manage/follows')).json()).toEqual([
      { query: 'search=wulfenite&maxPrice=300', name: '“wulfenite”, up to $300.00', followers: 1 },
    ]);
    expect((await shop.visitor().get('/api/manage/follows')).statusCode).toBe(401);
  });

  test('a list is called by the words of its filters, but never by a place that only hidden pieces tell of', async () => {
    const [seen = 0, hidden = 0] = await addSpecimens(shop.ctx, [
      { species: ['Wulfenite'], locality: ['Red Cloud Mine', 'USA'] },
      { locality: ['Secret Pocket', 'Peru'], visible: false },
    ]);
    const placeOf = async (id: number) =>
      (
        await database.db
          .selectFrom('specimens')
          .select('locality_id')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).locality_id;
    const query = `search=big&species=wulfenite&locality=${await placeOf(seen)}&size=small-cabinet&fluorescent=yes&days=30&sold=hide&maxPrice=300`;
    const nameOf = async (followed: string) =>
      (
        await shop.visitor().get(`/api/followable?${new URLSearchParams({ query: followed })}`)
      ).json().name;
    expect(await nameOf(query)).toBe(
      '“big”, Wulfenite, Red Cloud Mine, Small cabinet, Fluorescent, Last 30 days, unsold pieces, up to $300.00',
    );
    expect(
      (await shop.visitor().get(`/feed.xml?species=wulfenite&locality=${await placeOf(seen)}`))
        .body,
    ).toContain(': Wulfenite, Red Cloud Mine<');
    expect(await nameOf(`locality=${await placeOf(hidden)}`)).toBe('a locality without pieces');
    expect(await nameOf('')).toBe('the whole gallery');
    for (const path of ['facets', 'specimens'])
      expect(
        (await shop.visitor().get(`/api/${path}?locality=${await placeOf(hidden)}`)).body,
      ).not.toMatch(/Secret|Peru/);
  });

  test.each([
    ['species=wulfenite&maxPrice=300', 'email alerts for: Wulfenite, up to $300.00'],
    ['', 'email alerts for: the whole gallery'],
    ['search=cheap+pills&species=wulfenite', 'email alerts for new pieces in our gallery'],
    ['species=cheap-pills', 'email alerts for new pieces in our gallery'],
    ['colour=cheap-pills', 'email alerts for new pieces in our gallery'],
    ['size=cheap-pills', 'email alerts for new pieces in our gallery'],
  ])(
    'the mail that asks for a confirmation names the list %j by nothing that a visitor typed',
    async (query, words) => {
      await ask(IVO, query);
      const [question] = await mails();
      expect(question?.body_text).toContain(words);
      expect(question?.body_text).not.toMatch(/pills/i);
    },
  );

  test('two processes that look at once write one mail', async () => {
    await follow('category=Minerals');
    await addSpecimens(shop.ctx, [{ title: 'Halite' }]);
    shop.clock.forward({ hours: 2 });
    second.clock.forward({ hours: 3 });
    const stopped = { ...shop.ctx, config: { ...shop.ctx.config, publicUrl: 'no address' } };
    await settleAllDue(stopped);
    expect(shop.log.some((line) => line.includes('what is due could not be settled'))).toBe(true);
    expect(await news()).toEqual([]);
    await Promise.all([settleAllDue(shop.ctx), settleAllDue(second.ctx), settleAllDue(shop.ctx)]);
    expect(await news()).toHaveLength(1);
  });

  test('a request does the same work for a blocked address as for any other, so its time tells nothing', async () => {
    await addSpecimens(shop.ctx, [{}]);
    const { database: recorded, statements } = recordStatements(database);
    await database.db
      .insertInto('buyers')
      .values({ email: 'blocked@follower.example', note: '', blocked_at: NOW })
      .execute();
    const workOf = async (email: string, source: number) => {
      const token = await newFormToken(shop.ctx);
      shop.clock.forward({ seconds: 3 });
      statements.length = 0;
      await askToFollow(
        { ...shop.ctx, db: recorded.db },
        { email, query: '', token },
        `198.51.${source}.7`,
      );
      return [...statements];
    };
    // The first request fills caches.
    await workOf(IVO, 1);
    const usual = await workOf(JUNE, 2);
    expect(usual).toContain('InsertQueryNode mails');
    expect(await workOf('blocked@follower.example', 3)).toEqual(usual);
    await workOf(IVO, 4);
    await workOf(IVO, 5);
    expect(await workOf(IVO, 6)).toEqual(usual);
    expect(await mails()).toHaveLength(4);
  });

  test('an address that does not answer gets nothing more and is forgotten', async () => {
    await addSpecimens(shop.ctx, [{}]);
    const blocked = {
      email: 'blocked@follower.example',
      note: '',
      blocked_at: '2026-11-21T09:00:00.000Z',
    };
    await database.db.insertInto('buyers').values(blocked).execute();
    expect((await ask('blocked@follower.example', '')).statusCode).toBe(204);
    expect(await mails()).toEqual([]);
    for (let count = 0; count < 4; count += 1)
      expect((await ask(IVO, `maxPrice=${count}`)).statusCode).toBe(204);
    expect(await mails()).toHaveLength(3);
    const tooMany = await ask('june@follower.example', '');
    expect([tooMany.statusCode, tooMany.json().code]).toEqual([429, 'too_many_requests']);
    // Before the list is looked at, about which nobody could be told here.
    const withoutMails = { ...shop.ctx, config: { ...shop.ctx.config, smtpUrl: null } };
    const token = await newFormToken(shop.ctx);
    shop.clock.forward({ seconds: 3 });
    const again = askToFollow(withoutMails, { email: IVO, query: '', token }, '198.51.100.7');
    await expect(again).rejects.toMatchObject({ code: 'too_many_requests' });
    const { clearOldIpAddresses } = await import(
      '#core/server/admin/operations/ip-address-cleanup.service.ts'
    );
    shop.clock.forward({ hours: 25 });
    await clearOldIpAddresses(shop.ctx, () => false);
    expect(await database.db.selectFrom('follows').select('id').execute()).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  test('one click ends it: on the page of its link, or in the mail program, without a trace', async () => {
    const link = await follow('category=Minerals');
    expect((await call('GET', { ...link, key: 'x' })).statusCode).toBe(404);
    expect((await call('GET', link)).json()).toMatchObject({
      name: 'Minerals',
      query: 'category=Minerals',
      isConfirmed: true,
    });
    await addSpecimens(shop.ctx, [{ title: 'Halite' }]);
    await wait(2);
    const url = new URL((await news())[0]?.unsubscribe_url ?? '');
    expect(url.origin).toBe('https://druse.example');
    const opened = await shop.visitor().get(url.pathname + url.search);
    expect([opened.statusCode, opened.headers.location]).toEqual([
      302,
      `/follow#follow=${link.id}&key=${link.key}`,
    ]);
    const click = await shop.visitor().request({
      method: 'POST',
      url: url.pathname + url.search,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(click.statusCode, click.body).toBe(204);
    expect([await database.db.selectFrom('follows').select('id').execute(), await mails()]).toEqual(
      [[], []],
    );
    expect((await call('GET', link)).statusCode).toBe(404);

    const again = await follow('category=Minerals');
    const newer = await follow('category=Minerals', IVO.toUpperCase());
    expect((await call('GET', again)).statusCode).toBe(404);
    expect((await call('DELETE', newer)).statusCode).toBe(204);
    expect((await call('DELETE', newer)).statusCode).toBe(404);
  });

  test('a second list, or somebody else’s of the same name, leaves the first one followed', async () => {
    const minerals = await follow('category=Minerals');
    const [crystals, june] = [
      await follow('category=Crystals'),
      await follow('category=Minerals', JUNE),
    ];
    for (const link of [minerals, crystals, june])
      expect((await call('GET', link)).json()).toMatchObject({ isConfirmed: true });
    // What was asked for and not confirmed is followed by nobody.
    await ask(IVO, 'category=Fossils');
    await ask('kim@follower.example', 'category=Minerals');
    expect((await admin.get('/api/manage/follows')).json()).toEqual([
      { query: 'category=Minerals', name: 'Minerals', followers: 2 },
      { query: 'category=Crystals', name: 'Crystals', followers: 1 },
    ]);
    // Nor is one that ends taken along by another of the same address.
    expect((await call('DELETE', crystals)).statusCode).toBe(204);
    expect((await call('GET', minerals)).statusCode).toBe(200);
  });

  test('what was new while the address was blocked, or the shop could send no mail, is told later', async () => {
    await follow('category=Minerals');
    const block = (isBlocked: boolean) =>
      admin.request({
        method: 'PATCH',
        url: '/api/manage/buyers',
        payload: { email: IVO, isBlocked },
      });
    await block(true);
    await addSpecimens(shop.ctx, [{ title: 'Halite' }]);
    await wait(2);
    expect(await news()).toEqual([]);
    await block(false);
    await wait(1);
    expect((await news()).map(({ subject }) => subject)).toEqual(['New: Halite']);

    await addSpecimens(shop.ctx, [{ title: 'Barite' }]);
    shop.clock.forward({ hours: 25 });
    await settleAllDue({ ...shop.ctx, config: { ...shop.ctx.config, smtpUrl: null } });
    expect(await news()).toHaveLength(1);
    await wait(1);
    expect((await news()).map(({ subject }) => subject)).toEqual(['New: Halite', 'New: Barite']);
  });

  test('an address follows ten lists and is asked about no eleventh, until it leaves one', async () => {
    const links: Link[] = [];
    for (let price = 1; price <= 10; price += 1) {
      // From an address each: the real minute's limit of calls is not what this is about.
      links.push(await follow(`maxPrice=${price}`, IVO, `203.0.113.${price}`));
      shop.clock.forward({ hours: 1 });
    }
    const asked = async () => (await mails()).length;
    const before = await asked();
    expect((await ask(IVO, 'maxPrice=11', '203.0.113.11')).statusCode).toBe(204);
    expect(await asked()).toBe(before);
    shop.clock.forward({ hours: 1 });
    if (links[0]) await call('DELETE', links[0]);
    const left = await asked();
    await ask(IVO, 'maxPrice=12', '203.0.113.12');
    expect(await asked()).toBe(left + 1);
  });

  test('without a mail server there is the feed of the same list alone', async () => {
    const quiet = await makeApp(database, { config: { publicUrl: 'https://druse.example' } });
    await addSpecimens(quiet.ctx, [
      { title: 'Halite', price: '20.00' },
      { title: 'Opal', category: 'Gemstones' },
    ]);
    const offer = (
      await quiet.visitor().get('/api/followable?query=maxPrice%3D50%26utm%3Dx%26values%3Dall')
    ).json<Followable>();
    expect(offer).toEqual({ query: 'maxPrice=50', name: 'up to $50.00', total: 1, canMail: false });
    const { token } = (await quiet.visitor().get('/api/inquiries/form')).json();
    quiet.clock.forward({ seconds: 3 });
    const refused = await quiet.visitor().post('/api/follows', { email: IVO, query: '', token });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'state_conflict']);
    const feed = (await quiet.visitor().get('/feed.xml?utm=x&maxPrice=50&sort=price-up')).body;
    expect(feed).toContain('<id>https://druse.example/feed.xml?maxPrice=50</id>');
    expect(feed.match(/<title>[^<]*/g)).toEqual(['<title>Druse: up to $50.00', '<title>Halite']);
    expect((await quiet.visitor().get('/feed.xml')).body.match(/<entry>/g)).toHaveLength(2);
    await quiet.app.close();
  });
});
