import { mkdtempSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import type { Context } from '#core/server/context.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';
import { hasFeature } from '#tests/support/features.ts';
import { auditBooks, cartBody } from '#tests/support/orders.ts';
import { onEveryPair } from '#tests/support/stores.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';
import { exportOf, reportOf, unzip, zipOf } from '#tests/support/transfers.ts';
import { framesPicture } from '#tests/support/turns.ts';
import { filePart, formOf, smallJpeg } from '#tests/support/uploads.ts';
import { makeVideo } from '#tests/support/videos.ts';

const NOTHING = { added: 0, changed: 0, unchanged: 0, refused: 0 };
const hasTurns = hasFeature('turns');
const folderFor = (name: string) => mkdtempSync(path.join(inject('runFolder'), `${name}-`));

onEveryPair((makeDatabase, makeStore, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let elsewhere: { database: TestDatabase; shop: TestApp; admin: Browser };
  let dataDir: string;

  beforeAll(async () => {
    database = await makeDatabase();
    dataDir = folderFor('transfer');
    shop = await makeApp(database, { mediaStore: makeStore(), config: { dataDir } });
    admin = await shop.admin();
    const folder = folderFor('elsewhere');
    const other = await makeSqlite();
    const otherShop = await makeApp(other, {
      mediaStore: diskStore(path.join(folder, 'media')),
      config: { dataDir: folder },
    });
    elsewhere = { database: other, shop: otherShop, admin: await otherShop.admin() };
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
    await elsewhere.shop.app.close();
    await elsewhere.database.close();
  });

  const upload = async (
    input: object,
    more: { video?: boolean; images?: number } = {},
  ): Promise<SpecimenDetail> => {
    const poster = filePart('poster', await smallJpeg(64, 48), 'still.jpg');
    const main = more.video
      ? [filePart('image', await makeVideo(), 'turning.mp4'), poster]
      : [filePart('image', await smallJpeg(), 'main.jpg')];
    const images = await Promise.all(
      Array.from({ length: more.images ?? 0 }, async () =>
        filePart('images', await smallJpeg(), 'more.jpg'),
      ),
    );
    const parts = [
      { name: 'data', value: JSON.stringify({ category: 'Minerals', ...input }) },
      ...main,
      ...images,
    ];
    const response = await admin.request({
      method: 'POST',
      url: '/api/specimens',
      ...formOf(parts),
    });
    expect(response.statusCode, response.body).toBe(201);
    return response.json();
  };
  const all = async (browser: Browser): Promise<SpecimenDetail[]> => {
    const list: { id: number }[] = (await browser.get('/api/specimens')).json();
    const ids = list.map(({ id }) => id).sort((a, b) => a - b);
    return Promise.all(ids.map(async (id) => (await browser.get(`/api/specimens/${id}`)).json()));
  };
  const orders = async (browser: Browser) => (await browser.get('/api/orders')).json();
  const sheet = async (name: string, browser = admin) =>
    (await unzip(await exportOf(browser))).get(name)?.toString() ?? '';

  beforeAll(async () => {
    const odd = {
      description: '=SUM(A1)\r\n\r\n"quoted", 💎\n-minus',
      origin: '+Minas, "Gerais"',
      tags: ['a, b', 'Zéolithe', '"x"'],
    };
    const facts = {
      species: ['Wulfenite'],
      associates: ['Mimetite', 'a, black "crust"'],
      locality: ['Red Cloud Mine', 'La Paz County', 'Arizona', 'USA'],
      coordinates: {
        latitude: 33.0592,
        longitude: -114.7347,
      },
      mindatId: 3328,
      condition: '-One contact',
      disclosures: [
        {
          kind: 'repaired',
          note: 'a: b, "c"',
        },
        {
          kind: 'not-checked',
          note: '',
        },
      ],
      fluorescence: [
        {
          light: 'LW',
          colour: 'none',
        },
      ],
      provenance: ['=Ada Smith, 1987', 'Mine manager'],
      catalogueNumber: 'W-12',
      cost: '80',
      source: '@Tucson',
      storagePlace: 'Drawer 4',
      privateNotes: '+more\nlater',
    };
    const { id, additional } = await upload(
      {
        title: "'=HYPERLINK(1)",
        price: '1250',
        shippingPrice: '15',
        forSale: true,
        acquisitionDate: '2019',
        ...odd,
        ...facts,
      },
      { images: 2 },
    );
    const [one, two] = additional.map((medium) => ({
      mediaId: medium.id,
      alt: 'Seen closer',
      light: null,
    }));
    const pins = [
      { kind: 'chip', x: 0.123456, y: 1, note: '2 mm: "tip", left' },
      { kind: 'contact', x: 0, y: 1e-7, note: '' },
    ];
    const pinned = {
      main: { alt: 'In front', light: null, pins },
      images: [{ ...one, pins: pins.slice(1) }, two],
    };
    expect((await admin.put(`/api/specimens/${id}/images`, pinned)).statusCode).toBe(200);
    await upload({
      title: 'Lot of seven',
      price: '20',
      forSale: true,
      quantity: 7,
      category: 'Fossils',
      weight: '@12 g',
    });
    const shelf = {
      name: 'Shelf, "top"',
      subtitle: '',
      description: '',
      cover: null,
      hidden: false,
      rule: null,
    };
    const collection = await admin.post('/api/manage/collections', shelf);
    await admin.put(`/api/manage/collections/${collection.json().id}/specimens`, { ids: [id] });
    await upload({ title: 'Hidden', visible: false, price: 'Price on request', status: 'pending' });
    const turning = await upload({ title: 'Turning', dimensions: '\t3 cm' }, { video: true });
    if (hasTurns) {
      const turn = [
        { name: 'data', value: '{"frames":48}' },
        filePart('turn', await framesPicture(48, { width: 32, height: 24 })),
      ];
      const turned = await admin.request({
        method: 'POST',
        url: `/api/media/${turning.main.id}/turn`,
        ...formOf(turn),
      });
      expect(turned.statusCode, turned.body).toBe(201);
    }
    await upload({ title: 'Sold by hand', status: 'sold', price: '5.5' });
    await upload({ title: 'Paid for', price: '99', forSale: true });
    await upload({ title: 'Held', price: '70', forSale: true });
    const buyer = shop.visitor();
    const buy = async (items: { specimenId: number; quantity: number }[], notes?: string) => {
      const response = await buyer.post('/api/orders', { ...cartBody(items), notes });
      expect(response.statusCode, response.body).toBe(201);
      return response.json().order.id;
    };
    const paid = await buy(
      [
        { specimenId: 6, quantity: 1 },
        { specimenId: 2, quantity: 2 },
      ],
      '=cmd|calc\n"hi"',
    );
    shop.clock.forward({ minutes: 1 });
    await admin.put(`/api/orders/${paid}/status`, { status: 'paid' });
    await buy([{ specimenId: 7, quantity: 1 }]);
    const cancelled = await buy([{ specimenId: 1, quantity: 1 }]);
    await admin.put(`/api/orders/${cancelled}/status`, { status: 'cancelled' });
    const sale = await admin.post('/api/manage/sales', {
      specimenId: 2,
      price: '18',
      paidHow: '=cash, Denver show',
    });
    expect(sale.statusCode, sale.body).toBe(201);
    await admin.request({
      method: 'PATCH',
      url: `/api/orders/${paid}`,
      payload: { privateNote: '=a\nnote' },
    });
    await admin.request({
      method: 'PATCH',
      url: '/api/manage/buyers',
      payload: { email: 'ADA@buyer.example', note: 'pays late' },
    });
  });

  test('an export has the two sheets and the file of every picture', async () => {
    const head = await admin.request({ method: 'HEAD', url: '/api/manage/export' });
    expect(head.statusCode).toBe(204);
    const files = await unzip(await exportOf(admin));
    const pictures = [...files.keys()].filter((name) => name.startsWith('pictures/'));
    expect([...files.keys()].slice(0, 2)).toEqual(['specimens.csv', 'orders.csv']);
    expect(pictures).toHaveLength(hasTurns ? 11 : 10);
    expect(
      pictures.filter((name) => /^pictures\/\d+-1-[0-9a-f]{32}-turn-48\.jpg$/.test(name)),
    ).toHaveLength(hasTurns ? 1 : 0);
    expect(files.get('specimens.csv')?.toString()).toMatch(/^\ufeffreference,title,category,/);
    const without = await unzip(await exportOf(admin, '?pictures=off'));
    expect([...without.keys()]).toEqual(['specimens.csv', 'orders.csv']);
    expect([...without.values()].map(String)).toEqual([...files.values()].slice(0, 2).map(String));
  });

  onTheOtherToo('no cell of an export is a formula', async () => {
    for (const name of ['specimens.csv', 'orders.csv'])
      expect(await sheet(name)).not.toMatch(/(^|,|\r\n)"?[=+\-@\t]/);
  });

  test('an export imported into its own shop changes nothing', async () => {
    const before = { specimens: await all(admin), orders: await orders(admin) };
    const report = await reportOf(admin, await exportOf(admin));
    expect(report).toMatchObject({
      errors: [],
      notes: [],
      specimens: { ...NOTHING, unchanged: 7 },
      orders: { ...NOTHING, unchanged: 4 },
    });
    const bare = await reportOf(admin, await exportOf(admin, '?pictures=off'));
    expect(bare).toMatchObject({
      errors: [],
      specimens: { ...NOTHING, unchanged: 7 },
      orders: { ...NOTHING, unchanged: 4 },
    });
    expect({ specimens: await all(admin), orders: await orders(admin) }).toEqual(before);
    expect(readdirSync(path.join(dataDir, 'uploads'))).toEqual([]);
  });

  describe('an export imported into another shop', () => {
    const bare = ({
      id: _,
      main,
      additional,
      imageUrl: _u,
      createdAt,
      updatedAt: _a,
      version: _v,
      heldUntil: _h,
      pendingUntil: _p,
      related: _r,
      ...rest
    }: SpecimenDetail) => ({
      ...rest,
      createdAt,
      media: [main, ...additional].map((medium) => ({
        kind: medium.kind,
        alt: medium.alt,
        pins: medium.kind === 'picture' && medium.pins,
        turn: isVideo(medium) && {
          ...medium.turn,
          url: '',
        },
      })),
    });

    test('reports in a dry run what it would add, and writes nothing', async () => {
      const report = await reportOf(elsewhere.admin, await exportOf(admin), { dryRun: true });
      expect(report).toMatchObject({
        isDryRun: true,
        errors: [],
        specimens: { ...NOTHING, added: 7 },
        orders: { ...NOTHING, added: 4 },
      });
      expect(await all(elsewhere.admin)).toEqual([]);
      expect(await orders(elsewhere.admin)).toEqual([]);
      expect(await elsewhere.shop.ctx.db.selectFrom('media').selectAll().execute()).toEqual([]);
      expect(
        await elsewhere.shop.ctx.db.selectFrom('import_references').selectAll().execute(),
      ).toEqual([]);
    });

    test('adds everything, with books that balance and without sending mails', async () => {
      const report = await reportOf(elsewhere.admin, await exportOf(admin));
      expect(report).toMatchObject({
        errors: [],
        specimens: { ...NOTHING, added: 7 },
        orders: { ...NOTHING, added: 4 },
      });
      const [here, there] = [await all(admin), await all(elsewhere.admin)];
      expect(there.map(bare)).toEqual(here.map(bare));
      const mediaOf = async ({ db }: Context) =>
        await db
          .selectFrom('media')
          .select(['id', 'content_hash'])
          .orderBy('content_hash')
          .execute();
      const [ours, theirs] = [await mediaOf(shop.ctx), await mediaOf(elsewhere.shop.ctx)];
      expect(theirs.map(({ content_hash }) => content_hash)).toEqual(
        ours.map(({ content_hash }) => content_hash),
      );
      for (const { id } of theirs) expect(ours.map((medium) => medium.id)).not.toContain(id);
      expect(await auditBooks(elsewhere.shop.ctx.db)).toEqual([]);
      // Nobody was told of an end there.
      type Known = {
        id: number;
        lines: { title: string; quantity: number; price: string }[];
        heldUntil: string | null;
        hold: string | null;
      };
      const known = ({ id: _, lines, heldUntil: _u, hold: _h, ...order }: Known) => ({
        ...order,
        lines: lines.map(({ title, quantity, price }) => ({ title, quantity, price })),
      });
      expect((await orders(elsewhere.admin)).map(known)).toEqual((await orders(admin)).map(known));
      expect(await elsewhere.shop.ctx.db.selectFrom('mails').selectAll().execute()).toEqual([]);
      const noted = (await elsewhere.admin.get('/api/manage/orders/1')).json<OrderDetail>();
      expect(noted).toMatchObject({
        privateNote: '=a\nnote',
        buyer: { note: 'pays late', isBlocked: false },
      });
    });

    test('adds nothing the second time', async () => {
      const report = await reportOf(elsewhere.admin, await exportOf(admin));
      expect(report).toMatchObject({
        errors: [],
        notes: [],
        specimens: { ...NOTHING, unchanged: 7 },
        orders: { ...NOTHING, unchanged: 4 },
      });
      expect(await auditBooks(elsewhere.shop.ctx.db)).toEqual([]);
    });

    if (hasTurns)
      onTheOtherToo(
        'adds the turn that a video lost, and tells of one that does not fit',
        async () => {
          const files = await unzip(await exportOf(admin));
          const name = [...files.keys()].find((file) => file.endsWith('-turn-48.jpg')) ?? '';
          const main = (await all(elsewhere.admin)).find(({ title }) => title === 'Turning')?.main;
          expect((await elsewhere.admin.delete(`/api/media/${main?.id}/turn`)).statusCode).toBe(
            204,
          );
          const wrong = await reportOf(
            elsewhere.admin,
            await zipOf(new Map(files).set(name, await smallJpeg(700, 700))),
          );
          expect(wrong).toMatchObject({ errors: [], specimens: { ...NOTHING, unchanged: 7 } });
          expect(wrong.notes.map(({ message }) => message)).toEqual([
            expect.stringContaining('-turn-48.jpg”: A 360° view with 48 frames'),
          ]);
          const right = await reportOf(elsewhere.admin, await exportOf(admin));
          expect(right).toMatchObject({
            errors: [],
            notes: [],
            specimens: { ...NOTHING, unchanged: 6, changed: 1 },
          });
          const misnamed = (files.get('specimens.csv')?.toString() ?? '').replaceAll(
            '-turn-48.jpg',
            '-turn-480.jpg',
          );
          const refused = await reportOf(
            elsewhere.admin,
            await zipOf(new Map(files).set('specimens.csv', Buffer.from(misnamed))),
          );
          expect(refused.errors).toMatchObject([{ column: 'picture 1 turn' }]);
        },
      );

    onTheOtherToo('is exported there alike, and recognized by the first shop', async () => {
      const withoutIds = (text: string) => text.replaceAll(/\d+-\d+-[0-9a-f]{32}/g, 'name');
      for (const name of ['specimens.csv', 'orders.csv'])
        expect(withoutIds(await sheet(name, elsewhere.admin))).toBe(withoutIds(await sheet(name)));
      const report = await reportOf(admin, await exportOf(elsewhere.admin));
      expect(report).toMatchObject({
        errors: [],
        specimens: { ...NOTHING, unchanged: 7 },
        orders: { ...NOTHING, unchanged: 4 },
      });
    });

    test('changes the fields that differ, but not the stock', async () => {
      await elsewhere.admin.put('/api/specimens/1', {
        title: 'Renamed',
        category: 'Minerals',
        quantity: 3,
      });
      const report = await reportOf(admin, await exportOf(elsewhere.admin));
      expect(report).toMatchObject({
        errors: [],
        specimens: { ...NOTHING, changed: 1, unchanged: 6 },
      });
      expect(report.notes).toMatchObject([
        {
          sheet: 'specimens.csv',
          line: 2,
          message: expect.stringContaining('quantity and status stay'),
        },
      ]);
      expect((await all(admin))[0]).toMatchObject({
        title: 'Renamed',
        quantity: 1,
        price: '1250.00',
      });
      expect(await auditBooks(database.db)).toEqual([]);
    });
  });

  test('an import accepts a zip or a sheet and nothing else', async () => {
    const url = '/api/manage/import';
    const nothing = await admin.request({ method: 'POST', url });
    expect([nothing.statusCode, nothing.json().message]).toEqual([
      400,
      expect.stringContaining('must be a zip file'),
    ]);
    const response = await admin.request({
      method: 'POST',
      url,
      payload: 'x',
      headers: { 'content-type': 'text/plain' },
    });
    expect([response.statusCode, response.json().code]).toEqual([415, 'unsupported_type']);
  });

  test('export and import are for the admin only', async () => {
    const visitor = shop.visitor();
    expect((await visitor.get('/api/manage/export')).statusCode).toBe(401);
    const headers = { 'content-type': 'application/zip' };
    expect(
      (
        await visitor.request({
          method: 'POST',
          url: '/api/manage/import',
          payload: Buffer.from('x'),
          headers,
        })
      ).statusCode,
    ).toBe(401);
  });
});
