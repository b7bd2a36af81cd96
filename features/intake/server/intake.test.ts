import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProblemBody } from '#core/contract/problems.ts';
import { settleAllDue } from '#core/server/admin/schedule/schedule.service.ts';
import { cleanUpMedia } from '#core/server/media/files/cleanup/media-cleanup.service.ts';
import type { Intake, IntakeFile } from '#features/intake/contract/intakes.ts';
import type { LabelSheet } from '#features/paper/contract/label-sheets.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import type { TestDatabase } from '#tests/support/databases.ts';
import { importForeign } from '#tests/support/foreign-sheets.ts';
import { shotCodes, shotLabel, shotStone } from '#tests/support/shot-labels.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { namesIn, onEveryPair, onFirstPair } from '#tests/support/stores.ts';
import { isThorough } from '#tests/support/thorough.ts';
import { filePart, formOf } from '#tests/support/uploads.ts';
import { makeVideo } from '#tests/support/videos.ts';

(isThorough ? onEveryPair : onFirstPair)((makeDatabase, makeStore) => {
  let database: TestDatabase;
  let mediaStore: MediaStore;
  let shop: TestApp;
  let admin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    mediaStore = makeStore();
    shop = await makeApp(database, { mediaStore, config: { ffmpeg: null } });
    admin = await shop.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const answered = async <T>(asked: ReturnType<Browser['get']>, status = 200): Promise<T> => {
    const response = await asked;
    expect(response.statusCode, response.body).toBe(status);
    return response.json();
  };
  const begin = () => answered<Intake>(admin.post('/api/manage/intakes'), 201);
  const read = (id: number) => answered<Intake>(admin.get(`/api/manage/intakes/${id}`));
  const send = (id: number, bytes: Uint8Array, name: string) =>
    admin.request({
      method: 'POST',
      url: `/api/manage/intakes/${id}/files`,
      ...formOf([
        filePart('file', bytes, name),
        { name: 'data', value: JSON.stringify({ modifiedAt: 1_763_629_200_000 }) },
      ]),
    });
  const take = async (id: number, bytes: Uint8Array, name: string): Promise<Intake> => {
    await answered(send(id, bytes, name));
    return read(id);
  };
  const change = (id: number, body: object) =>
    answered<Intake>(admin.post(`/api/manage/intakes/${id}/changes`, body));
  const makeDrafts = (id: number) =>
    answered<{ made: number[]; failed: object[]; intake: Intake }>(
      admin.post(`/api/manage/intakes/${id}/drafts`),
    );
  const labels = async (count: number, first: string) =>
    (await answered<LabelSheet>(admin.post('/api/manage/label-sheets', { count, first }), 201))
      .numbers;
  let clock = 0;
  /** The camera's next second. */
  const next = () => {
    clock += 1;
    return `2026:11:20 10:${String(Math.floor(clock / 60)).padStart(2, '0')}:${String(clock % 60).padStart(2, '0')}`;
  };
  const smallStone = (shot: Parameters<typeof shotStone>[0]) =>
    shotStone({ width: 240, height: 180, ...shot });
  const named = ({ files }: Intake, ids: number[]) =>
    ids.map((id) => files.find((file) => file.id === id)?.name);
  const rowsOf = (intake: Intake) =>
    Object.fromEntries(
      intake.rows.map(({ number, pictures, problems }) => [
        number,
        [named(intake, pictures), problems],
      ]),
    );
  const fileNamed = ({ files }: Intake, name: string): IntakeFile => {
    const file = files.find((one) => one.name === name);
    if (!file) throw new Error(`There is no ${name}`);
    return file;
  };
  const stored = async () => (await namesIn(mediaStore)).length;
  const rowCount = async () =>
    (await database.db.selectFrom('media').select('id').execute()).length +
    (await database.db.selectFrom('intake_files').select('id').execute()).length;

  test('labels and stones become rows in whatever order they come, and rows become drafts once', async () => {
    const [one = '', two = ''] = await labels(2, 'I-001');
    const shots: [string, Buffer][] = [
      ['label-1', await shotLabel(one, { time: next() })],
      ['stone-1a', await smallStone({ time: next() })],
      ['stone-1b', await smallStone({ time: next(), glows: true })],
      ['label-2', await shotLabel(two, { time: next(), turned: 180 })],
      ['stone-2a', await smallStone({ time: next() })],
    ];
    const { id } = await begin();
    let intake = await begin();
    await admin.delete(`/api/manage/intakes/${intake.id}`);
    for (const [name, bytes] of shots.toReversed()) intake = await take(id, bytes, name);
    expect(rowsOf(intake)).toEqual({
      'I-001': [['stone-1a', 'stone-1b'], []],
      'I-002': [['stone-2a'], []],
    });
    expect(intake.unassigned).toEqual([]);
    expect(fileNamed(intake, 'stone-1b')).toMatchObject({ looksUltraviolet: true, light: null });
    // No rendition is made before a draft: labels never need one.
    expect(await database.db.selectFrom('media_jobs').select('media_id').execute()).toEqual([]);

    await change(id, { files: [fileNamed(intake, 'stone-1b').id], light: 'long-wave-uv' });
    const [first, again] = await Promise.all([makeDrafts(id), makeDrafts(id)]);
    expect([...first.made, ...again.made]).toHaveLength(2);
    expect(again.intake.rows.map(({ state }) => state)).toEqual(['done', 'done']);
    const drafts = await answered<{ id: number; number: string }[]>(
      admin.get(`/api/manage/intakes/${id}/drafts`),
    );
    expect(drafts.map(({ number }) => number)).toEqual(['I-001', 'I-002']);
    const cells = {
      title: 'I-001',
      category: 'Minerals',
      species: [],
      locality: [],
      dimensions: '',
      price: null,
      cost: null,
      source: '',
    };
    expect(drafts[0]).toMatchObject({
      ...cells,
      acquisitionDate: null,
      isPriced: false,
      version: 1,
      picture: { kind: 'picture' },
    });
    const draft = await answered<{
      visible: boolean;
      additional: { light: string }[];
      catalogueNumber: string;
    }>(admin.get(`/api/specimens/${drafts[0]?.id}`));
    expect(draft).toMatchObject({
      visible: false,
      catalogueNumber: 'I-001',
      title: 'I-001',
      additional: [{ light: 'long-wave-uv' }],
    });
    expect((await shop.visitor().get(`/api/specimens/${drafts[0]?.id}`)).statusCode).toBe(404);
    expect((await makeDrafts(id)).made).toEqual([]);
    // One came late: it is added to the draft.
    intake = await change(id, {
      files: [fileNamed(await take(id, await smallStone({ time: next() }), 'late'), 'late').id],
      placedIn: 'I-001',
    });
    expect(intake.rows.map(({ state }) => state)).toEqual(['ready', 'done']);
    expect((await makeDrafts(id)).made).toEqual([drafts[0]?.id]);
    expect(
      (await answered<{ additional: object[] }>(admin.get(`/api/specimens/${drafts[0]?.id}`)))
        .additional,
    ).toHaveLength(2);

    const media = await database.db.selectFrom('media').select('id').execute();
    expect(media).toHaveLength(6);
    expect((await admin.delete(`/api/manage/intakes/${id}`)).statusCode).toBe(204);
    expect(await database.db.selectFrom('media').select('id').execute()).toHaveLength(4);
    expect((await admin.get(`/api/manage/intakes/${id}`)).statusCode).toBe(404);
    await answered(admin.get(`/api/specimens/${drafts[0]?.id}`));
  });

  test('a file is taken in once, whatever it is called and however often it is sent', async () => {
    const { id } = await begin();
    const stone = await smallStone({ time: next() });
    const [one, other] = await Promise.all([take(id, stone, 'a.jpg'), take(id, stone, 'b.jpg')]);
    expect((await read(id)).files).toHaveLength(1);
    expect([...one.files, ...other.files].every(({ picture }) => picture !== null)).toBe(true);
    await take(id, Buffer.from('no picture at all'), 'note.txt');
    const broken = Buffer.from(stone).fill(7, 400);
    await take(id, broken, 'broken.jpg');
    await take(id, broken, 'broken.jpg');
    const { files, unassigned } = await read(id);
    expect(files.map(({ name, refusal }) => [name, refusal === null])).toEqual([
      [expect.stringMatching(/^[ab]\.jpg$/), true],
      ['note.txt', false],
      ['broken.jpg', false],
    ]);
    expect(unassigned).toHaveLength(1);
    expect((await send(99_999, stone, 'a.jpg')).statusCode).toBe(404);
    expect((await admin.post(`/api/manage/intakes/${id}/files`, {})).statusCode).toBe(415);
    expect((await shop.visitor().get(`/api/manage/intakes/${id}`)).statusCode).toBe(401);
    await admin.delete(`/api/manage/intakes/${id}`);
  });

  // Which label each photo belongs to is tested, quickly, in assignment.test.ts.
  test.runIf(isThorough)(
    'what labels do not say is said, not guessed: blurred, several, unknown, missing',
    async () => {
      const numbers = await labels(5, 'Q-001');
      const [piece = 0, numbered = 0] = await addSpecimens(shop.ctx, [
        { title: 'An old piece' },
        { title: 'Another', catalogueNumber: numbers[4] ?? '' },
      ]);
      const { port } = shop.ctx.config;
      const { id } = await begin();
      const shots: [string, Buffer][] = [
        ['early', await smallStone({ time: next() })],
        ['q1', await shotLabel('Q-001', { time: next() })],
        ['of q1', await smallStone({ time: next() })],
        ['q4', await shotLabel('Q-004', { time: next() })],
        ['of q4', await smallStone({ time: next() })],
        [
          'blurred',
          await shotLabel('Q-002', { time: next(), blur: 0.012, width: 900, height: 675 }),
        ],
        ['whose?', await smallStone({ time: next() })],
        ['two', await shotLabel(['Q-002', 'Q-003'], { time: next() })],
        ['one of two', await smallStone({ time: next() })],
        ['foreign', await shotLabel('Z-999', { time: next() })],
        ['of Z', await smallStone({ time: next() })],
        ['old', await shotCodes([`http://localhost:${port}/specimen/${piece}`], { time: next() })],
        ['of old', await smallStone({ time: next() })],
        ['q5', await shotLabel('Q-005', { time: next() })],
        ['of q5', await smallStone({ time: next() })],
      ];
      let intake = await read(id);
      for (const [name, bytes] of shots) intake = await take(id, bytes, name);
      expect(rowsOf(intake)).toEqual({
        'Q-001': [['of q1'], ['gap']],
        'Q-004': [['of q4'], ['unseen']],
        'Z-999': [['of Z'], ['unknown', 'unseen']],
        [`#${piece}`]: [['of old'], ['used', 'unseen']],
        'Q-005': [['of q5'], ['used', 'unseen']],
      });
      expect(intake).toMatchObject({
        unseen: ['Q-002', 'Q-003'],
        rows: [{ passedOver: ['Q-002', 'Q-003'] }, {}, {}, {}, {}],
      });
      expect(intake.rows.slice(3).map(({ specimen }) => specimen)).toEqual([
        { id: piece, title: 'An old piece', visible: true },
        { id: numbered, title: 'Another', visible: true },
      ]);
      const unassigned = (now: Intake) =>
        now.unassigned.map(({ file, reason }) => [named(now, [file])[0], reason]);
      expect(unassigned(intake)).toEqual([
        ['early', 'before-first-label'],
        ['blurred', 'after-unreadable-label'],
        ['whose?', 'after-unreadable-label'],
        ['two', 'after-several-labels'],
        ['one of two', 'after-several-labels'],
      ]);

      // The admin says what the blurred one is: what follows it follows.
      intake = await change(id, { files: [fileNamed(intake, 'blurred').id], label: 'Q-002' });
      expect(rowsOf(intake)['Q-002']).toEqual([['whose?'], ['gap']]);
      expect(fileNamed(intake, 'blurred').label).toEqual({
        state: 'number',
        number: 'Q-002',
        isByHand: true,
        keepsPicture: false,
      });
      // He moves the early one, and back.
      const early = fileNamed(intake, 'early').id;
      intake = await change(id, {
        files: [early],
        placedIn: 'Q-001',
        before: fileNamed(intake, 'of q1').id,
      });
      expect(rowsOf(intake)['Q-001']?.[0]).toEqual(['early', 'of q1']);
      intake = await change(id, { files: [early], placedIn: null });
      expect(unassigned(intake)[0]).toEqual(['early', 'before-first-label']);
      intake = await change(id, { files: [fileNamed(intake, 'of Z').id], placedIn: '' });
      expect(unassigned(intake)).toContainEqual(['of Z', 'by-hand']);
      await change(id, { files: [fileNamed(intake, 'of Z').id], placedIn: null });
      intake = await answered<Intake>(
        admin.post(`/api/manage/intakes/${id}/numbers`, { number: 'Z-999' }),
      );
      expect(rowsOf(intake)['Z-999']).toEqual([['of Z'], ['unseen']]);
      await answered(admin.post(`/api/manage/intakes/${id}/numbers`, { number: 'Z-999' }), 409);
      await answered(
        admin.post(`/api/manage/intakes/${id}/changes`, { files: [99_999], placedIn: '' }),
        400,
      );

      // Nor is a draft made while pictures of a label that was not read may stand in it.
      const ready = () =>
        intake.rows.filter(({ state }) => state === 'ready').map(({ number }) => number);
      expect(ready()).toEqual([]);
      const { pictures = [] } = intake.rows.find(({ number }) => number === 'Q-002') ?? {};
      intake = await change(id, { files: pictures, placedIn: 'Q-002' });
      expect(ready()).toEqual(['Q-002']);
      intake = await answered<Intake>(
        admin.post(`/api/manage/intakes/${id}/not-photographed`, { numbers: ['q-003'] }),
      );
      expect(ready()).toEqual(['Q-001', 'Q-004', 'Q-002', 'Z-999']);

      const { made, failed } = await makeDrafts(id);
      expect([made.length, failed]).toEqual([4, []]);
      await answered(
        admin.post(`/api/manage/intakes/${id}/changes`, {
          files: [fileNamed(intake, 'of Z').id],
          placedIn: '',
        }),
        400,
      );
      await admin.delete(`/api/manage/intakes/${id}`);
    },
  );

  test('there are ten intakes at a time, and an eleventh once one of them is cancelled', async () => {
    const begun: number[] = [];
    while (begun.length < 10) begun.push((await begin()).id);
    const refused = await answered<ProblemBody>(admin.post('/api/manage/intakes'), 409);
    expect(refused).toMatchObject({
      code: 'state_conflict',
      message: 'You already have 10 intakes. Please finish or cancel one first.',
    });
    await admin.delete(`/api/manage/intakes/${begun.pop()}`);
    begun.push((await begin()).id);
    for (const id of begun) await admin.delete(`/api/manage/intakes/${id}`);
  });

  test('a video belongs to the label before it, by the time at which it was made', async () => {
    const [number = ''] = await labels(1, 'V-1');
    const { id } = await begin();
    // The video says 21 November 2026, 09:00 in Zürich; the shop's clock is New York's.
    await take(id, await shotLabel(number, { time: '2026:11:21 02:59:50' }), 'label');
    await take(id, await smallStone({ time: '2026:11:21 08:00:10', offset: '+00:00' }), 'after');
    const intake = await take(
      id,
      makeVideo({ seed: 'intake', phone: true, pictures: ['plum'] }),
      'film',
    );
    expect(rowsOf(intake)).toEqual({ 'V-1': [['film', 'after'], []] });
    expect(fileNamed(intake, 'film')).toMatchObject({
      kind: 'video',
      picture: { kind: 'picture' },
    });
    const [specimen] = (await makeDrafts(id)).made;
    expect(
      (await answered<{ mediaType: string }>(admin.get(`/api/specimens/${specimen}`))).mediaType,
    ).toBe('image');
    await admin.delete(`/api/manage/intakes/${id}`);
  });

  test('a cancelled intake leaves nothing behind, and one that is abandoned is cancelled after two weeks', async () => {
    const [files, rows] = [await stored(), await rowCount()];
    const { id } = await begin();
    await take(id, await smallStone({ time: next() }), 'one');
    await take(id, makeVideo({ seed: 'cancelled', pictures: ['black'] }), 'film');
    expect(await stored()).toBeGreaterThan(files);
    // Another one has the same picture, which stays.
    const other = await begin();
    const shared = await smallStone({ time: next() });
    await take(id, shared, 'shared');
    await take(other.id, shared, 'shared');
    // Also what is on its way.
    const onTheirWay = [1, 2, 3].map(async (seed) =>
      send(id, await smallStone({ seed: seed / 10 }), `on its way ${seed}`),
    );
    await onTheirWay[0];
    expect((await admin.delete(`/api/manage/intakes/${id}`)).statusCode).toBe(204);
    for (const response of await Promise.all(onTheirWay))
      expect([200, 404]).toContain(response.statusCode);
    expect((await read(other.id)).files[0]?.picture).not.toBeNull();

    shop.clock.forward({ days: 13 });
    await cleanUpMedia(shop.ctx, { files: true });
    await settleAllDue(shop.ctx);
    expect((await read(other.id)).files).toHaveLength(1);
    shop.clock.forward({ days: 2 });
    await settleAllDue(shop.ctx);
    expect((await (await shop.admin()).get(`/api/manage/intakes/${other.id}`)).statusCode).toBe(
      404,
    );
    admin = await shop.admin();
    expect([await stored(), await rowCount()]).toEqual([files, rows]);
    const uploads = path.join(shop.ctx.config.dataDir, 'uploads');
    expect(readdirSync(uploads)).toEqual([]);
  });

  test('a label’s photos go to the draft that a sheet made with its number, which waits for them', async () => {
    const [number = ''] = await labels(1, 'W-001');
    await importForeign(admin, `No;Title;Price\n${number};Wulfenit vom Roten Berg;80\n`);
    const { id } = await begin();
    await take(id, await shotLabel(number, { time: next() }), 'label-w');
    const intake = await take(id, await smallStone({ time: next() }), 'stone-w');
    expect(intake.rows).toMatchObject([
      {
        number,
        problems: [],
        state: 'ready',
        specimen: { title: 'Wulfenit vom Roten Berg', visible: false },
      },
    ]);
    const { made, failed } = await makeDrafts(id);
    expect([made, failed]).toEqual([[intake.rows[0]?.specimen?.id], []]);
    expect(await answered(admin.get(`/api/specimens/${made[0]}`))).toMatchObject({
      title: 'Wulfenit vom Roten Berg',
      price: '80.00',
      catalogueNumber: number,
      additional: [],
      main: { alt: 'Wulfenit vom Roten Berg' },
    });
    expect(await answered<{ id: number }[]>(admin.get('/api/manage/awaiting-photos'))).toEqual([]);
    expect((await makeDrafts(id)).made).toEqual([]);
  });
});
