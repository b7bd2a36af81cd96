/** What an import wrote is undone for a day, but for what was sold or edited since. */
import { expect, test, vi } from 'vitest';
import { addedHidden } from '#core/server/catalogue/specimens/cache-tags.ts';
import type { ImportUndone, UndoableImport } from '#features/sheets/contract/imports.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { byNumber, idOf, importForeign, lookOf } from '#tests/support/foreign-sheets.ts';
import { cartBody } from '#tests/support/orders.ts';
import { suiteShop } from '#tests/support/suite-shop.ts';
import { reportOf, zipOf } from '#tests/support/transfers.ts';
import { filePart, formOf, smallJpeg } from '#tests/support/uploads.ts';
import { runImport } from './import.service.ts';
import type { ImportSource } from './import-source.ts';

onEveryDatabase((makeDatabase) => {
  const here = suiteShop(makeDatabase);

  const imports = async (): Promise<UndoableImport[]> =>
    (await here.admin.get('/api/manage/imports')).json();
  const undo = (id: number) => here.admin.post(`/api/manage/imports/${id}/undo`, {});

  test('what was added goes, what was changed gets its values back, and the numbers can be used again', async () => {
    await importForeign(here.admin, 'No,Title,Price\nU-1,One,10\n', { name: 'first.csv' });
    here.shop.clock.forward({ minutes: 1 });
    const second = 'No,Title,Price\nU-1,Renamed,20\nU-2,Two,30\n';
    await importForeign(here.admin, second, { name: 'second.csv', matching: { taken: 'same' } });
    const [latest, first] = await imports();
    expect(latest).toMatchObject({ name: 'second.csv', added: 1, changed: 1 });
    expect(first).toMatchObject({ name: 'first.csv', added: 1, changed: 0 });
    const undone: ImportUndone = (await undo(latest?.id ?? 0)).json();
    expect(undone).toEqual({ removed: 1, restored: 1, left: 0, titles: [] });
    expect(await byNumber(here, 'U-1')).toMatchObject({ title: 'One', price: '10.00' });
    expect(await idOf(here, 'U-2')).toBeNull();
    expect((await undo(latest?.id ?? 0)).statusCode).toBe(404);
    expect(await importForeign(here.admin, second, { matching: { taken: 'same' } })).toMatchObject({
      specimens: { added: 1, changed: 1 },
      errors: [],
    });
  });

  test('an import can be undone though a later one has touched its pieces', async () => {
    await importForeign(here.admin, 'No,Title,Price\nE-1,One,10\n', { name: 'early.csv' });
    here.shop.clock.forward({ minutes: 1 });
    await importForeign(here.admin, 'No,Title,Price\nE-1,One,11\n', { name: 'late.csv' });
    const early = (await imports()).find(({ name }) => name === 'early.csv');
    expect((await undo(early?.id ?? 0)).json()).toMatchObject({ removed: 1, left: 0 });
    expect(await idOf(here, 'E-1')).toBeNull();
  });

  test('two imports are undone one after the other, the latest first, and nothing is left of what both wrote', async () => {
    await importForeign(here.admin, 'No,Title,Price\nT-1,One,10\nT-2,Two,20\n', {
      name: 'list.csv',
    });
    here.shop.clock.forward({ minutes: 1 });
    await importForeign(here.admin, 'No,Title,Price\nT-1,One,11\nT-2,Two,21\n', {
      name: 'corrected.csv',
    });
    here.shop.clock.forward({ minutes: 1 });
    const edit = { title: 'Edited by hand', category: 'Minerals' };
    await here.admin.request({
      method: 'PUT',
      url: `/api/specimens/${await idOf(here, 'T-2')}`,
      payload: edit,
    });
    const [corrected, list] = await imports();
    expect((await undo(corrected?.id ?? 0)).json()).toEqual({
      removed: 0,
      restored: 1,
      left: 1,
      titles: ['Edited by hand'],
    });
    here.shop.clock.forward({ minutes: 1 });
    expect((await undo(list?.id ?? 0)).json()).toEqual({
      removed: 1,
      restored: 0,
      left: 1,
      titles: ['Edited by hand'],
    });
    expect(await idOf(here, 'T-1')).toBeNull();
  });

  test('what was edited between two imports stays, though both are undone', async () => {
    await importForeign(here.admin, 'No,Title,Price\nE-1,One,10\n');
    here.shop.clock.forward({ minutes: 1 });
    const edit = { title: 'Edited by hand', category: 'Minerals' };
    await here.admin.request({
      method: 'PUT',
      url: `/api/specimens/${await idOf(here, 'E-1')}`,
      payload: edit,
    });
    here.shop.clock.forward({ minutes: 1 });
    await importForeign(here.admin, 'No,Title,Price\nE-1,Edited by hand,11\n');
    const [latest, first] = await imports();
    expect((await undo(latest?.id ?? 0)).json()).toMatchObject({ restored: 1, left: 0 });
    expect((await undo(first?.id ?? 0)).json()).toMatchObject({ removed: 0, left: 1 });
    expect(await byNumber(here, 'E-1')).toMatchObject({ title: 'Edited by hand', price: '10.00' });
  });

  test('the first price of a draft lists it for sale unless the sheet says no', async () => {
    await importForeign(
      here.admin,
      'No,Title,Price,For sale\nL-1,One,,\nL-2,Two,,\nL-3,Three,30,no\n',
    );
    const states = async () =>
      Promise.all(
        ['L-1', 'L-2', 'L-3'].map(async (number) => (await byNumber(here, number)).forSale),
      );
    const undoLatest = async () => {
      const [latest] = await imports();
      expect((await undo(latest?.id ?? 0)).json()).toMatchObject({ left: 0 });
    };
    expect(await states()).toEqual([false, false, false]);
    here.shop.clock.forward({ minutes: 1 });
    const priced = 'No,Title,Price,For sale\nL-1,One,10,\nL-2,Two,20,no\n';
    expect(await importForeign(here.admin, priced, { dryRun: true })).toMatchObject({
      specimens: { changed: 2 },
      visible: 0,
      forSale: 1,
    });
    expect(await importForeign(here.admin, priced)).toMatchObject({
      specimens: { changed: 2 },
      visible: 0,
      forSale: 1,
      errors: [],
    });
    expect(await states()).toEqual([true, false, false]);
    expect(await importForeign(here.admin, priced)).toMatchObject({ specimens: { unchanged: 2 } });
    await undoLatest();
    expect(await states()).toEqual([false, false, false]);
    expect(await byNumber(here, 'L-1')).toMatchObject({ price: null });

    here.shop.clock.forward({ minutes: 1 });
    const cleared = await zipOf({ 'specimens.csv': 'reference,title,price\nL-3,Three,\n' });
    expect(await reportOf(here.admin, cleared)).toMatchObject({ specimens: { changed: 1 } });
    expect(await byNumber(here, 'L-3')).toMatchObject({ price: null });
    await undoLatest();
    expect(await byNumber(here, 'L-3')).toMatchObject({ price: '30.00', forSale: false });
  });

  test('drafts that are added change no page that is kept for visitors', async () => {
    const invalidateCache = vi.spyOn(here.shop.ctx, 'invalidateCache');
    await importForeign(here.admin, 'No,Title\nK-1,One\nK-2,Two\n');
    const ids = await Promise.all(['K-1', 'K-2'].map((number) => idOf(here, number)));
    expect(invalidateCache.mock.calls).toEqual([[addedHidden(ids.map(Number))]]);
    invalidateCache.mockRestore();
  });

  test('what was sold, shown or edited since stays, and is named', async () => {
    const rows = [
      'S-1,Sold,10,s1.jpg',
      'S-2,Edited,10,',
      'S-3,Shown,10,s3.jpg',
      'S-4,Left alone,10,',
    ];
    const pictures = { 's1.jpg': await smallJpeg(), 's3.jpg': await smallJpeg() };
    const zip = await zipOf({
      'list.csv': ['No,Title,Price,Photo,Published', ...rows.map((row) => `${row},no`)].join('\n'),
      ...pictures,
    });
    await importForeign(here.admin, zip, { name: 'list.zip' });
    here.shop.clock.forward({ minutes: 1 });
    const put = (id: number | null, payload: object) =>
      here.admin.request({ method: 'PUT', url: `/api/specimens/${id}`, payload });
    const sold = await idOf(here, 'S-1');
    await put(sold, { visible: true });
    const order = await here.shop
      .visitor()
      .post('/api/orders', cartBody([{ specimenId: sold ?? 0, quantity: 1 }]));
    expect(order.statusCode, order.body).toBe(201);
    await put(await idOf(here, 'S-2'), { title: 'Edited by hand', category: 'Minerals' });
    await put(await idOf(here, 'S-3'), { visible: true });
    const [latest] = await imports();
    const undone: ImportUndone = (await undo(latest?.id ?? 0)).json();
    expect(undone).toEqual({
      removed: 1,
      restored: 0,
      left: 3,
      titles: ['Sold', 'Edited by hand', 'Shown'],
    });
    expect(await idOf(here, 'S-4')).toBeNull();
    expect(await idOf(here, 'S-1')).toBe(sold);
  });

  test('a draft that got its photo since stays', async () => {
    await importForeign(here.admin, 'No,Title\nP-1,Photographed\n');
    here.shop.clock.forward({ minutes: 1 });
    const url = `/api/specimens/${await idOf(here, 'P-1')}/images`;
    await here.admin.request({
      method: 'POST',
      url,
      ...formOf([filePart('images', await smallJpeg(), 'p.jpg')]),
    });
    const [latest] = await imports();
    expect((await undo(latest?.id ?? 0)).json()).toMatchObject({ removed: 0, left: 1 });
  });

  test('the shop’s own sheets are undone too', async () => {
    const zip = await zipOf({
      'specimens.csv': 'reference,title,catalogue number,picture 1\nO-1,Own,O-1,a.jpg\n',
      'a.jpg': await smallJpeg(),
    });
    expect(await reportOf(here.admin, zip)).toMatchObject({
      specimens: { added: 1 },
      visible: 1,
      forSale: 0,
    });
    const [latest] = await imports();
    expect((await undo(latest?.id ?? 0)).json()).toMatchObject({ removed: 1 });
    expect(await idOf(here, 'O-1')).toBeNull();
  });

  test('after a day an import is no longer offered, nor undone, and neither is one that wrote nothing', async () => {
    await importForeign(here.admin, 'No,Title\nD-1,Day old\n');
    const [latest] = await imports();
    await importForeign(here.admin, 'No,Title\nD-1,Day old\n');
    expect((await imports())[0]).toEqual(latest);
    here.shop.clock.forward({ minutes: 24 * 60 });
    expect(await imports()).toEqual([]);
    // The session has ended meanwhile.
    here.admin = await here.shop.admin();
    expect((await undo(latest?.id ?? 0)).statusCode).toBe(404);
    expect(await idOf(here, 'D-1')).not.toBeNull();
  });

  test('many pieces are undone, some at a time', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => `M-${index},Many ${index}`);
    await importForeign(here.admin, `No,Title\n${rows.join('\n')}\n`);
    const [latest] = await imports();
    expect(latest).toMatchObject({ added: 120 });
    expect((await undo(latest?.id ?? 0)).json()).toMatchObject({ removed: 120, left: 0 });
    expect(await idOf(here, 'M-0')).toBeNull();
    expect(await idOf(here, 'M-119')).toBeNull();
  });

  test('what is undone while it runs ends there, and nothing is left of the rows before', async () => {
    const { ctx } = here.shop;
    const rows = Array.from({ length: 41 }, (_, index) => ({
      line: index + 2,
      share: 1,
      cells: { reference: `R-${index}`, title: `Row ${index}`, 'catalogue number': `R-${index}` },
      defaults: {},
      faults: [],
      headings: {},
      awaited: [],
      addresses: [],
      leftOut: null,
      notes: [],
      ownReference: `row-${index}`,
      isBound: false,
      answer: null,
      marksSold: false,
    }));
    const source: ImportSource = {
      has: (name) => name === 'specimens.csv',
      names: () => [],
      copy: () => Promise.reject(new Error('no file')),
      close: () => Promise.resolve(),
      async *rows() {
        // As many as two transactions have.
        yield* rows.slice(0, 40);
        const [running] = await imports();
        expect((await undo(running?.id ?? 0)).json()).toEqual({
          removed: 40,
          restored: 0,
          left: 0,
          titles: [],
        });
        yield* rows.slice(40);
      },
    };
    const options = { isDryRun: false, folder: here.dataDir, signal: new AbortController().signal };
    const report = await runImport(ctx, source, options);
    expect(report).toMatchObject({
      specimens: { added: 40, refused: 1 },
      errors: [{ line: 42, message: expect.stringMatching(/was undone/) }],
    });
    expect([await idOf(here, 'R-0'), await idOf(here, 'R-40')]).toEqual([null, null]);
    expect((await imports()).some(({ added }) => added === 1)).toBe(false);
  });

  test('of many rows that are written together, one that is refused is left out alone', async () => {
    const titleOf = (index: number) => (index === 7 ? 'x'.repeat(300) : `Row ${index}`);
    const rows = Array.from(
      { length: 45 },
      (_, index) => `ref-${index},B-${index === 30 ? 29 : index},${titleOf(index)},${index + 1}`,
    );
    const sheet = ['Reference,Number,Title,Price', ...rows, 'ref-0,B-0,Again,1'].join('\n');
    const columns = ['reference', 'catalogue number', 'title', 'price'] as const;
    const report = await importForeign(here.admin, sheet, { matching: { columns: [...columns] } });
    expect(report).toMatchObject({ specimens: { added: 43, changed: 0, refused: 3 } });
    expect(report.errors.map(({ line }) => line)).toEqual([9, 32, 47]);
    expect(await byNumber(here, 'B-29')).toMatchObject({ title: 'Row 29', price: '30.00' });
    expect([await idOf(here, 'B-6'), await idOf(here, 'B-7'), await idOf(here, 'B-8')]).toEqual([
      expect.any(Number),
      null,
      expect.any(Number),
    ]);
    const [latest] = await imports();
    expect(latest).toMatchObject({ added: 43, changed: 0 });
    expect((await undo(latest?.id ?? 0)).json()).toMatchObject({
      removed: 43,
      restored: 0,
      left: 0,
    });
  });

  test('rows that are written together share a place that is new', async () => {
    const rows = Array.from(
      { length: 22 },
      (_, index) => `Q-${index},Row ${index},"Stollen ${index % 2}, Neue Grube, Atlantis"`,
    );
    const sheet = ['Number,Title,Locality', ...rows].join('\n');
    for (const _time of ['new', 'gone']) {
      const { columns } = (await lookOf(here.admin, sheet)).matching;
      expect(await importForeign(here.admin, sheet, { matching: { columns } })).toMatchObject({
        specimens: { added: 22 },
        errors: [],
      });
      const places = here.shop.ctx.db
        .selectFrom('localities')
        .select('id')
        .where('name', 'in', ['Stollen 0', 'Stollen 1', 'Neue Grube', 'Atlantis']);
      expect(await places.execute()).toHaveLength(4);
      expect(await byNumber(here, 'Q-21')).toMatchObject({
        locality: ['Stollen 1', 'Neue Grube', 'Atlantis'],
      });
      const [latest] = await imports();
      expect((await undo(latest?.id ?? 0)).json()).toMatchObject({ removed: 22 });
    }
  });

  test('only the admin sees and undoes imports', async () => {
    const visitor = here.shop.visitor();
    for (const url of [
      '/api/manage/imports',
      '/api/manage/awaiting-photos',
      '/api/manage/empty-sheet',
    ])
      expect((await visitor.get(url)).statusCode, url).toBe(401);
    expect((await visitor.post('/api/manage/imports/1/undo', {})).statusCode).toBe(401);
  });
});
