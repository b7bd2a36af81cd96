import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ManagePage } from '#core/contract/catalogue/specimens.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    admin = await shop.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const manage = async (query = ''): Promise<ManagePage> => {
    const response = await admin.get(`/api/manage/specimens${query}`);
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };
  const titles = (page: ManagePage) => page.specimens.map((specimen) => specimen.title);
  const counts = (all: number, hidden: number, pending: number, sold: number) => ({
    all,
    hidden,
    pending,
    sold,
    visible: all - hidden,
    available: all - pending - sold,
  });

  test('in an empty shop is one empty page', async () => {
    expect(await manage()).toEqual({
      specimens: [],
      page: 1,
      pages: 1,
      total: 0,
      counts: counts(0, 0, 0, 0),
    });
    expect((await manage('?page=9')).page).toBe(1);
  });

  describe('with thirty specimens', () => {
    beforeAll(async () => {
      await addSpecimens(
        shop.ctx,
        Array.from({ length: 30 }, (_, n) => ({
          title: `Stone ${n + 1}`,
          description: n % 2 ? 'From an old collection' : 'Self-collected',
          visible: n % 3 !== 0,
          status: n === 4 ? 'sold' : n < 3 ? 'pending' : 'available',
          createdAt: `2026-01-${String(n + 1).padStart(2, '0')}T00:00:00.000Z`,
        })),
      );
    });

    test('shows twelve a page, newest first, hidden ones too', async () => {
      const first = await manage();
      expect(titles(first)).toEqual(Array.from({ length: 12 }, (_, n) => `Stone ${30 - n}`));
      expect(first).toMatchObject({ page: 1, pages: 3, total: 30, counts: counts(30, 10, 3, 1) });
      expect(titles(await manage('?page=2'))[0]).toBe('Stone 18');
      expect(titles(await manage('?page=3'))).toEqual([
        'Stone 6',
        'Stone 5',
        'Stone 4',
        'Stone 3',
        'Stone 2',
        'Stone 1',
      ]);
    });

    test('shows the last page for any page beyond it', async () => {
      expect(await manage('?page=1000000')).toEqual(await manage('?page=3'));
    });

    test('filters the specimens, and counts all that match the search', async () => {
      expect(await manage('?visibility=hidden')).toMatchObject({
        total: 10,
        pages: 1,
        counts: counts(30, 10, 3, 1),
      });
      expect(await manage('?visibility=visible')).toMatchObject({ total: 20, pages: 2 });
      expect(titles(await manage('?status=sold'))).toEqual(['Stone 5']);
      expect(titles(await manage('?status=pending&visibility=hidden'))).toEqual(['Stone 1']);
      const found = await manage('?search=OLD%20collection&visibility=hidden');
      expect(found).toMatchObject({ total: 5, counts: counts(15, 5, 1, 0) });
      expect(await manage('?search=nothing%20like%20it')).toMatchObject({
        total: 0,
        page: 1,
        pages: 1,
        counts: counts(0, 0, 0, 0),
      });
    });

    test.each([
      '?page=0',
      '?page=x',
      '?page=1.5',
      '?page=99999999',
      '?status=gone',
      '?visibility=all',
      '?limit=5',
      '?search=%00',
    ])('%s is answered 400', async (query) => {
      expect((await admin.get(`/api/manage/specimens${query}`)).statusCode).toBe(400);
    });
  });
});
