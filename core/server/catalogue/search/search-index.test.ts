import { afterEach, beforeEach, expect, test } from 'vitest';
import { specimenEdit } from '#core/contract/catalogue/specimens.ts';
import {
  deleteSpecimen,
  editSpecimen,
  setVisibility,
} from '#core/server/catalogue/specimens/editing/editing.service.ts';
import { countSpecimens } from '#core/server/catalogue/specimens/reading/specimens.queries.ts';
import { listSpecimens } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { corpus } from '#tests/support/search-corpus.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { ensureSearchIndex, rebuildSearchIndex } from './search-index.service.ts';

onEveryDatabase((makeDatabase, engine) => {
  let database: TestDatabase;
  let shop: TestApp;

  beforeEach(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  afterEach(async () => {
    await shop.app.close();
    await database.close();
  });

  /** Everything in the index, in one order. */
  async function indexed() {
    const { db } = database;
    const postings = await db.selectFrom('search_postings').selectAll().execute();
    const lines = [
      ...(await db.selectFrom('search_tokens').selectAll().execute()).map(
        ({ token, specimens }) => `${token}: ${specimens}`,
      ),
      ...(await db.selectFrom('search_deletion_keys').selectAll().execute()).map(
        ({ deletion_key, token }) => `${deletion_key} ~ ${token}`,
      ),
      ...postings.map(
        ({ token, chunk, entries }) => `${token} in ${chunk}: ${pairs(entries).toSorted()}`,
      ),
    ];
    return lines.toSorted();
  }
  const pairs = (entries: Uint8Array) =>
    Array.from(
      { length: entries.length / 2 },
      (_, at) => `${entries[2 * at]}/${entries[2 * at + 1]}`,
    );

  const found = async (search: string, hidden = false) =>
    (await listSpecimens(shop.ctx, { search }, { hidden })).specimens.map(({ title }) => title);

  test('a specimen is found by its species’ other names, group and formula, behind those that say the word', async () => {
    await addSpecimens(shop.ctx, [
      { title: 'Purple cubes', species: ['Fluorite'], associates: ['Galena'] },
      { title: 'Green prism', species: ['Elbaite'] },
      {
        title: 'Lilac points',
        species: ['Amethyst'],
        locality: ['Piedra Parada', 'Tatatila', 'Veracruz', 'Mexico'],
      },
      { title: 'White blades', species: ['Gypsum'] },
      { title: 'Yellow prisms', species: ['Fluorapatite'] },
      { title: 'Fluorspar of an unknown kind', species: ['Something else'] },
    ]);
    expect(await found('fluorspar')).toEqual(['Fluorspar of an unknown kind', 'Purple cubes']);
    for (const term of ['CaF2', 'caf₂', 'PbS', 'galena cubes'])
      expect([term, await found(term)]).toEqual([term, ['Purple cubes']]);
    for (const term of ['tourmaline', 'Turmalin'])
      expect(await found(term)).toEqual(['Green prism']);
    for (const term of ['Bleiglanz', 'toxic']) expect(await found(term)).toEqual(['Purple cubes']);
    for (const term of ['quartz', 'SiO2', 'Tatatila', 'veracruz mexico'])
      expect([term, await found(term)]).toEqual([term, ['Lilac points']]);
    for (const term of [
      'CaSO4·2H2O',
      'CaSO4 · 2H2O',
      'CaSO4.2H2O',
      'white CaSO4·2H2O',
      'caso4.2h2o',
    ])
      expect([term, await found(term)]).toEqual([term, ['White blades']]);
    for (const term of ['Ca5(PO4)3F', 'ca5(po4)3f', 'ca5(po'])
      expect([term, await found(term)]).toEqual([term, ['Yellow prisms']]);
  });

  test('a species is found by its class, and one that a piece is ranks before one that grows on it', async () => {
    await addSpecimens(shop.ctx, [
      { title: 'Cubes with a coat', species: ['Pyrite'] },
      { title: 'Needles', species: ['Mimetite'], associates: ['Pyrite'] },
      { title: 'Blades', species: ['Vivianite'] },
    ]);
    expect(await found('FeS2')).toEqual(['Cubes with a coat', 'Needles']);
    expect((await found('phosphates')).sort()).toEqual(['Blades', 'Needles']);
    expect(await found('arsenates')).toEqual(['Needles']);
  });

  test('a piece is found by the collectors’ word for its size, behind those that say the word', async () => {
    await addSpecimens(shop.ctx, [
      { title: 'Small one', dimensions: '2.5 x 2 x 1 cm' },
      { title: 'Palm-sized', dimensions: '8 x 6 x 4 cm' },
      { title: 'A thumbnail of doubt' },
      { title: 'Large one', dimensions: '25 x 20 x 9 cm' },
    ]);
    expect(await found('thumbnail')).toEqual(['A thumbnail of doubt', 'Small one']);
    expect(await found('small cabinet')).toEqual(['Palm-sized']);
    expect(await found('museum')).toEqual(['Large one']);
    expect(await found('miniature')).toEqual([]);
  });

  test('a name in another spelling finds its species, and no word that only looks like it', async () => {
    await addSpecimens(shop.ctx, [
      { title: 'Golden blades', species: ['Baryte'] },
      { title: 'Play of color', species: ['Opal'] },
      { title: 'Purple points', species: ['Amethyst'] },
    ]);
    for (const term of ['Barite', 'barytes'])
      expect([term, await found(term)]).toEqual([term, ['Golden blades']]);
    expect(await found('Opale')).toEqual(['Play of color']);
  });

  test('what joins the names of a label need not stand in it', async () => {
    await addSpecimens(shop.ctx, [
      { title: 'Mimetite, pyrite', species: ['Mimetite'] },
      { title: 'Put on hold' },
    ]);
    for (const term of ['mimetite on pyrite', 'Mimetite var. pyrite', 'pyrite with mimetite'])
      expect([term, await found(term)]).toEqual([term, ['Mimetite, pyrite']]);
    expect(await found('on')).toEqual(['Put on hold']);
  });

  test('is rebuilt where an older version has left another', async () => {
    const { db, dialect } = database;
    await addSpecimens(shop.ctx, [{ title: 'Purple cubes', species: ['Fluorite'] }]);
    await db.updateTable('specimens').set({ search_text: 'purple' }).execute();
    await db.deleteFrom('search_postings').execute();
    await ensureSearchIndex(db, dialect);
    expect(await found('fluorite')).toEqual([]);
    await db.deleteFrom('search_tokens').where('token', 'like', ' recipe%').execute();
    await ensureSearchIndex(db, dialect);
    expect(await found('fluorite')).toEqual(['Purple cubes']);
  });

  test('follows every change, and equals an index rebuilt from the specimens', async () => {
    const { ctx } = shop;
    const ids = await addSpecimens(ctx, corpus.slice(0, 30));
    const empty = await addSpecimens(ctx, [{ title: '…', description: 'word '.repeat(1_500) }]);
    const edit = (id: number, change: object) =>
      editSpecimen(
        ctx,
        id,
        specimenEdit.parse({ title: 'Changed', category: 'Fossils', ...change }),
        null,
      );
    for (const [at, id] of ids.entries()) {
      if (at % 5 === 0)
        await edit(id, { title: `Renamed ${at}`, tags: ['new tag'], origin: 'Elsewhere' });
      if (at % 5 === 1) await setVisibility(ctx, id, at % 2 === 0);
      if (at % 5 === 2) await deleteSpecimen(ctx, id);
      if (at % 5 === 3) await edit(id, { visible: false });
    }
    await deleteSpecimen(ctx, empty[0] ?? 0);
    const followed = await indexed();
    await database.db.transaction().execute((tx) => rebuildSearchIndex(tx));
    expect(followed).toEqual(await indexed());
    expect(followed.length).toBeGreaterThan(200);
    // The list takes from it how many there are.
    const counts = [false, true].map(async (hidden) => [
      (await listSpecimens(ctx, { limit: 1 }, { hidden })).total,
      await countSpecimens(database.db, { hidden }),
    ]);
    const [[visible, shown] = [], [all, stored] = []] = await Promise.all(counts);
    expect([visible, all]).toEqual([shown, stored]);
    expect(all).toBeGreaterThan(visible ?? 0);
  });

  test('lets a change be found as soon as it is saved, and what was undone never', async () => {
    const { ctx } = shop;
    const empty = await indexed();
    const [id = 0] = await addSpecimens(ctx, [{ title: 'Amazonite', tags: ['green'] }]);
    expect(await found('amazonite green')).toEqual(['Amazonite']);
    await editSpecimen(
      ctx,
      id,
      specimenEdit.parse({ title: 'Smoky quartz', category: 'Crystals', tags: [] }),
      null,
    );
    expect(await found('amazonite')).toEqual([]);
    expect(await found('smoky crystals')).toEqual(['Smoky quartz']);
    await setVisibility(ctx, id, false);
    expect(await found('smoky')).toEqual([]);
    expect(await found('smoky', true)).toEqual(['Smoky quartz']);
    await setVisibility(ctx, id, true);
    expect(await found('smoky')).toEqual(['Smoky quartz']);
    await deleteSpecimen(ctx, id);
    expect(await found('smoky', true)).toEqual([]);
    await expect(
      database.db.transaction().execute(async (tx) => {
        await rebuildSearchIndex(tx);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await indexed()).toEqual(empty);
  });

  test.skipIf(engine === 'pglite')('is whole when several add at once', async () => {
    const { ctx } = shop;
    const piece = { title: 'Same words for everybody', tags: ['shared'] };
    await Promise.all(Array.from({ length: 8 }, () => addSpecimens(ctx, [piece, piece])));
    expect(await found('shared everybody')).toHaveLength(16);
    const followed = await indexed();
    await database.db.transaction().execute((tx) => rebuildSearchIndex(tx));
    expect(followed).toEqual(await indexed());
  });
});
