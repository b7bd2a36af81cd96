import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MAX_BULK_PIECES } from '#core/contract/catalogue/manage-ids.ts';
import { settleAllDue } from '#core/server/admin/schedule/schedule.service.ts';
import { rebuildSearchIndex } from '#core/server/catalogue/search/search-index.service.ts';
import { dueDeletions } from '#core/server/catalogue/specimens/editing/deletions.service.ts';
import type { BulkChange } from '#features/bulk-edits/contract/bulk-edit-rules.ts';
import type { BulkEdit, BulkPieces } from '#features/bulk-edits/contract/bulk-edits.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { bulkEditing } from '#tests/support/bulk-edits.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { importForeign } from '#tests/support/foreign-sheets.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { suiteShop } from '#tests/support/suite-shop.ts';
import { times } from '#tests/support/thorough.ts';

onEveryDatabase((makeDatabase) => {
  const here = suiteShop(makeDatabase);
  const { ok, plan, step, done, specimen, order, setColumns, left, found } = bulkEditing(here);
  const pricesOf = async (ids: number[]) =>
    Promise.all(ids.map(async (id) => (await specimen(id)).price));
  const raise: BulkChange = {
    kind: 'price',
    direction: 'raise',
    by: 'percent',
    value: '10',
    round: 'cent',
  };
  const hide: BulkChange = { kind: 'visibility', visible: false };

  test('prices move as the preview said, and one call takes all of it back', async () => {
    const ids = await addSpecimens(here.shop.ctx, [
      { title: 'Azurite', price: '45' },
      { title: 'Barite', price: '19.99' },
      { title: 'Calcite', price: 'Price on request' },
      { title: 'Dioptase', price: null },
      { title: 'Epidote', price: '80', status: 'sold' },
      { title: 'Fluorite', price: '10' },
    ]);
    await order(ids.at(-1) ?? 0);
    const before = await pricesOf(ids);
    const preview = await plan(ids, raise);
    expect(preview).toMatchObject({
      state: 'planned',
      label: 'Raise the price by 10\u00a0%',
      changed: 3,
    });
    expect(left(preview)).toEqual({ words: 1, unpriced: 1, sold: 1 });
    expect(preview.notes).toEqual([
      'One of them is in a pending order: its order keeps the price that was ordered at.',
    ]);
    expect(
      await ok<BulkPieces>(here.admin.get(`/api/manage/bulk-edits/${preview.id}/pieces`)),
    ).toEqual({
      pieces: [
        { id: ids[0], title: 'Azurite', before: '$45.00', after: '$49.50' },
        { id: ids[1], title: 'Barite', before: '$19.99', after: '$21.99' },
        { id: ids[5], title: 'Fluorite', before: '$10.00', after: '$11.00' },
      ],
      next: null,
    });
    expect(await pricesOf(ids)).toEqual(before);

    const { version } = await specimen(ids[0] ?? 0);
    const drops = here.shop.drops();
    expect(await step(preview.id, 'apply')).toMatchObject({ state: 'applied', changed: 3 });
    expect(here.shop.drops()).toBe(drops + 1);
    const after = ['49.50', '21.99', 'Price on request', null, '80.00', '11.00'];
    expect(await pricesOf(ids)).toEqual(after);
    // An open form is told.
    expect((await specimen(ids[0] ?? 0)).version).toBe(version + 1);
    expect(await step(preview.id, 'apply')).toMatchObject({ state: 'applied', changed: 3 });
    expect(await pricesOf(ids)).toEqual(after);
    const events = await here.database.db
      .selectFrom('events')
      .select(['kind', 'data'])
      .where('specimen_id', '=', ids[0] ?? 0)
      .orderBy('id')
      .execute();
    expect(events.at(-1)).toMatchObject({
      kind: 'specimen_edited',
      data: { before: { price: '45.00' }, after: { price: '49.50' } },
    });

    expect(await ok<BulkEdit[]>(here.admin.get('/api/manage/bulk-edits'))).toMatchObject([
      { id: preview.id, changed: 3 },
    ]);
    expect(await step(preview.id, 'undo')).toMatchObject({ state: 'undone', changed: 3, left: [] });
    expect(await step(preview.id, 'undo')).toMatchObject({ state: 'undone', changed: 3 });
    expect(await pricesOf(ids)).toEqual(before);
    expect(await ok<BulkEdit[]>(here.admin.get('/api/manage/bulk-edits'))).toEqual([]);
    expect((await here.admin.post(`/api/manage/bulk-edits/${preview.id}/apply`)).statusCode).toBe(
      409,
    );
  });

  test('what was changed between preview and change, or sold before it is undone, stays and is named', async () => {
    const ids = await addSpecimens(
      here.shop.ctx,
      ['One', 'Two', 'Three', 'Four'].map((title) => ({ title })),
    );
    const [one, two, three, four] = ids as [number, number, number, number];
    const preview = await plan(ids, raise);
    await ok(
      here.admin.put(`/api/specimens/${one}`, { title: 'One', category: 'Minerals', price: '300' }),
    );
    await ok(here.admin.delete(`/api/specimens/${two}`));
    const applied = await step(preview.id, 'apply');
    expect(applied).toMatchObject({ changed: 2 });
    expect(applied.left).toEqual([
      { reason: 'changed', count: 1, titles: ['One'], ids: [one] },
      { reason: 'gone', count: 1, titles: ['Two'], ids: [two] },
    ]);
    expect(await pricesOf([one, three, four])).toEqual(['300.00', '110.00', '110.00']);
    await order(three);
    const undone = await step(preview.id, 'undo');
    expect(undone.left).toEqual([
      { reason: 'sold_meanwhile', count: 1, titles: ['Three'], ids: [three] },
    ]);
    expect(await pricesOf([one, three, four])).toEqual(['300.00', '110.00', '100.00']);
  });

  test('two changes are undone one after the other, and the earlier one not over the later', async () => {
    const ids = await addSpecimens(here.shop.ctx, [{ title: 'Galena' }]);
    const [first, second] = [await done(ids, raise), await done(ids, raise)];
    expect(await pricesOf(ids)).toEqual(['121.00']);
    const [third, fourth] = [await done(ids, raise), await done(ids, raise)];
    expect(left(await step(third.id, 'undo'))).toEqual({ changed: 1 });
    expect(await step(fourth.id, 'undo')).toMatchObject({ changed: 1 });
    expect(await pricesOf(ids)).toEqual(['133.10']);
    await setColumns(ids[0] ?? 0, { price: '121.00', price_cents: 12_100 });
    await step(second.id, 'undo');
    await step(first.id, 'undo');
    expect(await pricesOf(ids)).toEqual(['100.00']);
  });

  test('hiding and showing reaches search and pages, and leaves what somebody waits for', async () => {
    const ids = await addSpecimens(
      here.shop.ctx,
      ['Hidingstone a', 'Hidingstone b', 'Hidingstone c'].map((title, n) => ({
        title,
        visible: n !== 1,
      })),
    );
    const [a, b, c] = ids as [number, number, number];
    await setColumns(c, { waiting: 1 });
    const hidden = await done(ids, hide);
    expect(left(hidden)).toEqual({ same: 1, waited_for: 1 });
    expect(await found('hidingstone')).toEqual([c]);
    expect((await here.shop.visitor().get(`/api/specimens/${a}`)).statusCode).toBe(404);
    await setColumns(c, { waiting: 0 });
    await done(ids, { kind: 'visibility', visible: true });
    expect((await found('hidingstone')).sort((x, y) => x - y)).toEqual([a, b, c]);
  });

  test('categories and tags change with the search index, and go back with it', async () => {
    const ids = await addSpecimens(here.shop.ctx, [
      { title: 'Willemite', tags: ['Franklin', 'old'] },
      { title: 'Hardystonite', tags: ['OLD'] },
    ]);
    const tagged = await done(ids, {
      kind: 'tags',
      add: ['glowing', 'Glowing', 'franklin'],
      remove: ['Old'],
    });
    expect(tagged.label).toBe(
      'Add the tags “glowing”, “Glowing”, “franklin”; Remove the tags “Old”',
    );
    expect(await Promise.all(ids.map(async (id) => (await specimen(id)).tags))).toEqual([
      ['Franklin', 'Glowing'],
      ['Glowing', 'franklin'],
    ]);
    expect((await found('glowing')).length).toBe(2);
    const moved = await done(ids, { kind: 'category', category: 'Meteorites' });
    expect((await found('meteorites')).length).toBe(2);
    await step(moved.id, 'undo');
    await step(tagged.id, 'undo');
    expect([await found('glowing'), await found('meteorites')]).toEqual([[], []]);
    expect(await Promise.all(ids.map(async (id) => (await specimen(id)).tags))).toEqual([
      ['Franklin', 'old'],
      ['OLD'],
    ]);
  });

  test('a collection takes as many specimens as it has room for, and gives each its place back', async () => {
    const [first = 0, ...ids] = await addSpecimens(
      here.shop.ctx,
      ['Alpha', 'Beta', 'Gamma'].map((title) => ({ title })),
    );
    const input = {
      name: 'Autumn',
      subtitle: '',
      description: '',
      cover: null,
      hidden: false,
      rule: null,
    };
    const { id } = await ok<{ id: number }>(here.admin.post('/api/manage/collections', input));
    const pieces = async () =>
      (
        await ok<{ title: string }[]>(here.admin.get(`/api/manage/collections/${id}/specimens`))
      ).map(({ title }) => title);
    await ok(here.admin.put(`/api/manage/collections/${id}/specimens`, { ids: [first] }));
    const put = await done([first, ...ids], {
      kind: 'collection',
      collection: id,
      contained: true,
    });
    expect(put).toMatchObject({
      label: 'Add to “Autumn”',
      changed: 2,
      left: [{ reason: 'same', count: 1 }],
    });
    expect(await pieces()).toEqual(['Alpha', 'Beta', 'Gamma']);
    const taken = await done([first, ...ids.slice(0, 1)], {
      kind: 'collection',
      collection: id,
      contained: false,
    });
    expect(await pieces()).toEqual(['Gamma']);
    await step(taken.id, 'undo');
    expect(await pieces()).toEqual(['Alpha', 'Beta', 'Gamma']);
    await step(put.id, 'undo');
    expect(await pieces()).toEqual(['Alpha']);

    const filled = await ok<{ id: number }>(
      here.admin.post('/api/manage/collections', {
        ...input,
        name: 'By rule',
        rule: 'category=Crystals',
      }),
    );
    const refused = await here.admin.post('/api/manage/bulk-edits', {
      specimens: ids,
      change: { kind: 'collection', collection: filled.id, contained: true },
    });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      '“By rule” is filled by a rule.',
    ]);
  });

  test('what is deleted is hidden at once and gone after ten minutes, unless it is undone or ordered', async () => {
    const ids = await addSpecimens(
      here.shop.ctx,
      ['Gone', 'Worked on', 'Ordered', 'Shown again', 'Edited before', 'Hidden'].map((title) => ({
        title,
        visible: title !== 'Hidden',
      })),
    );
    const [gone, workedOn, ordered, shown, edited, hidden] = ids as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    await order(ordered);
    const preview = await plan(ids, { kind: 'delete' });
    expect(left(preview)).toEqual({ held: 1 });
    await ok(
      here.admin.put(`/api/specimens/${edited}`, {
        title: 'Edited before',
        category: 'Minerals',
        description: 'New words',
      }),
    );
    const applied = await step(preview.id, 'apply');
    expect(left(applied)).toEqual({ held: 1, changed: 1 });
    expect((await here.shop.visitor().get(`/api/specimens/${gone}`)).statusCode).toBe(404);
    expect(await specimen(gone)).toMatchObject({ visible: false, deleteAt: applied.endsAt });
    expect(left(await plan([gone], raise))).toEqual({ deleting: 1 });

    await step(applied.id, 'undo');
    expect(await specimen(gone)).toMatchObject({ visible: true });
    expect(await specimen(gone)).not.toHaveProperty('deleteAt');

    await done([gone, workedOn, shown, hidden], { kind: 'delete' });
    await ok(
      here.admin.put(`/api/specimens/${workedOn}`, { title: 'Worked on', category: 'Minerals' }),
    );
    await ok(here.admin.put(`/api/specimens/${shown}`, { visible: true }));
    here.shop.clock.forward({ minutes: 9, seconds: 59 });
    await settleAllDue(here.shop.ctx);
    // As if it was undone and deleted again after a round found it due.
    await dueDeletions.settle(here.shop.ctx, gone);
    expect((await specimen(gone)).visible).toBe(false);
    here.shop.clock.forward({ seconds: 1 });
    await settleAllDue(here.shop.ctx);
    expect((await here.admin.get(`/api/specimens/${gone}`)).statusCode).toBe(404);
    expect((await specimen(workedOn)).visible).toBe(false);
    expect((await specimen(shown)).visible).toBe(true);
    expect((await here.admin.get(`/api/specimens/${hidden}`)).statusCode).toBe(404);
    const tokens = () =>
      here.database.db.selectFrom('search_tokens').selectAll().orderBy('token').execute();
    const changed = await tokens();
    await inTransaction(here.database.db, rebuildSearchIndex);
    expect(changed).toEqual(await tokens());
    expect(
      await here.database.db
        .selectFrom('bulk_edits')
        .select('id')
        .where('ends_at', '<=', here.shop.clock.now().toISOString())
        .execute(),
    ).toEqual([]);
  });

  test('deletions that are due together go together, and one that cannot go holds up none of them', async () => {
    // Each is tried alone while one of them is stuck.
    const count = times(12, 60);
    const ids = await addSpecimens(
      here.shop.ctx,
      Array.from({ length: count }, (_, n) => ({ title: n === count / 2 ? 'Stuck' : `Due ${n}` })),
    );
    const refusal =
      here.database.dialect === 'sqlite'
        ? [
            `create trigger stuck before delete on specimens when old.title = 'Stuck' begin select raise(abort, 'stuck'); end`,
          ]
        : [
            `create function refuse() returns trigger language plpgsql as $$ begin raise 'stuck'; end $$`,
            `create trigger stuck before delete on specimens for each row when (old.title = 'Stuck') execute function refuse()`,
          ];
    for (const statement of refusal) await sql.raw(statement).execute(here.database.db);
    await done(ids, { kind: 'delete' });
    here.shop.clock.forward({ minutes: 10 });
    const logged = here.shop.log.length;
    await settleAllDue(here.shop.ctx);
    const there = await here.database.db
      .selectFrom('specimens')
      .select('title')
      .where('id', 'in', ids)
      .execute();
    expect(there).toEqual([{ title: 'Stuck' }]);
    expect(here.shop.log.slice(logged)).toEqual([
      expect.stringContaining('what is due could not be settled'),
    ]);
    await sql
      .raw(`drop trigger stuck${here.database.dialect === 'sqlite' ? '' : ' on specimens'}`)
      .execute(here.database.db);
    const drops = here.shop.drops();
    await settleAllDue(here.shop.ctx);
    expect(here.shop.drops()).toBe(drops + 1);

    const more = await addSpecimens(
      here.shop.ctx,
      Array.from({ length: count }, (_, n) => ({ title: `Due ${n}` })),
    );
    await done(more, { kind: 'delete' });
    here.shop.clock.forward({ minutes: 10 });
    const before = here.shop.drops();
    await settleAllDue(here.shop.ctx);
    expect(here.shop.drops()).toBe(before + 1);
    expect(
      await here.database.db.selectFrom('specimens').select('id').where('id', 'in', more).execute(),
    ).toEqual([]);
  });

  test('a preview and an undo end, and what nobody may do is refused in words', async () => {
    const ids = await addSpecimens(here.shop.ctx, [{ title: 'Late' }]);
    const applied = await done(ids, raise);
    const planned = await plan(ids, raise);
    expect((await here.admin.post(`/api/manage/bulk-edits/${planned.id}/undo`)).statusCode).toBe(
      409,
    );
    here.shop.clock.forward({ minutes: 15 });
    for (const [id, name] of [
      [applied.id, 'undo'],
      [planned.id, 'apply'],
    ]) {
      const response = await here.admin.post(`/api/manage/bulk-edits/${id}/${name}`);
      expect([response.statusCode, response.json().message]).toEqual([
        404,
        'This has expired. Please start over.',
      ]);
    }
    for (const [body, words] of [
      [{ specimens: [], change: raise }, 'at least one'],
      [
        { specimens: Array.from({ length: MAX_BULK_PIECES + 1 }, (_, n) => n + 1), change: raise },
        'At most 2,000 specimens',
      ],
      [{ specimens: ids, change: { ...raise, value: '-3' } }, 'above 0'],
      [{ specimens: ids, change: { kind: 'tags' } }, 'at least one tag'],
      [{ specimens: ids, change: { kind: 'status', status: 'sold' } }, ''],
    ] as const) {
      const response = await here.admin.post('/api/manage/bulk-edits', body);
      expect(response.statusCode).toBe(400);
      expect(response.body).toContain(words);
    }
    const visitor = here.shop.visitor();
    for (const call of [
      visitor.post('/api/manage/bulk-edits', { specimens: ids, change: raise }),
      visitor.get('/api/manage/bulk-edits'),
      visitor.get('/api/manage/specimen-ids'),
    ])
      expect((await call).statusCode).toBe(401);
  });

  test('all that Manage shows can be selected at once', async () => {
    const ids = await addSpecimens(here.shop.ctx, [
      { title: 'Selectstone a' },
      { title: 'Selectstone b', visible: false },
    ]);
    const listed = (query: string) =>
      ok<{ ids: number[]; total: number }>(here.admin.get(`/api/manage/specimen-ids${query}`));
    expect(await listed('?search=selectstone')).toEqual({ ids: ids.toReversed(), total: 2 });
    expect(await listed('?search=selectstone&visibility=hidden')).toEqual({
      ids: ids.slice(1),
      total: 1,
    });
    const everything = await listed('');
    expect(everything.ids.slice(0, 2)).toEqual(ids.toReversed());
    expect(everything.ids).toHaveLength(everything.total);
  });

  test('of many that are to be shown, those without a photo stay hidden and are named', async () => {
    const [photographed = 0] = await addSpecimens(here.shop.ctx, [
      { title: 'Photographed', visible: false },
    ]);
    await importForeign(here.admin, 'No,Title\nPL-1,Without a photo\n');
    const { id: draft } = await here.database.db
      .selectFrom('specimens')
      .select('id')
      .where('catalogue_number', '=', 'PL-1')
      .executeTakeFirstOrThrow();
    const shown = await done([photographed, draft], { kind: 'visibility', visible: true });
    expect(shown).toMatchObject({
      changed: 1,
      left: [{ reason: 'photoless', count: 1, titles: ['Without a photo'] }],
    });
    expect([(await specimen(photographed)).visible, (await specimen(draft)).visible]).toEqual([
      true,
      false,
    ]);
    expect((await step(shown.id, 'undo')).changed).toBe(1);
    expect((await done([draft], hide)).left).toMatchObject([{ reason: 'same' }]);
  });
});
