/** What the admin does with the rows: splits, labels named by hand, numbers that were not photographed, and all of it undone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProblemBody } from '#core/contract/problems.ts';
import type { Intake } from '#features/intake/contract/intakes.ts';
import type { LabelSheet } from '#features/paper/contract/label-sheets.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onDatabases, type TestDatabase } from '#tests/support/databases.ts';
import { shotLabel, shotStone } from '#tests/support/shot-labels.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';
import { filePart, formOf } from '#tests/support/uploads.ts';

/** A number for its label; any other name for a stone. */
type Shots = string[];

onDatabases(['sqlite', 'postgres'], (makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let sheets = 0;
  let second = 0;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database, { config: { ffmpeg: null } });
    admin = await shop.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const answered = async <T>(asked: ReturnType<Browser['post']>, status = 200): Promise<T> => {
    const response = await asked;
    expect(response.statusCode, response.body).toBe(status);
    return response.json();
  };
  async function takeIn(id: number, shots: Shots): Promise<Intake> {
    for (const name of shots) {
      second += 1;
      const time = `2026:11:20 10:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;
      const bytes = await (/-\d/.test(name)
        ? shotLabel(name, { time })
        : shotStone({ time, width: 120, height: 90 }));
      const parts = [
        filePart('file', bytes, name),
        { name: 'data', value: JSON.stringify({ modifiedAt: 1_763_629_200_000 }) },
      ];
      await answered(
        admin.request({ method: 'POST', url: `/api/manage/intakes/${id}/files`, ...formOf(parts) }),
      );
    }
    return answered<Intake>(admin.get(`/api/manage/intakes/${id}`));
  }
  /** An intake of a new sheet of labels, whose prefix is `N` in the names. */
  async function reviewed(count: number, shots: (numbers: string[]) => Shots) {
    sheets += 1;
    const { numbers } = await answered<LabelSheet>(
      admin.post('/api/manage/label-sheets', { count, first: `R${sheets}-1` }),
      201,
    );
    const { id } = await answered<Intake>(admin.post('/api/manage/intakes'), 201);
    const first = await takeIn(id, shots(numbers));
    const ids = new Map(first.files.map((file) => [file.name, file.id]));
    const post = (step: string, body: object) =>
      admin.post(`/api/manage/intakes/${id}/${step}`, body);
    const idOf = (name: string) => ids.get(name) ?? 0;
    const told = ({ files, rows, unassigned }: Intake) => {
      const names = new Map(files.map((file) => [file.id, file.name]));
      const named = (some: number[]) => some.map((one) => names.get(one)).join(' ');
      return Object.fromEntries([
        ...rows.map(({ number, pictures }) => [number, named(pictures)]),
        ...(unassigned.length > 0 ? [['', named(unassigned.map(({ file }) => file))]] : []),
      ]);
    };
    return {
      id,
      numbers,
      first,
      idOf,
      told,
      change: (body: object) => answered<Intake>(post('changes', body)),
      split: (name: string, number: string, keepsPicture = true) =>
        answered<Intake>(post('splits', { file: idOf(name), number, keepsPicture })),
      leaveOut: (...left: string[]) =>
        answered<Intake>(post('not-photographed', { numbers: left })),
      undo: () => answered<Intake>(post('undo', {})),
      refused: (step: string, body: object, status: number) =>
        answered<ProblemBody>(post(step, body), status),
      end: () => admin.delete(`/api/manage/intakes/${id}`),
    };
  }

  test('a row is split at a picture: from there on all is of another number', async () => {
    const { id, numbers, first, told, split, undo, refused, idOf, end } = await reviewed(
      3,
      ([one = '', , three = '']) => [one, 'a', 'b', 'c', 'd', three, 'e'],
    );
    const [one = '', two = '', three = ''] = numbers;
    expect(first).toMatchObject({ unseen: [two], canUndo: false });
    let intake = await split('c', two);
    expect(told(intake)).toEqual({ [one]: 'a b', [two]: 'c d', [three]: 'e' });
    expect(intake).toMatchObject({
      unseen: [],
      canUndo: true,
      rows: [{ problems: [] }, { problems: [] }, { problems: [] }],
    });
    // At a picture of that row, again; at what only shows the label, that is left out.
    expect(told(await split('d', 'extra'))).toEqual({
      [one]: 'a b',
      [two]: 'c',
      extra: 'd',
      [three]: 'e',
    });
    expect(told(await undo())).toEqual({ [one]: 'a b', [two]: 'c d', [three]: 'e' });
    intake = await split('c', two, false);
    expect(told(intake)).toEqual({ [one]: 'a b', [two]: 'd', [three]: 'e' });
    expect(intake.rows.find(({ number }) => number === two)?.labels).toEqual([idOf('c')]);
    expect(told(await undo())).toEqual({ [one]: 'a b', [two]: 'c d', [three]: 'e' });
    intake = await undo();
    expect([told(intake), intake.canUndo, intake.unseen]).toEqual([told(first), false, [two]]);
    expect((await refused('undo', {}, 409)).message).toBe('There’s nothing left to undo.');
    await refused('splits', { file: 99_999, number: two, keepsPicture: true }, 400);
    await refused('splits', { file: idOf('a'), number: '', keepsPicture: true }, 400);
    expect((await shop.visitor().post(`/api/manage/intakes/${id}/undo`)).statusCode).toBe(401);
    await end();
  });

  onTheOtherToo('a split takes what is shown after the picture, and nothing else', async () => {
    const { numbers, told, split, change, undo, idOf, end } = await reviewed(
      3,
      ([one = '', two = '']) => [one, 'a', 'b', 'c', 'd', two, 'e', 'f'],
    );
    const [one = '', two = '', three = ''] = numbers;
    // All are said to belong here, and the last one comes first.
    await change({ files: [idOf('a'), idOf('b'), idOf('c'), idOf('d')], placedIn: one });
    await change({ files: [idOf('d')], placedIn: one, before: idOf('a') });
    await change({ files: [idOf('e')], placedIn: one, before: idOf('b') });
    const before = { [one]: 'd a e b c', [two]: 'f' };
    expect(told(await change({ files: [idOf('f')], light: 'daylight' }))).toEqual(before);
    expect(told(await split('b', three))).toEqual({ [one]: 'd a e', [two]: 'f', [three]: 'b c' });
    expect(told(await undo())).toEqual(before);
    expect(told(await split('a', three))).toEqual({ [one]: 'd', [two]: 'f', [three]: 'a e b c' });
    expect(told(await undo())).toEqual(before);
    // One that was taken among another number's leaves those where they are.
    expect(told(await split('e', three))).toEqual({ [one]: 'd a', [two]: 'f', [three]: 'e b c' });
    await end();
  });

  onTheOtherToo(
    'a label that is named by hand costs no picture where the shop sees no label, and one where it does',
    async () => {
      const { numbers, told, change, undo, idOf, end } = await reviewed(2, ([one = '']) => [
        one,
        'a',
        'b',
        'c',
      ]);
      const [one = '', two = ''] = numbers;
      expect(told(await change({ files: [idOf('b')], label: two }))).toEqual({
        [one]: 'a',
        [two]: 'b c',
      });
      // Also one that was said to belong elsewhere.
      expect(told(await change({ files: [idOf('b')], label: null, placedIn: 'X-9' }))).toEqual({
        [one]: 'a c',
        'X-9': 'b',
      });
      expect(told(await change({ files: [idOf('b')], label: two }))).toEqual({
        [one]: 'a',
        [two]: 'b c',
      });
      expect(told(await change({ files: [idOf('b')], label: two, keepsPicture: false }))).toEqual({
        [one]: 'a',
        [two]: 'c',
      });
      expect(told(await undo())).toEqual({ [one]: 'a', [two]: 'b c' });
      expect(told(await change({ files: [idOf('b')], label: '' }))).toEqual({ [one]: 'a b c' });
      expect(told(await change({ files: [idOf(one)], label: two }))).toEqual({ [two]: 'a b c' });
      await end();
    },
  );

  test('numbers that were not photographed are asked about no more until other files come', async () => {
    const { id, numbers, first, leaveOut, undo, refused, end } = await reviewed(
      4,
      ([one = '', , three = '']) => [one, 'a', three, 'b'],
    );
    const [one = '', two = '', , four = ''] = numbers;
    expect([
      first.unseen,
      first.rows.map(({ problems, passedOver }) => [problems, passedOver]),
    ]).toEqual([
      [two, four],
      [
        [['gap'], [two]],
        [['gap'], [four]],
      ],
    ]);
    let intake = await leaveOut(two.toLowerCase());
    expect([intake.unseen, intake.rows.map(({ state }) => state)]).toEqual([
      [four],
      ['waiting', 'waiting'],
    ]);
    intake = await leaveOut(four, 'nonsense');
    expect([intake.unseen, intake.rows.map(({ state }) => state)]).toEqual([
      [],
      ['ready', 'ready'],
    ]);
    expect((await undo()).unseen).toEqual([four]);
    await leaveOut(four);
    intake = await takeIn(id, ['late']);
    expect([intake.unseen, intake.rows.map(({ state }) => state)]).toEqual([
      [two, four],
      ['waiting', 'waiting'],
    ]);
    await refused('not-photographed', { numbers: [] }, 400);
    await leaveOut(two, four);
    const { made, intake: done } = await answered<{ made: number[]; intake: Intake }>(
      admin.post(`/api/manage/intakes/${id}/drafts`),
    );
    // A draft settles what was before it.
    expect([made.length, done.canUndo, done.rows[0]?.number]).toEqual([2, false, one]);
    await end();
  });

  test('drafts touch an intake for rows that are ready, and not for those that have theirs or wait', async () => {
    const { id, first, end } = await reviewed(2, ([one = '', two = '']) => [one, 'a', two]);
    expect(first.rows.map(({ state }) => state)).toEqual(['ready', 'waiting']);
    const made = async () =>
      (await answered<{ made: number[] }>(admin.post(`/api/manage/intakes/${id}/drafts`))).made
        .length;
    const putOff = async () => {
      const ends_at = '2099-01-01T00:00:00.000Z';
      const query = database.db.updateTable('intakes').where('id', '=', id);
      await query.set({ ends_at }).execute();
      const count = await made();
      const intake = await database.db
        .selectFrom('intakes')
        .select('ends_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return [count, intake.ends_at !== ends_at];
    };
    expect([await putOff(), await putOff()]).toEqual([
      [1, true],
      [0, false],
    ]);
    await end();
  });

  test('a number of a sheet that was printed later is missed, and of one printed before is not', async () => {
    const early = await answered<LabelSheet>(
      admin.post('/api/manage/label-sheets', { count: 1, first: 'EARLY-1' }),
      201,
    );
    const { id, numbers, end } = await reviewed(3, ([one = '']) => [one, 'a']);
    const late = await answered<LabelSheet>(
      admin.post('/api/manage/label-sheets', { count: 1, first: 'LATE-1' }),
      201,
    );
    const [, two = '', three = ''] = numbers;
    await database.db
      .insertInto('catalogue_numbers')
      .values({ number_key: three.toLowerCase(), specimen_id: null })
      .execute();
    expect((await takeIn(id, [])).unseen).toEqual([two, ...late.numbers]);
    expect(early.numbers).toEqual(['EARLY-1']);
    await end();
  });
});
