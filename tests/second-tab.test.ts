/** What the owner has typed in one tab is not overwritten by another that was opened before. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { settingKeys } from '#core/contract/admin/settings.ts';
import type { ManagedCollection } from '#core/contract/catalogue/collections.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import type { Browser, TestApp } from './support/app.ts';
import { onEveryDatabase, type TestDatabase } from './support/databases.ts';
import { hasFeature } from './support/features.ts';
import { type MailShop, openMailShop } from './support/mails.ts';
import { directBody } from './support/orders.ts';
import { addSpecimens } from './support/specimens.ts';
import { onFirstEngine } from './support/thorough.ts';

type Method = 'PUT' | 'PATCH' | 'POST';

onEveryDatabase((makeDatabase, engine) => {
  let database: TestDatabase;
  let mailShop: MailShop;
  let shop: TestApp;
  let admin: Browser;
  let specimen: number;
  let order: OrderDetail;

  beforeAll(async () => {
    database = await makeDatabase();
    mailShop = await openMailShop(database);
    shop = mailShop.shop;
  });
  afterAll(async () => {
    await mailShop.close();
    await database.close();
  });
  beforeEach(async () => {
    admin = await shop.admin();
    for (const table of [
      'mails',
      'buyers',
      'orders',
      'collections',
      'specimens',
      'site_settings',
    ] as const)
      await database.db.deleteFrom(table).execute();
    specimen = (await addSpecimens(shop.ctx, [{ title: 'Amethyst' }]))[0] ?? 0;
    const placed = await shop.visitor().post('/api/orders', directBody(specimen));
    order = await read(placed.json().order.id);
  });

  const read = async (id: number) =>
    (await admin.get(`/api/manage/orders/${id}`)).json<OrderDetail>();
  const send = (method: Method, url: string, payload: object, version?: string | number) =>
    admin.request({
      method,
      url,
      payload,
      headers: version === undefined ? {} : { 'if-match': `"${version}"` },
    });
  const STALE = {
    code: 'changed_meanwhile',
    message: 'This was changed in another tab. Nothing was saved.',
  };

  /** A dialog: what it reads and saves. */
  type Dialog = {
    version: string | number;
    save(text: string, version?: string | number): ReturnType<typeof send>;
    stored(): Promise<unknown>;
  };

  const dialogs: Record<string, () => Promise<Dialog>> = {
    'the carrier of an order': async () => ({
      version: order.version,
      save: (carrier, version) => send('PATCH', `/api/orders/${order.id}`, { carrier }, version),
      stored: async () => (await read(order.id)).carrier,
    }),
    'the private note on an order': async () => ({
      version: order.version,
      save: (privateNote, version) =>
        send('PATCH', `/api/orders/${order.id}`, { privateNote }, version),
      stored: async () => (await read(order.id)).privateNote,
    }),
    'the note on a buyer': async () => ({
      version: order.buyer?.version ?? '',
      save: (note, version) =>
        send('PATCH', '/api/manage/buyers', { email: order.customerEmail, note }, version),
      stored: async () => (await read(order.id)).buyer?.note,
    }),
    'a public setting': async () => ({
      version: versionIn(await admin.get('/api/settings/hero')),
      save: (title, version) => send('PUT', '/api/settings/hero', { title }, version),
      stored: async () => (await admin.get('/api/settings/hero')).json().title,
    }),
    ...(hasFeature('health') && {
      'a private setting': async () => ({
        version: versionIn(await admin.get('/api/settings/new_versions')),
        save: (text, version) =>
          send(
            'PUT',
            '/api/settings/new_versions',
            { announcedAt: `https://news.example/${encodeURI(text)}` },
            version,
          ),
        stored: async () =>
          decodeURI((await admin.get('/api/settings/new_versions')).json().announcedAt).replace(
            'https://news.example/',
            '',
          ),
      }),
    }),
    'a collection': async () => {
      const { id, version } = (
        await admin.post('/api/manage/collections', { name: 'Blue' })
      ).json<ManagedCollection>();
      return {
        version,
        save: (name, sent) => send('PUT', `/api/manage/collections/${id}`, { name }, sent),
        stored: async () => (await collection(id)).name,
      };
    },
  };
  const versionIn = (response: Awaited<ReturnType<Browser['get']>>) =>
    String(response.headers.etag).replaceAll('"', '');
  const collection = async (id: number) =>
    (await admin.get('/api/manage/collections'))
      .json<ManagedCollection[]>()
      .find((found) => found.id === id) as ManagedCollection;

  describe.each(Object.keys(dialogs))('%s', (name) => {
    const open = () => (dialogs[name] as () => Promise<Dialog>)();

    test('is not overwritten by an older tab', async () => {
      const { version, save, stored } = await open();
      expect((await save('By tab A', version)).statusCode).toBe(200);
      const late = await save('By tab B', version);
      expect([late.statusCode, late.json()]).toEqual([412, STALE]);
      expect(await stored()).toBe('By tab A');
    });

    test('is saved by a client that names no version, or any', async () => {
      const { save, stored } = await open();
      for (const version of [undefined, 'nonsense']) {
        const { statusCode } = await save(`With ${version}`, version);
        expect(statusCode).toBe(version === undefined ? 200 : 412);
      }
      expect(await stored()).toBe('With undefined');
    });

    test.skipIf(engine === 'pglite')(
      'is saved by one of several tabs at the same instant',
      async () => {
        const { version, save } = await open();
        const answers = await Promise.all(
          ['A', 'B', 'C', 'D'].map((tab) => save(`By tab ${tab}`, version)),
        );
        expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412, 412]);
      },
    );
  });

  test('every setting names its version when it is read and saved, the same for the same content', async () => {
    for (const key of settingKeys) {
      const before = await admin.get(`/api/settings/${key}`);
      const saved = await send('PUT', `/api/settings/${key}`, before.json(), versionIn(before));
      expect([saved.statusCode, versionIn(saved)], key).toEqual([200, versionIn(before)]);
      expect(versionIn(await admin.get(`/api/settings/${key}`)), key).toBe(versionIn(before));
    }
  });

  onFirstEngine(engine).each([
    ['*', 200],
    ['W/"{}"', 200],
    ['"{}-gzip"', 200],
    ['"other", "{}"', 200],
    ['"{}x"', 412],
    ['{}', 412],
    ['', 412],
  ])('If-Match %s is answered %i', async (header, status) => {
    const headers = { 'if-match': header.replace('{}', order.version) };
    const response = await admin.request({
      method: 'PATCH',
      url: `/api/orders/${order.id}`,
      payload: { carrier: 'UPS' },
      headers,
    });
    expect(response.statusCode).toBe(status);
  });

  test('the pieces of a collection are part of its version', async () => {
    const { id, version } = (
      await admin.post('/api/manage/collections', { name: 'Blue' })
    ).json<ManagedCollection>();
    const pieces = `/api/manage/collections/${id}/specimens`;
    expect((await send('PUT', pieces, { ids: [specimen] }, version)).statusCode).toBe(200);
    expect((await send('PUT', pieces, { ids: [] }, version)).json()).toEqual(STALE);
    expect(
      (await send('PUT', `/api/manage/collections/${id}`, { name: 'Old' }, version)).json(),
    ).toEqual(STALE);
    const now = await collection(id);
    expect(now).toMatchObject({ name: 'Blue', total: 1 });
    expect(
      (
        await send(
          'PUT',
          `/api/manage/collections/${id}`,
          { ...inputOf(now), name: 'Blues' },
          now.version,
        )
      ).json().name,
    ).toBe('Blues');
  });
  const inputOf = ({ id: _id, slug: _slug, total: _total, ...input }: ManagedCollection) => input;

  test('a block of a buyer never conflicts with a note', async () => {
    const change = { email: order.customerEmail, isBlocked: true };
    expect(
      (await send('PATCH', '/api/manage/buyers', { email: order.customerEmail, note: 'Kind' }))
        .statusCode,
    ).toBe(200);
    expect(
      (await send('PATCH', '/api/manage/buyers', change, order.buyer?.version)).json(),
    ).toMatchObject({
      note: 'Kind',
      isBlocked: true,
    });
  });

  test('a status is not changed where the order has moved on from the one that the tab shows', async () => {
    const set = (status: string, from?: string) =>
      send('PUT', `/api/orders/${order.id}/status`, { status }, from);
    expect((await set('paid', 'pending')).statusCode).toBe(200);
    expect((await set('cancelled', 'pending')).json()).toEqual(STALE);
    expect((await read(order.id)).status).toBe('paid');
    expect((await set('cancelled')).statusCode).toBe(200);
  });
});
