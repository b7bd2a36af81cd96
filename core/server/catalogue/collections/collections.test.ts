import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  Collection,
  CollectionCard,
  ManagedCollection,
} from '#core/contract/catalogue/collections.ts';
import { cleanUpMedia } from '#core/server/media/files/cleanup/media-cleanup.service.ts';
import { createPageCache } from '#platform/page-cache/page-cache.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addPicture, addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database, { cache: createPageCache() });
    admin = await shop.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const shown = async (): Promise<CollectionCard[]> =>
    (await shop.visitor().get('/api/collections')).json();
  const slugs = async () => (await shown()).map(({ slug }) => slug);
  const page = async (slug: string, query = ''): Promise<Collection> =>
    (await shop.visitor().get(`/api/collections/${slug}${query}`)).json();
  const titles = async (slug: string) => (await page(slug)).specimens.map(({ title }) => title);
  const hasCollections = async () =>
    (await shop.visitor().get('/api/settings')).json().hasCollections;
  const managed = async (): Promise<ManagedCollection[]> =>
    (await admin.get('/api/manage/collections')).json();
  const add = async (input: object): Promise<ManagedCollection> => {
    const response = await admin.post('/api/manage/collections', input);
    expect(response.statusCode, response.body).toBe(201);
    return response.json();
  };
  const edit = async (
    { id, slug: _slug, total: _total, ...fields }: ManagedCollection,
    change: object,
  ) => (await admin.put(`/api/manage/collections/${id}`, { ...fields, ...change })).statusCode;
  const fill = (id: number, ids: number[]) =>
    admin.put(`/api/manage/collections/${id}/specimens`, { ids });

  describe('in a new shop', () => {
    test('the three built-in collections are shown as soon as there are pieces for them', async () => {
      expect((await managed()).map(({ name, rule, total }) => [name, rule, total])).toEqual([
        ['Crystal Collection', 'category=Crystals', 0],
        ['Gemstone Collection', 'category=Gemstones', 0],
        ['Mineral Specimens', 'category=Minerals', 0],
      ]);
      expect([await slugs(), await hasCollections()]).toEqual([[], false]);
      expect(await page('minerals')).toMatchObject({
        name: 'Mineral Specimens',
        specimens: [],
        cover: null,
        total: 0,
      });

      const [hidden] = await addSpecimens(shop.ctx, [{ title: 'Unseen', visible: false }]);
      shop.ctx.invalidateCache(['lists']);
      expect([await slugs(), await hasCollections()]).toEqual([[], false]);
      await admin.put(`/api/specimens/${hidden}`, { visible: true });
      expect([await slugs(), await hasCollections()]).toEqual([['minerals'], true]);
      expect((await shown())[0]).toMatchObject({
        name: 'Mineral Specimens',
        pieces: [{ id: hidden, title: 'Unseen' }],
      });
      await admin.put(`/api/specimens/${hidden}`, { visible: false });
      expect([await slugs(), await hasCollections()]).toEqual([[], false]);
      await admin.delete(`/api/specimens/${hidden}`);
    });

    test('the setting shows the same collections as cards, and what is sent of them is left out', async () => {
      const [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Beryl', category: 'Gemstones' }]);
      shop.ctx.invalidateCache(['lists']);
      const sent = { sectionTitle: 'Rooms', collections: [{ id: 'mine', title: 'Mine' }] };
      const stored = (await admin.put('/api/settings/featured_collections', sent)).json();
      expect(stored).toEqual(
        (await shop.visitor().get('/api/settings/featured_collections')).json(),
      );
      expect(stored).toMatchObject({
        sectionTitle: 'Rooms',
        collections: [
          {
            id: 'gemstones',
            title: 'Gemstone Collection',
            specimenCount: 1,
            url: '/collection/gemstones',
            enabled: true,
          },
        ],
      });
      expect(stored.collections[0].specimens).toMatchObject([
        { name: 'Beryl', url: `/specimen/${id}-beryl` },
      ]);
      expect((await shop.visitor().get('/api/settings')).json().featured_collections).toEqual({
        sectionTitle: 'Rooms',
        sectionDescription: 'Browse the cabinet by collection.',
      });
      await admin.delete(`/api/specimens/${id}`);
    });
  });

  describe('the admin’s own', () => {
    let ids: number[];
    beforeEach(async () => {
      await database.db.deleteFrom('collections').execute();
      await database.db.deleteFrom('specimens').execute();
      const prices = ['50.00', '150.00', '250.00'];
      ids = await addSpecimens(
        shop.ctx,
        ['One', 'Two', 'Three'].map((name, index) => ({
          title: `Fluorite ${name}`,
          price: prices[index] ?? null,
        })),
      );
      shop.ctx.invalidateCache();
    });

    test('a rule is the gallery’s query: it finds the same pieces in the same order, also later', async () => {
      const { id, slug, rule, total } = await add({
        name: 'Fluorite under $200',
        rule: '?maxPrice=200&utm=x&search=fluorite&cursor=abc&sort=price-down',
      });
      expect([slug, rule, total]).toEqual([
        'fluorite-under-200',
        'search=fluorite&maxPrice=200&sort=price-down',
        2,
      ]);
      expect(await titles(slug)).toEqual(['Fluorite Two', 'Fluorite One']);
      await addSpecimens(shop.ctx, [{ title: 'Fluorite Four', price: '199.00' }]);
      shop.ctx.invalidateCache(['lists']);
      expect(await titles(slug)).toEqual(['Fluorite Four', 'Fluorite Two', 'Fluorite One']);
      expect((await shown())[0]?.pieces.map(({ title }) => title)).toEqual([
        'Fluorite Four',
        'Fluorite Two',
        'Fluorite One',
      ]);
      expect((await fill(id, ids)).json()).toMatchObject({
        code: 'state_conflict',
        message: '“Fluorite under $200” is filled by a rule.',
      });
    });

    test('pieces of a collection by hand are in the admin’s order, page by page', async () => {
      const { id, slug } = await add({ name: 'Favourites' });
      const [one = 0, two = 0, three = 0] = ids;
      expect(
        (await fill(id, [three, one, 999_999, two, three]))
          .json()
          .map((piece: { id: number }) => piece.id),
      ).toEqual([three, one, two]);
      expect(await titles(slug)).toEqual(['Fluorite Three', 'Fluorite One', 'Fluorite Two']);
      await admin.put(`/api/specimens/${one}`, { visible: false });
      expect(await titles(slug)).toEqual(['Fluorite Three', 'Fluorite Two']);
      expect((await managed())[0]?.total).toBe(2);

      const contained = async (): Promise<unknown> =>
        (await admin.get(`/api/manage/specimens/${two}/collections`))
          .json()
          .map((one: { contains: boolean }) => one.contains);
      expect(await contained()).toEqual([true]);
      expect(
        (await admin.delete(`/api/manage/collections/${id}/specimens/${two}`)).statusCode,
      ).toBe(204);
      expect([await contained(), await titles(slug)]).toEqual([[false], ['Fluorite Three']]);
      expect(
        (await admin.put(`/api/manage/collections/${id}/specimens/${two}`, {})).statusCode,
      ).toBe(204);
      expect(await titles(slug)).toEqual(['Fluorite Three', 'Fluorite Two']);

      const many = await addSpecimens(
        shop.ctx,
        Array.from({ length: 30 }, (_, index) => ({ title: `Piece ${index}` })),
      );
      await fill(id, many);
      const first = await page(slug);
      expect([first.specimens.length, first.total, first.next]).toEqual([24, 30, '24']);
      const rest = await page(slug, `?cursor=${first.next}`);
      expect([...first.specimens, ...rest.specimens].map((piece) => piece.id)).toEqual(many);
      expect(rest.next).toBeNull();
      expect((await shop.visitor().get(`/api/collections/${slug}?cursor=abc`)).statusCode).toBe(
        400,
      );
      await admin.delete(`/api/specimens/${many[0]}`);
      expect((await page(slug)).total).toBe(29);
    });

    test('collections are shown in the admin’s order, and hidden ones nowhere', async () => {
      const input = { rule: '' };
      const first = await add({ ...input, name: 'Änderungen & Co' });
      const second = await add({ ...input, name: 'Änderungen & Co' });
      const third = await add({ ...input, name: '!!!', hidden: true });
      expect([first, second, third].map(({ slug }) => slug)).toEqual([
        'anderungen-co',
        'anderungen-co-2',
        'collection',
      ]);
      expect(await slugs()).toEqual(['anderungen-co', 'anderungen-co-2']);
      expect((await shop.visitor().get('/api/collections/collection')).statusCode).toBe(404);
      expect(
        (await shop.visitor().get('/sitemap-pages.xml')).body.match(/collection\/[\w-]+/g),
      ).toEqual(['collection/anderungen-co', 'collection/anderungen-co-2']);
      await admin.put('/api/manage/collections', { ids: [second.id, first.id] });
      expect(await slugs()).toEqual(['anderungen-co-2', 'anderungen-co']);
      expect((await managed()).map(({ id }) => id)).toEqual([second.id, first.id, third.id]);

      expect(await edit(first, { name: 'Renamed' })).toBe(200);
      expect((await page('anderungen-co')).name).toBe('Renamed');
      expect(await edit(first, { hidden: true })).toBe(200);
      expect((await shop.visitor().get('/api/collections/anderungen-co')).statusCode).toBe(404);
      expect(await slugs()).toEqual(['anderungen-co-2']);
      expect((await admin.delete(`/api/manage/collections/${second.id}`)).statusCode).toBe(204);
      expect([await slugs(), await hasCollections()]).toEqual([[], false]);
      expect((await admin.delete(`/api/manage/collections/${second.id}`)).statusCode).toBe(404);
      expect(await edit(second, {})).toBe(404);
      for (const url of [
        '/api/manage/collections',
        `/api/manage/collections/${first.id}/specimens`,
      ])
        expect((await shop.visitor().get(url)).statusCode).toBe(401);
      expect(
        (await shop.visitor().post('/api/manage/collections', { name: 'Mine' })).statusCode,
      ).toBe(401);
    });

    test('a cover is a picture of the shop, which the cleanup spares as long as a collection has it', async () => {
      const id = await addPicture(shop.ctx);
      const cover = {
        kind: 'picture',
        id,
        width: 1,
        height: 1,
        widths: [1],
        complete: false,
        placeholder: 'x',
        alt: 'A shelf',
        light: null,
      };
      const unknown = await admin.post('/api/manage/collections', {
        name: 'X',
        cover: { ...cover, id: 'f'.repeat(32) },
      });
      expect([unknown.statusCode, unknown.json().code]).toEqual([400, 'invalid_input']);
      const made = await add({ name: 'Shelf', rule: '', cover });
      expect(made.cover).toMatchObject({ id, width: 1600, alt: 'A shelf', complete: true });
      expect((await shown())[0]?.cover).toEqual(made.cover);
      shop.clock.forward({ days: 3 });
      await cleanUpMedia(shop.ctx, { files: false });
      expect((await page('shelf')).cover?.id).toBe(id);
      expect(await edit(made, { cover: null })).toBe(200);
      expect((await page('shelf')).cover?.id).toBe((await page('shelf')).specimens[0]?.main.id);
      await cleanUpMedia(shop.ctx, { files: false });
      expect(
        await database.db.selectFrom('media').select('id').where('id', '=', id).execute(),
      ).toEqual([]);
      admin = await shop.admin();
    });
  });
});
