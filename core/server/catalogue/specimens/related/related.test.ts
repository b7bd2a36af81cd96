import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { setVisibility } from '#core/server/catalogue/specimens/editing/editing.service.ts';
import { listSpecimens } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

const redCloud = ['Red Cloud Mine', 'La Paz County', 'Arizona', 'USA'];
const oldYuma = ['Old Yuma Mine', 'Pima County', 'Arizona', 'USA'];

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let piece = 0;
  let elsewhere = 0;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    [piece = 0] = await addSpecimens(shop.ctx, [
      { title: 'Wulfenite', species: ['Wulfenite'], locality: redCloud, dimensions: '4 cm' },
    ]);
    const twin = { species: ['Wulfenite'], locality: redCloud, dimensions: '4 cm' };
    [, , elsewhere = 0] = await addSpecimens(shop.ctx, [
      { title: 'Sold twin', ...twin, status: 'sold' },
      { title: 'Hidden twin', ...twin, visible: false },
      { title: 'From elsewhere', species: ['Wulfenite'], locality: oldYuma },
      { title: 'Its neighbour', species: ['Cerussite'], locality: redCloud, dimensions: '4 cm' },
      { title: 'Nothing in common', species: ['Quartz'] },
    ]);
    const [orange = 0] = await addSpecimens(shop.ctx, [{ title: 'As orange' }]);
    const colours = JSON.stringify([{ L: 50, a: 60, b: 68, share: 1 }]);
    const pictures = database.db
      .selectFrom('specimen_media')
      .select('media_id')
      .where('specimen_id', 'in', [piece, orange]);
    await database.db.updateTable('media').set({ colours }).where('id', 'in', pictures).execute();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const read = async (id: number) =>
    (await shop.visitor().get(`/api/specimens/${id}`)).json<SpecimenDetail>();
  const titles = async (id: number) => (await read(id)).related?.map(({ title }) => title);

  test('a page has the pieces most like it, what can be bought first, and nothing that is hidden', async () => {
    expect(await titles(piece)).toEqual(['From elsewhere', 'Its neighbour', 'As orange']);
    const admin = await shop.admin();
    const seenByAdmin = (await admin.get(`/api/specimens/${piece}`)).json<SpecimenDetail>();
    expect(seenByAdmin.related, 'the admin sees the same').toEqual((await read(piece)).related);
    await setVisibility(shop.ctx, elsewhere, false);
    expect(await titles(piece), 'the cached page follows').toEqual([
      'Its neighbour',
      'As orange',
      'Sold twin',
    ]);
  });

  test('its colours stand among its facts, and each leads to more of it', async () => {
    const colour = (await read(piece)).facts.find(({ name }) => name === 'Color');
    expect(colour?.lines).toEqual([
      { parts: [{ text: 'Orange', href: '/?colour=orange#gallery' }] },
    ]);
    const { specimens } = await listSpecimens(shop.ctx, { colour: 'orange' }, { hidden: false });
    expect(specimens.map(({ title }) => title)).toEqual(['As orange', 'Wulfenite']);
  });
});
