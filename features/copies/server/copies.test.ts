import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { filesOfMedium } from '#core/server/media/files/media-files.service.ts';
import { restoreBackup } from '#features/backup/server/restore.service.ts';
import { diskStore } from '#platform/storage/disk.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import { makeApp } from '#tests/support/app.ts';
import { allRows } from '#tests/support/backups.ts';
import { makeSqlite } from '#tests/support/databases.ts';
import { addSpecimens, addVideo } from '#tests/support/specimens.ts';
import { namesIn, onEveryPair } from '#tests/support/stores.ts';
import { onFirstEngine, times } from '#tests/support/thorough.ts';
import { type CopyList, listNameOf, stampOf, writeList } from './copy-format.ts';
import { keyIdOf, keyOfWords, newKeyWords } from './key-words.ts';
import { proveCopy } from './proving.service.ts';
import { withCopy } from './reading.service.ts';
import { rotate, writeCopy } from './writing.service.ts';

const newFolder = () => mkdtempSync(path.join(inject('runFolder'), 'copies-'));
const ALL = { days: 100, weeks: 0, months: 0 };

async function filesOf(store: MediaStore) {
  const files: Record<string, string> = {};
  for (const name of await namesIn(store)) {
    files[name] = Buffer.concat(
      await Array.fromAsync((await store.open(name))?.read() ?? []),
    ).toString('base64');
  }
  return files;
}

