/** A shop that has nothing of its own begins with a copy of another, by the form. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SpecimenCard } from '#contract/catalogue/specimens.ts';
import type { RestoreState } from '#contract/extras/copies/copies.ts';
import { filesOfMedium } from '#server/features/media/files/media-files.service.ts';
import { diskStore } from '#server/platform/storage/disk.ts';
import { type Browser, makeApp } from '#tests/support/app.ts';
import { allRows, newFolder } from '#tests/support/backups.ts';
import { bucketless, COPIES, copyingShop } from '#tests/support/copies.ts';
import { makeSqlite, onEveryDatabase } from '#tests/support/databases.ts';
import { addSpecimens, addVideo } from '#tests/support/specimens.ts';
import { namesIn } from '#tests/support/stores.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';
import { makeDueCopy } from './copies.service.ts';
import { newKeyWords } from './key-words.ts';

const RESTORE = '/api/manage/restore';

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  /** A shop whose copy the tests restore; none of them changes it, or they put back what they did. */
  async function copied() {
    const mediaStore = diskStore(path.join(newFolder(), 'media'));
    // PGlite has one database at a time: that of the shop that begins with the copy.
    const source = await copyingShop(engine === 'pglite' ? makeSqlite : makeDatabase, { mediaStore });
    const id = await addVideo(source.ctx);
    const row = await source.database.db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    for (const name of filesOfMedium(row)) await mediaStore.put(name, Buffer.from(name));
    const { words } = await source.makeKey();
    const address = newFolder();
    await source.add(address);
    await source.owner.post(`${COPIES}/now`);
    await makeDueCopy(source.ctx);
    return { source, mediaStore, words, address };
  }
  let copy: Awaited<ReturnType<typeof copied>>;
  beforeAll(async () => {
    copy = await copied();
  });
  afterAll(() => copy.source.close());

  async function setUp() {
    const { source, mediaStore, words, address } = copy;
    const database = await makeDatabase();
    const media = diskStore(path.join(newFolder(), 'media'));
    const shop = await makeApp(database, { mediaStore: media });
    const owner = await shop.admin();
    const close = async () => {
      await shop.app.close();
      await database.close();
    };
    const begin = (change = {}) => owner.post(RESTORE, { ...bucketless, address, words, day: null, ...change });
    return { source, mediaStore, words, address, database, media, shop, owner, begin, close };
  }
  const outcome = (owner: Browser) =>
    expect.poll(async () => (await owner.get(RESTORE)).json<RestoreState>(), { timeout: 60_000 }).not.toMatchObject({ isRunning: true });

  test('an empty shop has everything of the copy, shows it at once, and asks its owner to log in as there', async () => {
    const { source, mediaStore, database, media, shop, owner, begin, close } = await setUp();
    expect((await owner.get(RESTORE)).json()).toEqual({ contents: [], isRunning: false, problem: null });
    expect((await shop.visitor().get('/api/specimens')).json()).toEqual([]);
    const drops = shop.drops();
    expect((await begin()).json()).toEqual({ contents: [], isRunning: true, problem: null });
    await outcome(owner);
    // The cached pages are those of the empty shop.
    await expect.poll(() => shop.drops()).toBe(drops + 1);
    expect((await owner.get(RESTORE)).statusCode).toBe(401);
    const cards = (await shop.visitor().get('/api/specimens')).json<SpecimenCard[]>();
    expect(cards.map(({ title }) => title)).toEqual(['Quartz']);
    expect(await namesIn(media)).toEqual(await namesIn(mediaStore));
    const [{ mails: _sent, ...before }, { mails: _held, ...after }] = [await allRows(source.database.db), await allRows(database.db)];
    expect(after).toEqual(before);
    expect(await database.db.selectFrom('copy_places').selectAll().execute(), 'it must not write into the places of the other').toEqual([]);
    await close();
  });

  onTheOtherToo(
    'a shop that has pieces, wrong words, a folder without copies and a day without one are refused in words, and nothing changes',
    async () => {
      const { shop, owner, address, begin, close } = await setUp();
      const problems: unknown[] = [];
      const elsewhere = newFolder();
      for (const change of [{ words: 'zoo zoo' }, { words: '' }]) {
        const response = await begin(change);
        expect(response.statusCode).toBe(400);
        problems.push(response.json<{ message: string }>().message);
      }
      for (const change of [{ words: await newKeyWords() }, { address: elsewhere }, { day: '2020-02-29' }]) {
        expect((await begin(change)).statusCode).toBe(200);
        await outcome(owner);
        problems.push((await owner.get(RESTORE)).json<RestoreState>().problem);
      }
      expect(problems).toEqual([
        'The key has 24 words. You entered 2.',
        'The key has 24 words. You entered 0.',
        `The copies in ${address} were made with another key. Use the words of that sheet.`,
        `There is no whole copy in ${elsewhere}.`,
        `There is no copy from 2020-02-29 in ${address}. The newest is from 2026-11-21.`,
      ]);
      await addSpecimens(shop.ctx, [{ title: 'Own' }]);
      expect((await begin()).json()).toMatchObject({ message: 'Only an empty shop can begin with a copy, and this one has specimens.' });
      expect((await shop.visitor().post(RESTORE, {})).statusCode).toBe(401);
      await close();
    },
  );

  test('a restore that is begun twice at once is refused the second time', async () => {
    const { owner, begin, close } = await setUp();
    const both = await Promise.all([begin(), begin()]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(both.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ message: 'A copy is being restored right now.' });
    await outcome(owner);
    await close();
  });

  onTheOtherToo('a damaged copy is refused by the name of its file, leaves the shop empty, and can be tried again', async () => {
    const { database, media, address, owner, begin, close } = await setUp();
    const file = path.join(address, readdirSync(address).find((name) => /^[0-9a-f]{12}-[0-9a-f]{40}\.age$/.test(name)) ?? '');
    const bytes = readFileSync(file);
    writeFileSync(file, Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]));
    await begin();
    await outcome(owner);
    expect((await owner.get(RESTORE)).json()).toMatchObject({
      contents: [],
      problem: `The copy from 2026-11-21 in ${address} cannot be restored: ${path.basename(file)} of the copy is damaged.`,
    });
    expect([await database.db.selectFrom('specimens').selectAll().execute(), await namesIn(media)]).toEqual([[], []]);
    writeFileSync(file, bytes);
    await begin();
    await outcome(owner);
    expect(await database.db.selectFrom('specimens').select('title').execute()).toEqual([{ title: 'Quartz' }]);
    await close();
  });
});
