import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SpeciesName } from '#core/contract/catalogue/species-names.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  test('the names of the table say which are varieties and what else each is called', async () => {
    const response = await shop.visitor().get('/api/species');
    const names = response.json<SpeciesName[]>();
    expect(names.find(({ name }) => name === 'Fluorite')).toEqual({
      name: 'Fluorite',
      of: null,
      synonyms: expect.arrayContaining(['Fluorspar']),
    });
    expect(names.find(({ name }) => name === 'Amethyst')?.of).toBe('Quartz');
    expect(names.map(({ name }) => name)).toEqual(
      names.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en')),
    );
  });

  test('the names of the table are sent to the admin too only where they have changed', async () => {
    for (const browser of [shop.visitor(), await shop.admin()]) {
      const { headers } = await browser.get('/api/species');
      const again = await browser.get('/api/species', { 'if-none-match': String(headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
  });
});
