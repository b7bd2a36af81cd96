/** Which intakes and files each query lets in, and which it leaves out. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tx } from '#platform/db/db.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { hoursAgo, NOW } from '#tests/support/order-rows.ts';
import { addPicture, addSpecimens } from '#tests/support/specimens.ts';
import {
  countFiles,
  deleteIntake,
  insertFile,
  insertIntake,
  lockIntake,
  selectDrafts,
  selectEnded,
  selectFileByContent,
  selectFiles,
  selectIntake,
  selectIntakes,
  selectNextEnd,
  updateFiles,
} from './intake.queries.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  beforeEach(async () => {
    for (const table of ['intakes', 'specimens'] as const)
      await database.db.deleteFrom(table).execute();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(database.db, work);
  const begin = (ends_at = NOW) =>
    within((tx) => insertIntake(tx, { created_at: hoursAgo(1), ends_at }));
  const blank = {
    media_id: null,
    size: 1,
    modified_at: NOW,
    taken_at: null,
    codes: '[]',
    refusal: null,
    label: null,
    placed_in: null,
    place: null,
    light: null,
    specimen_id: null,
  };
  const addFile = (intake_id: number, name: string, change: object = {}) =>
    within((tx) => insertFile(tx, { ...blank, intake_id, name, content_hash: name, ...change }));

  test('intakes end from their time on, the one that waits longest first', async () => {
    expect(await selectNextEnd(database.db)).toBeNull();
    const [now, early, later] = [
      await begin(),
      await begin(hoursAgo(2)),
      await begin(hoursAgo(-1)),
    ];
    expect([
      await selectEnded(database.db, NOW, 9),
      await selectEnded(database.db, NOW, 1),
    ]).toEqual([[early, now], [early]]);
    expect(await selectNextEnd(database.db)).toBe(hoursAgo(2));
    expect([
      await within((tx) => lockIntake(tx, early, hoursAgo(-5))),
      await within((tx) => lockIntake(tx, later + 50, NOW)),
    ]).toEqual([true, false]);
    expect([
      await selectEnded(database.db, NOW, 9),
      (await selectIntake(database.db, later))?.ends_at,
    ]).toEqual([[now], hoursAgo(-1)]);
    expect(
      await within(async (tx) => [
        await deleteIntake(tx, later, NOW),
        await deleteIntake(tx, now, NOW),
      ]),
    ).toEqual([false, true]);
    expect(
      await within(async (tx) => [await deleteIntake(tx, later), await deleteIntake(tx, later)]),
    ).toEqual([true, false]);
    expect((await selectIntakes(database.db)).map(({ id }) => id)).toEqual([early]);
  });

  test('files are those of their own intake, each content once, in the order in which they came', async () => {
    const [one, two] = [await begin(), await begin()];
    const media_id = await addPicture(shop.ctx);
    await addFile(one, 'a', { media_id });
    await addFile(one, 'b', { refusal: 'No picture' });
    await addFile(one, 'again', { content_hash: 'a' });
    await addFile(two, 'c', { content_hash: 'a' });
    const files = await selectFiles(database.db, one);
    expect(files.map(({ name, kind }) => [name, kind])).toEqual([
      ['a', 'picture'],
      ['b', null],
    ]);
    expect([await countFiles(database.db, one), await countFiles(database.db, two)]).toEqual([
      2, 1,
    ]);
    expect([
      await selectFileByContent(database.db, one, 'b'),
      await selectFileByContent(database.db, two, 'b'),
    ]).toEqual([{ name: 'b', refusal: 'No picture' }, undefined]);
    expect((await selectFileByContent(database.db, two, 'a'))?.name).toBe('c');
  });

  test('only the named files change, and only those of the intake', async () => {
    const [one, two] = [await begin(), await begin()];
    for (const name of ['a', 'b']) await addFile(one, name);
    await addFile(two, 'c');
    const [a, , c] = [
      ...(await selectFiles(database.db, one)),
      ...(await selectFiles(database.db, two)),
    ].map(({ id }) => id);
    await within(async (tx) => {
      await updateFiles(tx, one, [a ?? 0, c ?? 0], { label: 'W-1' });
      await updateFiles(tx, one, [], { label: 'W-2' });
      await updateFiles(tx, one, [a ?? 0], {});
    });
    const labels = [
      ...(await selectFiles(database.db, one)),
      ...(await selectFiles(database.db, two)),
    ].map(({ label }) => label);
    expect(labels).toEqual(['W-1', null, null]);
  });

  test('intakes are counted with their files and the drafts made of them, the latest first', async () => {
    const [draft = 0, other = 0] = await addSpecimens(shop.ctx, [
      { title: 'Draft', price: '5' },
      { title: 'Other' },
    ]);
    const [one, two, empty] = [await begin(), await begin(), await begin()];
    for (const [name, specimen_id] of [
      ['a', draft],
      ['b', draft],
      ['c', other],
      ['d', null],
    ] as const)
      await addFile(one, name, { specimen_id });
    await addFile(two, 'a');
    expect(
      (await selectIntakes(database.db)).map(({ id, files, drafts }) => [id, files, drafts]),
    ).toEqual([
      [empty, 0, 0],
      [two, 1, 0],
      [one, 4, 2],
    ]);
    expect(await selectDrafts(database.db, [draft])).toMatchObject([
      { id: draft, title: 'Draft', price: '5.00' },
    ]);
    expect(await selectDrafts(database.db, [])).toEqual([]);
  });
});
