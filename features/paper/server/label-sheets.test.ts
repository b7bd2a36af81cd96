import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LabelSheet } from '#features/paper/contract/label-sheets.ts';
import { type Browser, makeApp, makeSecondApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let second: Awaited<ReturnType<typeof makeSecondApp>>;
  const admins: Browser[] = [];

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    admins.push(await shop.admin());
    second = await makeSecondApp(database);
    if (second) admins.push(await second.admin());
  });
  afterAll(async () => {
    await second?.close();
    await shop.app.close();
    await database.close();
  });

  const reserve = async (body: object, browser = admins[0]): Promise<LabelSheet> => {
    const response = await browser?.post('/api/manage/label-sheets', body);
    expect(response?.statusCode, response?.body).toBe(201);
    return response?.json() as LabelSheet;
  };
  const sheets = async () => (await admins[0]?.get('/api/manage/label-sheets'))?.json();

  test('a shop without numbers begins at the first, and goes on where its latest piece and its labels end', async () => {
    expect(await sheets()).toEqual({ next: '0001', sheets: [] });
    expect((await reserve({ count: 2 })).numbers).toEqual(['0001', '0002']);
    expect((await sheets()).next).toBe('0003');
    await addSpecimens(shop.ctx, [
      { catalogueNumber: 'W-098' },
      { catalogueNumber: 'w-100' },
      { catalogueNumber: 'W-098b' },
    ]);
    // The newest piece's number does not end in a digit: the labels go on.
    expect((await sheets()).next).toBe('0003');
    await addSpecimens(shop.ctx, [{ catalogueNumber: 'W-097' }]);
    const sheet = await reserve({ count: 4 });
    // 98 and 100 are given, in whatever case.
    expect(sheet.numbers).toEqual(['W-099', 'W-101', 'W-102', 'W-103']);
    expect((await admins[0]?.get(`/api/manage/label-sheets/${sheet.id}`))?.json()).toEqual(sheet);
    expect((await sheets()).sheets[0]).toMatchObject({
      id: sheet.id,
      first: 'W-099',
      last: 'W-103',
      count: 4,
    });
    expect((await admins[0]?.get('/api/manage/known-facts'))?.json().nextCatalogueNumber).toBe(
      'W-104',
    );
  });

  test('no number is reserved twice, however many sheets are made at once', async () => {
    const rounds = Array.from({ length: 12 }, (_, n) =>
      reserve({ count: 30, first: 'F-001' }, admins[n % admins.length]),
    );
    const numbers = (await Promise.all(rounds)).flatMap((sheet) => sheet.numbers);
    expect(new Set(numbers).size).toBe(360);
    expect(numbers.toSorted().at(-1)).toBe('F-360');
    expect(new Set((await Promise.all(rounds)).map(({ id }) => id)).size).toBe(12);
  });

  test('a piece can be given the number of its label, which stays reserved once it is deleted', async () => {
    const { numbers } = await reserve({ count: 1, first: 'P-1' });
    const [id] = await addSpecimens(shop.ctx, [{ catalogueNumber: numbers[0] ?? '' }]);
    await admins[0]?.delete(`/api/specimens/${id}`);
    expect((await reserve({ count: 1, first: 'P-1' })).numbers).toEqual(['P-2']);
  });

  test('what cannot be counted is refused in words, and reserves nothing', async () => {
    const refused = async (body: object, status = 400) => {
      const response = await admins[0]?.post('/api/manage/label-sheets', body);
      expect(response?.statusCode, JSON.stringify(body)).toBe(status);
      return response?.json().message;
    };
    expect(await refused({ count: 2, first: 'W' })).toContain('ends in a digit');
    expect(await refused({ count: 2, first: `${'x'.repeat(39)}9` })).toContain('ends in a digit');
    await refused({ count: 0 });
    await refused({ count: 501 });
    await refused({ count: 1, first: 'a\nb1' });
    expect((await admins[0]?.get('/api/manage/label-sheets/9999'))?.statusCode).toBe(404);
    expect((await shop.visitor().post('/api/manage/label-sheets', { count: 1 })).statusCode).toBe(
      401,
    );
  });
});
