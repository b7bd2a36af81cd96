import { expect, test } from 'vitest';
import { makeApp } from '#tests/support/app.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { reportOf, zipOf } from '#tests/support/transfers.ts';
import { smallJpeg } from '#tests/support/uploads.ts';

onEveryDatabase((makeDatabase) => {
  test('a sheet puts pieces into the collections that it names, and refuses those that a rule fills', async () => {
    const database = await makeDatabase();
    const shop = await makeApp(database);
    const admin = await shop.admin();
    const visitor = shop.visitor();
    expect((await admin.get('/api/manage/export')).statusCode, 'an empty shop').toBe(200);
    const sheet = (...rows: string[]) => ['reference,title,collections', ...rows].join('\n');
    const importSheet = (text: string, dryRun = false) =>
      reportOf(admin, text, { dryRun, type: 'text/csv' });
    const add = async (name: string, rule: string | null) =>
      (
        await admin.post('/api/manage/collections', {
          name,
          subtitle: '',
          description: '',
          cover: null,
          hidden: false,
          rule,
        })
      ).json();
    const shelf = await add('Top Shelf', null);
    await add('Blue ones', 'search=blue');
    const collections = async (id: number) => {
      const all: { name: string; contains: boolean }[] = (
        await admin.get(`/api/manage/specimens/${id}/collections`)
      ).json();
      return all.flatMap(({ name, contains }) => (contains ? name : []));
    };
    const total = async () => (await visitor.get(`/api/collections/${shelf.slug}`)).json().total;

    const first =
      'reference,title,picture 1,collections\nA-1,Azurite,a.jpg,Top Shelf\nA-2,Beryl,a.jpg,';
    expect(await total()).toBe(0);
    const added = await reportOf(
      admin,
      await zipOf({ 'specimens.csv': first, 'a.jpg': await smallJpeg() }),
    );
    expect(added).toMatchObject({ errors: [], notes: [], specimens: { added: 2 } });
    expect(await total()).toBe(1);

    const rows = sheet('A-1,Azurite,"Tucson,  top  shelf, 2026"', 'A-2,Beryl,tucson');
    const notes = ['Tucson', '2026'].map((name) => ({
      message: `We added the collection “${name}”, hidden. To show it, go to Manage, Collections.`,
    }));
    for (const dryRun of [true, false]) {
      expect(await importSheet(rows, dryRun)).toMatchObject({
        errors: [],
        notes,
        specimens: { changed: 2 },
      });
      expect(await collections(1)).toEqual(
        dryRun ? ['Top Shelf'] : ['Top Shelf', 'Tucson', '2026'],
      );
    }
    expect(await collections(2)).toEqual(['Tucson']);
    expect((await visitor.get('/api/collections/tucson')).statusCode).toBe(404);
    expect(await importSheet(rows)).toMatchObject({ notes: [], specimens: { unchanged: 2 } });

    const { errors } = await importSheet(
      sheet('A-1,Azurite,blue ones', `A-2,Beryl,${'x'.repeat(201)}`),
    );
    expect(errors.map(({ line, column, message }) => [line, column, message])).toEqual([
      [
        2,
        'collections',
        '“blue ones” is filled by a rule. Leave it out here, or make it a hand-picked collection.',
      ],
      [3, 'collections', 'A collection’s name can have up to 200 characters.'],
    ]);
    await importSheet('reference,title\nA-1,Azurite blue');
    expect(await collections(1)).toEqual(['Top Shelf', 'Tucson', '2026']);

    expect((await importSheet(sheet('A-1,Azurite,2026', 'A-2,Beryl,'))).specimens.changed).toBe(2);
    expect([await collections(1), await collections(2), await total()]).toEqual([['2026'], [], 0]);
    await shop.app.close();
    await database.close();
  });
});