onEveryPair((makeDatabase, makeStore, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  async function setUp() {
    const database = await makeDatabase();
    const mediaStore = makeStore();
    const { app, ctx, clock } = await makeApp(database, { mediaStore });
    await addSpecimens(ctx, [{ title: 'Quartz' }]);
    const addFiles = async () => {
      const id = await addVideo(ctx);
      const row = await database.db
        .selectFrom('media')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      for (const name of filesOfMedium(row))
        await mediaStore.put(name, Buffer.from(`${name} of the film`));
    };
    await addFiles();
    const words = await newKeyWords();
    const key = await keyOfWords(words);
    const identity = await generateX25519Identity();
    const prover = await identityToRecipient(identity);
    const close = async () => {
      await app.close();
      await database.close();
    };
    return {
      database,
      ctx,
      clock,
      mediaStore,
      addFiles,
      words,
      key,
      identity,
      prover,
      place: makeStore(),
      close,
    };
  }

  test('a copy restores every row and file by its words, and names nothing that can be read without them', async () => {
    const { database, ctx, mediaStore, words, key, identity, prover, place, close } = await setUp();
    const { stamp, list } = await writeCopy(ctx, place, key, prover);
    await proveCopy(place, key, stamp, identity, newFolder());
    expect(list.files.length).toBeGreaterThan(0);
    const stored = JSON.stringify(await filesOf(place));
    for (const name of await namesIn(mediaStore)) expect(stored).not.toContain(name);

    const target = await makeSqlite();
    const restored = diskStore(path.join(newFolder(), 'media'));
    const typed = ` ${words.toUpperCase().replaceAll(' ', '\n')} `;
    await withCopy(
      place,
      'the place',
      { words: typed, day: null, dataDir: newFolder() },
      (archive) =>
        restoreBackup(
          { ...target, config: { dataDir: newFolder() }, mediaStore: restored },
          archive,
        ),
    );
    expect(await filesOf(restored)).toEqual(await filesOf(mediaStore));
    const [{ mails: _sent, ...before }, { mails: _held, ...after }] = [
      await allRows(database.db),
      await allRows(target.db),
    ];
    expect(after).toEqual(before);
    await target.close();
    await close();
  });

  test('the next night stores only what is new, and rotation removes what no kept copy names', async () => {
    const { database, ctx, clock, addFiles, key, prover, place, close } = await setUp();
    const first = await writeCopy(ctx, place, key, prover);
    clock.forward({ days: 1 });
    await addFiles();
    const second = await writeCopy(ctx, place, key, prover);
    expect(second.list.files).toHaveLength(2 * first.list.files.length);
    expect(second.added).toBe(first.added);
    expect(await rotate(place, key, ALL, 'UTC')).toBe(2);

    await database.db.deleteFrom('specimen_media').execute();
    await database.db.deleteFrom('media').execute();
    clock.forward({ days: 1 });
    const third = await writeCopy(ctx, place, key, prover);
    expect(third.list.files).toEqual([]);
    expect(await rotate(place, key, { days: 1, weeks: 0, months: 0 }, 'UTC')).toBe(1);
    expect(await namesIn(place)).toEqual([
      expect.stringContaining('-copy.json'),
      third.list.head.name,
    ]);
    await close();
  });

  test('a copy that breaks off is none, and the next goes on with what it left', async () => {
    const { ctx, clock, addFiles, key, prover, place, words, close } = await setUp();
    await addFiles();
    let files = 0;
    const broken = writeCopy(ctx, place, key, prover, async () => {
      files += 1;
      if (files > 1) throw new Error('stopped');
    });
    await expect(broken).rejects.toThrow('stopped');
    expect((await namesIn(place)).length).toBeGreaterThan(0);
    const opened = () =>
      withCopy(
        place,
        'the place',
        { words, day: null, dataDir: newFolder() },
        async ({ manifest }) => manifest.files,
      );
    await expect(opened()).rejects.toThrow('There is no whole copy in the place.');
    clock.forward({ days: 1 });
    const { list, added } = await writeCopy(ctx, place, key, prover);
    expect([list.files.length, added]).toEqual([2, 1]);
    await rotate(place, key, ALL, 'UTC');
    expect(await namesIn(place)).toHaveLength(list.files.length + 2);
    expect(await opened()).toBe(list.files.length);
    await close();
  });

  onTheOtherToo('a second copy within the same second takes the place of the first', async () => {
    const { ctx, addFiles, key, prover, place, words, close } = await setUp();
    await writeCopy(ctx, place, key, prover);
    await addFiles();
    const { list } = await writeCopy(ctx, place, key, prover);
    expect(
      await withCopy(
        place,
        'the place',
        { words, day: null, dataDir: newFolder() },
        async ({ manifest }) => manifest.files,
      ),
    ).toBe(list.files.length);
    await close();
  });

  onTheOtherToo(
    'a file that the proof finds damaged is written again by the next copy',
    async () => {
      const { ctx, clock, key, identity, prover, place, words, close } = await setUp();
      const { stamp, list } = await writeCopy(ctx, place, key, prover);
      const [{ name, bytes } = { name: '', bytes: 0 }] = list.files;
      await place.remove(name);
      await place.put(name, Buffer.alloc(bytes, 'x'));
      await expect(proveCopy(place, key, stamp, identity, newFolder())).rejects.toThrow(
        '1 file of the copy was damaged. The next copy replaces it.',
      );
      clock.forward({ days: 1 });
      const next = await writeCopy(ctx, place, key, prover);
      expect(next.added).toBe(1);
      await proveCopy(place, key, next.stamp, identity, newFolder());
      expect(
        await withCopy(
          place,
          'the place',
          { words, day: null, dataDir: newFolder() },
          async ({ manifest }) => manifest.files,
        ),
      ).toBe(list.files.length);
      await close();
    },
  );

  test('a damaged list of the shop’s own key protects every file that it may name', async () => {
    const { database, ctx, clock, key, prover, place, close } = await setUp();
    const first = await writeCopy(ctx, place, key, prover);
    await database.db.deleteFrom('specimen_media').execute();
    await database.db.deleteFrom('media').execute();
    clock.forward({ days: 1 });
    await writeCopy(ctx, place, key, prover);
    const list = listNameOf(keyIdOf(key), first.stamp);
    await place.remove(list);
    await place.put(list, Buffer.from('torn'));
    await rotate(place, key, ALL, 'UTC');
    expect(await namesIn(place)).toEqual(
      expect.arrayContaining([list, ...first.list.files.map(({ name }) => name)]),
    );
    await close();
  });

  test('two shops that copy to one place keep their own copies', async () => {
    const { ctx, clock, key, prover, place, words, close } = await setUp();
    const otherWords = await newKeyWords();
    const shops = [key, await keyOfWords(otherWords)];
    const nights = times(2, 3);
    for (let night = 0; night < nights; night++) {
      clock.forward({ days: 1 });
      for (const ofShop of shops) {
        clock.forward({ minutes: 1 });
        await writeCopy(ctx, place, ofShop, prover);
        await rotate(place, ofShop, { days: nights - 1, weeks: 0, months: 0 }, 'UTC');
      }
    }
    const opened = (sheet: string) =>
      withCopy(
        place,
        'the place',
        { words: sheet, day: null, dataDir: newFolder() },
        async ({ manifest }) => manifest.createdAt,
      );
    expect((await opened(words)) < (await opened(otherWords))).toBe(true);
    await close();
  });

  onTheOtherToo('a copy of a former key stays with its files until its time has come', async () => {
    const { ctx, clock, key, prover, place, words, close } = await setUp();
    await writeCopy(ctx, place, key, prover);
    const before = await namesIn(place);
    clock.forward({ days: 1 });
    const next = await keyOfWords(await newKeyWords());
    await writeCopy(ctx, place, next, prover);
    await rotate(place, next, ALL, 'UTC');
    expect(await namesIn(place)).toEqual(expect.arrayContaining(before));
    expect(
      await withCopy(
        place,
        'the place',
        { words, day: null, dataDir: newFolder() },
        async ({ manifest }) => manifest.files,
      ),
    ).toBeGreaterThan(0);
    await rotate(place, next, { days: 1, weeks: 0, months: 0 }, 'UTC');
    expect((await namesIn(place)).filter((name) => before.includes(name))).toEqual([]);
    await close();
  });
});

