import { expect, test, vi } from 'vitest';
import { makeApp } from '#tests/support/app.ts';
import { makeSqlite } from '#tests/support/databases.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { createPageApi, Reading } from './page-api.ts';

test('a page that would wait for the counts of a very large shop goes without them at first', async () => {
  const database = await makeSqlite();
  const shop = await makeApp(database);
  await addSpecimens(shop.ctx, [{ title: 'Quartz' }]);
  const drops = shop.drops();
  const reading = new Reading();
  const api = createPageApi(shop.ctx, reading);
  vi.spyOn(shop.ctx.facetIndex, 'isThereWithin').mockResolvedValueOnce(false);
  expect(await api.countFacets({})).toBeNull();
  expect(reading.failure).toBeNull();
  await expect.poll(() => shop.drops()).toBe(drops + 1);
  expect(await api.countFacets({})).toMatchObject({ total: 1 });
  await shop.app.close();
  await database.close();
});

test('of what a page lists it carries no more than the cards show', async () => {
  const database = await makeSqlite();
  const shop = await makeApp(database);
  await addSpecimens(shop.ctx, [
    {
      title: 'Quartz',
      description: 'Clear prisms. '.repeat(100),
      species: ['Quartz'],
      tags: ['clear'],
    },
  ]);
  const api = createPageApi(shop.ctx, new Reading());
  const { specimens, total } = await api.listSpecimens({ limit: 12 });
  expect(total).toBe(1);
  const shown = [
    'category',
    'description',
    'dimensions',
    'forSale',
    'id',
    'main',
    'origin',
    'price',
    'status',
    'title',
  ];
  expect(Object.keys(specimens[0] ?? {}).sort()).toEqual(shown);
  expect(specimens[0]?.description).toMatch(/^Clear prisms\. (?=.{150,190}$).*…$/);
  await shop.app.close();
  await database.close();
});
