import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { specimenSorts } from '#core/contract/catalogue/specimen-sorts.ts';
import { type Specimen, specimenInput } from '#core/contract/catalogue/specimens.ts';
import { rebuildSearchIndex } from '#core/server/catalogue/search/search-index.service.ts';
import { createSpecimen } from '#core/server/catalogue/specimens/editing/adding.service.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addPicture, addSpecimens, addVideo, asVisitorsSee } from '#tests/support/specimens.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T00:00:00.000Z`;
const titles = (specimens: Specimen[]) => specimens.map((specimen) => specimen.title);

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  const get = (url: string) => shop.visitor().get(url);
  const list = async (query = ''): Promise<Specimen[]> => {
    const response = await get(`/api/specimens${query}`);
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    admin = await shop.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  /** Starts from a shop with these specimens alone. */
  async function stock(...inputs: Parameters<typeof addSpecimens>[1]): Promise<number[]> {
    await shop.ctx.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('specimens').execute();
      await rebuildSearchIndex(tx);
    });
    return addSpecimens(shop.ctx, inputs);
  }

  describe('the list', () => {
    test('has the visible specimens, newest first, and for an admin the hidden ones too', async () => {
      const inputs = [
        { title: 'Old', createdAt: day(1) },
        { title: 'Twin A', createdAt: day(2) },
        { title: 'Twin B', createdAt: day(2) },
        { title: 'Hidden', createdAt: day(3), visible: false },
        { title: 'New', createdAt: day(4) },
      ];
      await stock(...inputs);
      expect(titles(await list())).toEqual(['New', 'Twin B', 'Twin A', 'Old']);
      const response = await admin.get('/api/specimens');
      expect(titles(response.json())).toEqual(['New', 'Hidden', 'Twin B', 'Twin A', 'Old']);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    });

    test('is empty in an empty shop', async () => {
      await stock();
      expect(await list()).toEqual([]);
      const page = await get('/api/specimens?limit=5');
      expect(page.json()).toEqual([]);
      expect(page.headers['x-total-count']).toBe('0');
      expect(page.headers.link).toBeUndefined();
    });

    onTheOtherToo(
      'is sent whole without a limit, however long, while other calls are answered',
      async () => {
        const ids = await stock(
          ...Array.from({ length: 700 }, (_, index) => ({ title: `Stone ${index}` })),
        );
        // Both have their connection to the database: opening one takes as long as a part of the list.
        await Promise.all(ids.slice(0, 2).map((id) => get(`/api/specimens/${id}`)));
        const whole = list();
        const other = get(`/api/specimens/${ids[0]}`).then(() => 'other');
        expect(await Promise.race([whole.then(() => 'whole'), other])).toBe('other');
        expect((await whole).map((specimen) => specimen.id)).toEqual(ids.toReversed());
      },
    );

    test('has no more fields of a specimen than the contract', async () => {
      await stock({});
      const [specimen] = await list();
      expect(
        Object.keys(specimen ?? {}).filter((name) => /held|hand|search|cents/.test(name)),
      ).toEqual([]);
    });
  });

  describe('pages of the list', () => {
    async function allPages(query: string, browser = shop.visitor()): Promise<Specimen[]> {
      const found: Specimen[] = [];
      for (let url: string | undefined = `/api/specimens?${query}`; url; ) {
        const page = await browser.get(url);
        expect(page.statusCode, page.body).toBe(200);
        found.push(...page.json());
        url = /^<(.*)>; rel="next"$/.exec(String(page.headers.link))?.[1];
      }
      return found;
    }

    const prices = [
      '30.00',
      '10',
      null,
      '20.00',
      '10.00',
      'Price on request',
      '30',
      '10.00',
      null,
      '1,000',
    ];

    test('have every specimen once, in the order of the whole list, for every sort', async () => {
      await stock(
        ...prices.map((price, index) => ({
          title: `Stone ${index}`,
          price,
          createdAt: day(1 + (index % 3)),
        })),
      );
      for (const sort of specimenSorts) {
        for (const limit of [1, 3, 10, 100]) {
          expect(
            titles(await allPages(`sort=${sort}&limit=${limit}`)),
            `${sort}, ${limit}`,
          ).toEqual(titles(await list(`?sort=${sort}`)));
        }
      }
    });

    test('sorted by price have specimens without a price last', async () => {
      await stock(...prices.map((price) => ({ price })));
      const up = (await list('?sort=price-up')).map((specimen) => specimen.price);
      const down = (await list('?sort=price-down')).map((specimen) => specimen.price);
      const priced = ['10.00', '10.00', '10.00', '20.00', '30.00', '30.00', '1000.00'];
      expect(up.slice(0, 7)).toEqual(priced);
      expect(down.slice(0, 7)).toEqual(priced.toReversed());
      expect(new Set(up.slice(7))).toEqual(new Set([null, 'Price on request']));
      expect(down.slice(7)).toHaveLength(3);
    });

    test('have the count of all matches, and keep the filters in the URL of the next page', async () => {
      await stock(
        ...Array.from({ length: 5 }, () => ({
          title: 'Blue & green 50%',
          category: 'Fossils' as const,
        })),
        { title: 'Other' },
      );
      const page = await get(
        `/api/specimens?limit=2&category=Fossils&search=${encodeURIComponent('& 50%')}`,
      );
      expect(page.headers['x-total-count']).toBe('5');
      expect(page.headers.link).toMatch(/^<\/api\/specimens\?/);
      expect(
        await allPages(`limit=2&category=Fossils&search=${encodeURIComponent('& 50%')}`),
      ).toHaveLength(5);
    });

    test('do not repeat or lose a specimen when another is added between them', async () => {
      await stock(
        ...Array.from({ length: 6 }, (_, index) => ({
          title: String(index),
          createdAt: day(1 + index),
        })),
      );
      const first = await get('/api/specimens?limit=3');
      await addSpecimens(shop.ctx, [{ title: 'between', createdAt: day(20) }]);
      const next = /<(.*)>/.exec(String(first.headers.link))?.[1] ?? '';
      expect(titles([...first.json(), ...(await get(next)).json()])).toEqual([
        '5',
        '4',
        '3',
        '2',
        '1',
        '0',
      ]);
    });

    test('have and count hidden specimens for an admin, unless only visible ones are requested', async () => {
      await stock({ visible: false }, {}, {});
      expect(
        (await admin.get('/api/specimens?limit=1&visible=true')).headers['x-total-count'],
      ).toBe('2');
      expect(await allPages('limit=1&visible=true', admin)).toHaveLength(2);
      expect((await admin.get('/api/specimens?limit=1')).headers['x-total-count']).toBe('3');
      expect(await allPages('limit=1', admin)).toHaveLength(3);
      expect((await get('/api/specimens?limit=1')).headers['x-total-count']).toBe('2');
    });
  });

  describe('filters', () => {
    test('select by category, status and price, alone and together', async () => {
      await stock(
        { title: 'A', category: 'Fossils', price: '10' },
        { title: 'B', category: 'Fossils', price: '20', status: 'sold' },
        { title: 'C', category: 'Crystals', price: '30' },
        { title: 'D', category: 'Crystals', price: 'Price on request', status: 'pending' },
      );
      const found = async (query: string) =>
        titles(await list(query))
          .toSorted()
          .join('');
      expect(await found('?category=Fossils')).toBe('AB');
      expect(await found('?status=available')).toBe('AC');
      expect(await found('?status=pending')).toBe('D');
      expect(await found('?minPrice=20')).toBe('BC');
      expect(await found('?maxPrice=%2420.00')).toBe('AB');
      expect(await found('?minPrice=10.01&maxPrice=29.99')).toBe('B');
      expect(await found('?category=Crystals&status=available&minPrice=1')).toBe('C');
      expect(await found('?minPrice=30&maxPrice=20')).toBe('');
    });

    test('select by search: every word, in any order, without case or marks, and each character as text', async () => {
      await stock(
        { title: 'Améthyste', origin: 'Las Vigas, Veracruz', tags: ['vieux stock'] },
        { title: 'Rose quartz', description: 'About 100% pure_pink' },
        { title: 'Weißbleierz', category: 'Crystals' },
        { title: 'O\'Hara \\ "geode" 5*' },
      );
      const found = async (term: string) =>
        titles(await list(`?search=${encodeURIComponent(term)}`));
      expect(await found('AMETHYSTE')).toEqual(['Améthyste']);
      expect(await found('veracruz améth')).toEqual(['Améthyste']);
      expect(await found('stock vigas')).toEqual(['Améthyste']);
      expect(await found('veracruz quartz')).toEqual([]);
      expect(await found('weissblei')).toEqual(['Weißbleierz']);
      expect(await found('crystals')).toEqual(['Weißbleierz']);
      expect(await found('100%')).toEqual(['Rose quartz']);
      expect(await found('%')).toEqual(['Rose quartz']);
      expect(await found('pure_pi')).toEqual(['Rose quartz']);
      expect(await found('e_p')).toEqual([]);
      expect(await found('r_se')).toEqual([]);
      expect(await found('\\')).toEqual(['O\'Hara \\ "geode" 5*']);
      expect(await found(`o'hara "geode"`)).toEqual(['O\'Hara \\ "geode" 5*']);
      expect(await found('5*')).toEqual(['O\'Hara \\ "geode" 5*']);
      expect(await found('   ')).toHaveLength(4);
      expect(await found(`rose ${'x'.repeat(5_000)}`)).toEqual([]);
      expect(await found(`rose quartz${' '.repeat(300)}nothing`)).toEqual(['Rose quartz']);
    });
  });

  onTheOtherToo.each([
    'limit=0',
    'limit=101',
    'limit=1.5',
    'limit=many',
    'limit=',
    'limit=1&limit=2',
    'category=Gold',
    'status=lost',
    'sort=oldest',
    'minPrice=cheap',
    'maxPrice=-1',
    'minPrice=',
    'cursor=',
    'cursor=nonsense',
    'limit=2&cursor=bmV3ZXN0',
    `limit=2&cursor=${Buffer.from('["newest","2026-02-30T00:00:00.000Z",1]').toString('base64url')}`,
    `limit=2&sort=price-up&cursor=${Buffer.from('["newest","2026-02-20T00:00:00.000Z",1]').toString('base64url')}`,
    'search=a%00b',
    'search=a&search=b',
    'utm_source=x',
  ])('?%s is answered 400 with a message', async (query) => {
    const response = await get(`/api/specimens?${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: expect.stringMatching(/^(bad_request|invalid_input)$/),
      message: expect.any(String),
    });
  });

  describe('one specimen', () => {
    test('has all its media', async () => {
      const { ctx } = shop;
      const [video, close] = [await addVideo(ctx), await addPicture(ctx)];
      const given = {
        title: 'Pyrite',
        category: 'Minerals',
        description: 'Cubes',
        origin: 'Navajún',
        dimensions: '4 cm',
        forSale: true,
        tags: ['cubic'],
        quantity: 3,
      };
      const input = specimenInput.parse({ ...given, price: '$1,250', shippingPrice: '12.5' });
      const media = [
        { mediaId: video, alt: 'Pyrite turning', light: null },
        { mediaId: close, alt: 'Striations', light: 'detail' as const },
      ];
      const made = await createSpecimen(ctx, input, media, { createdAt: day(7) });
      const response = await get(`/api/specimens/${made.id}`);
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual(asVisitorsSee(made));
      expect(made).toMatchObject({
        ...given,
        price: '1250.00',
        shippingPrice: '12.50',
        weight: '',
        acquisitionDate: null,
        visible: true,
        status: 'available',
        available: 3,
        imageUrl: `/media/${video}.mp4`,
        mediaType: 'video',
        createdAt: day(7),
        main: {
          kind: 'film',
          id: video,
          alt: 'Pyrite turning',
          url: `/media/${video}.mp4`,
          type: 'video/mp4',
          poster: {
            kind: 'picture',
            alt: 'Pyrite turning',
            widths: [320, 640, 960, 1440],
            complete: true,
          },
        },
        additional: [{ kind: 'picture', id: close, alt: 'Striations', light: 'detail' }],
      });
    });

    test('is 404 alike where it is hidden or unknown; an admin reads a hidden one', async () => {
      const [id = 0] = await stock({ visible: false });
      const hidden = await get(`/api/specimens/${id}`);
      const unknown = await get('/api/specimens/2147483647');
      expect([hidden.statusCode, unknown.statusCode]).toEqual([404, 404]);
      expect(hidden.body).toBe(unknown.body);
      const seen = await admin.get(`/api/specimens/${id}`);
      expect(seen.json()).toMatchObject({ id, visible: false, available: 0 });
    });

    onTheOtherToo.each([
      '0',
      '-1',
      '1.5',
      'abc',
      '1a',
      '01',
      '99999999999',
      '2147483648',
      '%31%00',
      '1e3',
    ])('id %j is answered 400', async (id) => {
      const response = await get(`/api/specimens/${id}`);
      expect(response.statusCode).toBe(400);
      expect(response.json().message).toEqual(expect.any(String));
    });
  });

  describe('a new specimen', () => {
    const availableOf = async (input: Parameters<typeof addSpecimens>[1][number]) => {
      const [id] = await stock(input);
      const { available, price, shippingPrice, status } = (
        await get(`/api/specimens/${id}`)
      ).json();
      return { available, price, shippingPrice, status };
    };

    test('can be bought only with a price, readable shipping, for sale and available', async () => {
      expect(await availableOf({})).toEqual({
        available: 1,
        price: '100.00',
        shippingPrice: '10.00',
        status: 'available',
      });
      expect(await availableOf({ shippingPrice: null })).toMatchObject({
        available: 1,
        shippingPrice: '0.00',
      });
      expect(await availableOf({ price: 'Price on request' })).toMatchObject({
        available: 0,
        price: 'Price on request',
      });
      expect(await availableOf({ price: null })).toMatchObject({ available: 0, price: null });
      expect(await availableOf({ shippingPrice: 'ask us' })).toMatchObject({
        available: 0,
        shippingPrice: 'ask us',
      });
      expect(await availableOf({ forSale: false })).toMatchObject({
        available: 0,
        status: 'available',
      });
      expect(await availableOf({ status: 'pending' })).toMatchObject({
        available: 0,
        status: 'pending',
      });
      expect(await availableOf({ status: 'sold' })).toMatchObject({ available: 0, status: 'sold' });
    });

    test('is refused with a price of 0 or without a picture, and nothing is stored', async () => {
      await stock();
      await expect(addSpecimens(shop.ctx, [{ price: '$0.00' }])).rejects.toMatchObject({
        code: 'invalid_input',
      });
      const input = specimenInput.parse({ title: 'No picture', category: 'Minerals' });
      await expect(createSpecimen(shop.ctx, input, [])).rejects.toMatchObject({
        code: 'invalid_input',
      });
      expect(await list()).toEqual([]);
    });

    test('adds an event and invalidates the cached pages', async () => {
      const before = shop.drops();
      const media = [{ mediaId: await addPicture(shop.ctx), alt: '', light: null }];
      const { id } = await createSpecimen(
        shop.ctx,
        specimenInput.parse({ title: 'Logged', category: 'Minerals', price: '5' }),
        media,
      );
      expect(shop.drops()).toBe(before + 1);
      const events = await shop.ctx.db
        .selectFrom('events')
        .selectAll()
        .where('specimen_id', '=', id)
        .execute();
      expect(events).toMatchObject([
        {
          kind: 'specimen_created',
          actor: 'owner',
          data: { title: 'Logged', price: '5.00', quantity: 1 },
        },
      ]);
    });
  });
});