describe('in a folder', () => {
  async function copied() {
    const database = await makeSqlite();
    const { app, ctx } = await makeApp(database, {
      mediaStore: diskStore(path.join(newFolder(), 'media')),
    });
    const id = await addVideo(ctx);
    const row = await database.db
      .selectFrom('media')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const name of filesOfMedium(row)) await ctx.mediaStore.put(name, Buffer.from(name));
    const words = await newKeyWords();
    const key = await keyOfWords(words);
    const identity = await generateX25519Identity();
    const folder = newFolder();
    const { stamp, list } = await writeCopy(
      ctx,
      diskStore(folder),
      key,
      await identityToRecipient(identity),
    );
    await app.close();
    await database.close();
    const refusal = async () => {
      const opened = withCopy(
        diskStore(folder),
        'the folder',
        { words, day: null, dataDir: newFolder() },
        async () => 'restored',
      );
      return opened.catch((error: Error) => error.message);
    };
    const proof = () =>
      proveCopy(diskStore(folder), key, stamp, identity, newFolder()).then(
        () => 'proved',
        (error: Error) => error.message,
      );
    return { folder, key: { ...key, words }, list, refusal, proof };
  }

  /** What a test changes in it, it puts back. */
  let copy: Awaited<ReturnType<typeof copied>>;
  beforeAll(async () => {
    copy = await copied();
  });

  test('a byte that changed anywhere is found by the proof and refused by the restore, in words', async () => {
    const { folder, refusal, proof } = copy;
    expect([await refusal(), await proof()]).toEqual(['restored', 'proved']);
    for (const name of readdirSync(folder)) {
      const file = path.join(folder, name);
      const bytes = readFileSync(file);
      const changed = Buffer.from(bytes);
      changed[bytes.length - 5] = (changed[bytes.length - 5] ?? 0) ^ 1;
      // In the mark of a list, which is then no text.
      const torn = Buffer.from(bytes).fill(0xff, 12, 13);
      for (const content of [changed, torn, bytes.subarray(0, -20), Buffer.alloc(0)]) {
        writeFileSync(file, content);
        expect(await refusal(), name).toMatch(
          /^The copy from \d{4}-\d\d-\d\d in the folder cannot be restored: .+\.$/,
        );
        expect(await proof(), name).toMatch(/copy/);
      }
      writeFileSync(file, bytes);
    }
    expect([await refusal(), await proof()]).toEqual(['restored', 'proved']);
  });

  test('a copy of a newer version is refused by that, in its list and in its tables', async () => {
    const { folder, key, list, refusal } = copy;
    const file = path.join(folder, listNameOf(keyIdOf(key), stampOf(new Date(list.createdAt))));
    const before = readFileSync(file);
    writeFileSync(file, writeList(key, { ...list, formatVersion: 2 } as unknown as CopyList));
    expect(await refusal()).toMatch(
      /cannot be restored: it was made by a newer version of this shop\.$/,
    );
    writeFileSync(file, before);
    const target = await makeSqlite();
    const newer = withCopy(
      diskStore(folder),
      'the folder',
      { words: key.words, day: null, dataDir: newFolder() },
      ({ manifest, open }) =>
        restoreBackup(
          { ...target, config: { dataDir: newFolder() }, mediaStore: diskStore(newFolder()) },
          { open, manifest: { ...manifest, migrations: [...manifest.migrations, '9999-later'] } },
        ),
    );
    await expect(newer).rejects.toThrow(
      'The backup was made by a newer version of this shop. Upgrade the shop first.',
    );
    await target.close();
  });

  test('words of another key, too few, unknown or swapped ones are refused by what is wrong with them', async () => {
    const { folder } = copy;
    const refused = (words: string) =>
      withCopy(
        diskStore(folder),
        'the folder',
        { words, day: null, dataDir: newFolder() },
        async () => 'restored',
      ).catch((error: Error) => error.message);
    const words = (await newKeyWords()).split(' ');
    expect(await refused(words.join(' '))).toBe(
      'The copies in the folder were made with another key. Use the words of that sheet.',
    );
    expect(await refused('zoo')).toBe('The key has 24 words. You entered 1.');
    expect(await refused(['quarz', ...words.slice(1)].join(' '))).toMatch(/^“quarz” is not one/);
    expect(await refused(`${'zoo '.repeat(23)}able`)).toMatch(/^These words don’t belong together/);
  });
});
