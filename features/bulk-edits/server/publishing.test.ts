/** What many pieces are given at once (a price, shipping, private facts), and publishing many. */
import { expect, test } from 'vitest';
import { rebuildSearchIndex } from '#core/server/catalogue/search/search-index.service.ts';
import type { BulkChange } from '#features/bulk-edits/contract/bulk-edit-rules.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { bulkEditing } from '#tests/support/bulk-edits.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { importForeign } from '#tests/support/foreign-sheets.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { suiteShop } from '#tests/support/suite-shop.ts';

onEveryDatabase((makeDatabase) => {
  const here = suiteShop(makeDatabase);
  const { ok, plan, step, done, specimen, order, setColumns, left, found } = bulkEditing(here);

  test('drafts are published at once but for those that lack something, and each goes back as it was', async () => {
    const draft = {
      visible: false,
      forSale: false,
      disclosures: [{ kind: 'none-known' as const, note: '' }],
    };
    const ids = await addSpecimens(here.shop.ctx, [
      { ...draft, title: 'Publishstone a', price: '120' },
      { ...draft, title: 'Publishstone b', price: '80', forSale: true },
      { ...draft, title: 'Publishstone c', price: null },
      { ...draft, title: 'P-4', catalogueNumber: 'P-4', price: '50' },
      { ...draft, title: 'Publishstone e', price: '50', disclosures: [] },
      { ...draft, title: 'Publishstone f', price: '50', visible: true, forSale: true },
    ]);
    const [a, b, c, d, e, f] = ids as [number, number, number, number, number, number];
    await setColumns(b, { price: '120,50', price_cents: null });
    const state = async () =>
      Promise.all(
        ids.map(async (id) => {
          const { visible, forSale, price, version } = await specimen(id);
          return [visible, forSale, price, version];
        }),
      );
    const before = await state();
    const preview = await plan(ids, { kind: 'publish' });
    expect(preview).toMatchObject({ label: 'Publish and list for sale', changed: 1 });
    expect(preview.left.map(({ reason, ids }) => [reason, ids])).toEqual([
      ['unread_price', [b]],
      ['unpriced', [c]],
      ['number_title', [d]],
      ['undisclosed', [e]],
      ['same', [f]],
    ]);
    expect(await found('publishstone')).toEqual([f]);
    await ok(
      here.admin.put(`/api/specimens/${b}`, {
        title: 'Publishstone b',
        category: 'Minerals',
        price: '80',
      }),
    );

    const published = await done([a, b], { kind: 'publish' });
    expect(published).toMatchObject({ state: 'applied', changed: 2, left: [] });
    expect((await found('publishstone')).toSorted((x, y) => x - y)).toEqual([a, b, f]);
    expect((await specimen(a)).available).toBe(1);
    expect(await plan([a, b], { kind: 'publish' })).toMatchObject({
      changed: 0,
      left: [{ reason: 'same', count: 2 }],
    });
    await order(b);
    const undone = await step(published.id, 'undo');
    expect(undone.left).toEqual([
      { reason: 'sold_meanwhile', count: 1, titles: ['Publishstone b'], ids: [b] },
    ]);
    expect(await step(published.id, 'undo')).toMatchObject({ state: 'undone', changed: 1 });
    const after = await state();
    expect(after[0]?.slice(0, 3)).toEqual(before[0]?.slice(0, 3));
    expect(after[1]?.slice(0, 3)).toEqual([true, true, '80.00']);
    expect(after.slice(2)).toEqual(before.slice(2));
    expect((await found('publishstone')).toSorted((x, y) => x - y)).toEqual([b, f]);
    const tokens = () =>
      here.database.db.selectFrom('search_tokens').selectAll().orderBy('token').execute();
    const changed = await tokens();
    await inTransaction(here.database.db, rebuildSearchIndex);
    expect(changed).toEqual(await tokens());
  });

  test('a draft that waits for its photo is named, and neither published nor shown', async () => {
    await importForeign(here.admin, 'No,Title,Price\nN-1,Without a photo,10\n');
    const query = here.database.db
      .selectFrom('specimens')
      .select('id')
      .where('catalogue_number', '=', 'N-1');
    const { id } = await query.executeTakeFirstOrThrow();
    const disclosures = [{ kind: 'none-known', note: '' }];
    await ok(
      here.admin.put(`/api/specimens/${id}`, {
        title: 'Without a photo',
        category: 'Minerals',
        disclosures,
      }),
    );
    const [other = 0] = await addSpecimens(here.shop.ctx, [
      { title: 'With a photo', visible: false },
    ]);
    for (const change of [{ kind: 'publish' }, { kind: 'visibility', visible: true }])
      expect(left(await plan([id], change))).toEqual({ photoless: 1 });
    expect(await done([id, other], { kind: 'visibility', visible: true })).toMatchObject({
      changed: 1,
    });
    expect(await specimen(other)).toMatchObject({ visible: true });
  });

  test('what several pieces disclose is said at once, and taken back', async () => {
    const bare = { visible: false, price: '50' };
    const ids = await addSpecimens(here.shop.ctx, [
      { ...bare, title: 'Undisclosed a' },
      { ...bare, title: 'Undisclosed b', disclosures: [{ kind: 'repaired', note: 'the tip' }] },
      { ...bare, title: 'Undisclosed c', disclosures: [{ kind: 'none-known', note: '' }] },
      {
        ...bare,
        title: 'Undisclosed d',
        disclosures: [{ kind: 'none-known', note: 'No repairs' }],
      },
    ]);
    expect(left(await plan(ids, { kind: 'publish' }))).toEqual({ undisclosed: 1 });
    const disclosures = [{ kind: 'none-known' as const, note: '' }];
    const preview = await plan(ids, { kind: 'disclosures', disclosures });
    expect(preview).toMatchObject({ label: 'Disclose “None known”', changed: 3 });
    const { pieces } = (await here.admin.get(`/api/manage/bulk-edits/${preview.id}/pieces`)).json();
    expect(pieces).toMatchObject([
      { before: 'Nothing disclosed', after: 'None known' },
      { before: 'Repaired: the tip', after: 'None known' },
      { before: 'None known: No repairs', after: 'None known' },
    ]);
    expect(left(await step(preview.id, 'apply'))).toEqual({ same: 1 });
    for (const id of ids) expect(await specimen(id)).toMatchObject({ disclosures });
    expect(left(await plan(ids, { kind: 'publish' }))).toEqual({});
    await step(preview.id, 'undo');
    expect((await Promise.all(ids.map(specimen))).map((one) => one.disclosures)).toEqual([
      [],
      [{ kind: 'repaired', note: 'the tip' }],
      disclosures,
      [{ kind: 'none-known', note: 'No repairs' }],
    ]);
    const noted = ['repaired' as const, 'treated' as const].map((kind) => ({
      kind,
      note: 'a long story',
    }));
    expect((await plan(ids, { kind: 'disclosures', disclosures: noted })).label).toBe(
      'Disclose “Repaired, Treated”',
    );
    for (const wrong of [[], [...disclosures, { kind: 'treated', note: '' }]]) {
      const change = { kind: 'disclosures', disclosures: wrong };
      expect(
        (await here.admin.post('/api/manage/bulk-edits', { specimens: ids, change })).statusCode,
      ).toBe(400);
    }
  });

  test('what was published and is taken off sale by hand since, or waited for, stays so when that is undone', async () => {
    const disclosures = [{ kind: 'none-known' as const, note: '' }];
    const ids = await addSpecimens(
      here.shop.ctx,
      ['By hand', 'Waited for', 'Renamed'].map((title) => ({ title, visible: false, disclosures })),
    );
    const [byHand, waited, renamed] = ids as [number, number, number];
    const published = await done(ids, { kind: 'publish' });
    await ok(
      here.admin.put(`/api/specimens/${byHand}`, {
        title: 'By hand',
        category: 'Minerals',
        forSale: false,
      }),
    );
    await setColumns(waited, { waiting: 1 });
    await ok(
      here.admin.put(`/api/specimens/${renamed}`, { title: 'New name', category: 'Minerals' }),
    );
    expect(left(await step(published.id, 'undo'))).toEqual({ changed: 1, waited_for: 1 });
    expect(await specimen(byHand)).toMatchObject({ visible: true, forSale: false });
    expect(await specimen(waited)).toMatchObject({ visible: true, forSale: true });
    expect(await specimen(renamed)).toMatchObject({ visible: false, title: 'New name' });
    await setColumns(waited, { waiting: 0 });
  });

  test.each<[BulkChange, object]>([
    [
      { kind: 'setPrice', price: '$1,250' },
      { price: '1250.00', forSale: true },
    ],
    [
      { kind: 'setPrice', price: 'Ask us' },
      { price: 'Ask us', available: 0 },
    ],
    [{ kind: 'shipping', shippingPrice: '' }, { shippingPrice: '0.00' }],
    [
      { kind: 'forSale', forSale: false },
      { forSale: false, available: 0 },
    ],
    [
      { kind: 'storagePlace', value: 'Cabinet 2, drawer 4' },
      { storagePlace: 'Cabinet 2, drawer 4' },
    ],
    [{ kind: 'source', value: 'Denver 2026' }, { source: 'Denver 2026' }],
    [{ kind: 'acquisitionDate', value: '2026-09-17' }, { acquisitionDate: '2026-09-17' }],
    [{ kind: 'acquisitionDate', value: '' }, { acquisitionDate: null }],
  ])(
    '%j is set for all of them and undone, but where it was edited or sold in between',
    async (change, expected) => {
      const before = {
        price: '45.00',
        shippingPrice: '10.00',
        storagePlace: 'Old',
        source: 'Old',
        acquisitionDate: '1987',
      };
      const ids = await addSpecimens(
        here.shop.ctx,
        ['Given a', 'Given b', 'Given c', 'Given d'].map((title) => ({ ...before, title })),
      );
      const [a, b, c, d] = ids as [number, number, number, number];
      const preview = await plan(ids, change);
      const { version } = await specimen(a);
      await ok(
        here.admin.put(`/api/specimens/${b}`, {
          title: 'Given b',
          category: 'Minerals',
          ...before,
          price: '46',
          forSale: false,
        }),
      );
      await setColumns(b, {
        shipping_price: '11.00',
        storage_place: 'New',
        source: 'New',
        acquisition_date: '1988',
      });
      const applied = await step(preview.id, 'apply');
      expect(left(applied)).toEqual(change.kind === 'forSale' ? { same: 1 } : { changed: 1 });
      expect(await specimen(a)).toMatchObject({ ...before, ...expected, version: version + 1 });
      expect(await step(preview.id, 'apply')).toMatchObject({ state: 'applied', changed: 3 });
      const own = await specimen(c);
      await ok(
        here.admin.put(`/api/specimens/${c}`, {
          title: 'Given c',
          category: 'Minerals',
          price: '47',
          shippingPrice: '12',
          storagePlace: 'X',
        }),
      );
      await setColumns(c, { source: 'X', acquisition_date: '1989', for_sale: !own.forSale });
      await setColumns(d, { quantity: 0, status: 'sold' });
      expect(left(await step(preview.id, 'undo'))).toEqual({ changed: 1, sold_meanwhile: 1 });
      expect(await specimen(a)).toMatchObject({ ...before, forSale: true });
      expect(await specimen(b)).toMatchObject({ price: '46.00', storagePlace: 'New' });
      expect(await specimen(c)).toMatchObject({ price: '47.00', forSale: !own.forSale });
      expect(await specimen(d)).toMatchObject(
        Object.fromEntries(Object.entries(expected).filter(([name]) => name !== 'available')),
      );
      const events = await here.database.db
        .selectFrom('events')
        .select(['kind', 'data'])
        .where('specimen_id', '=', a)
        .orderBy('id')
        .execute();
      expect(events.at(-1)).toMatchObject({
        kind: 'specimen_edited',
        data: { title: 'Given a', bulkEdit: preview.id },
      });
    },
  );

  test('a price or shipping that is set for many is asked about as any other is', async () => {
    const ids = await addSpecimens(here.shop.ctx, [{ title: 'Asked' }]);
    for (const [change, words] of [
      [{ kind: 'setPrice', price: '120,50' }, 'Did you mean $120.50?'],
      [{ kind: 'setPrice', price: '0' }, 'The price must be above 0'],
      [{ kind: 'setPrice', price: ' ' }, 'Please enter an amount'],
      [{ kind: 'shipping', shippingPrice: '€ 8' }, 'Did you mean $8.00?'],
      [{ kind: 'price', direction: 'raise', by: 'amount', value: '5,5' }, 'Did you mean $5.50?'],
      [{ kind: 'storagePlace', value: 'x'.repeat(201) }, 'too long'],
      [{ kind: 'source', value: 'a\nb' }, 'invisible character'],
    ] as const) {
      const response = await here.admin.post('/api/manage/bulk-edits', { specimens: ids, change });
      expect([response.statusCode, response.json().message]).toEqual([
        400,
        expect.stringContaining(words),
      ]);
    }
    await order(ids[0] ?? 0);
    expect((await plan(ids, { kind: 'setPrice', price: '90' })).notes).toEqual([
      'One of them is in a pending order: its order keeps the price that was ordered at.',
    ]);
  });
});
