/** A file that is not a complete backup is refused before anything is written. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openArchive } from '#platform/backup/archive-check.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { makeApp } from '#tests/support/app.ts';
import {
  allRows,
  backUp,
  newFolder,
  packUp,
  restore,
  storeBytes,
  sumsOf,
  unpack,
} from '#tests/support/backups.ts';
import { makeSqlite, onEveryDatabase } from '#tests/support/databases.ts';
import { runShop } from '#tests/support/shop-process.ts';
import { addSpecimens, addVideo } from '#tests/support/specimens.ts';
import { isThorough, times } from '#tests/support/thorough.ts';

let folder: string;
let whole: string;
let bytes: Buffer;
let entries: Map<string, Buffer>;

beforeAll(async () => {
  folder = newFolder();
  const media = path.join(folder, 'media');
  const database = await makeSqlite();
  const { app, ctx } = await makeApp(database, { mediaStore: diskStore(media) });
  await storeBytes(media, [`${await addVideo(ctx)}.mp4`]);
  await addSpecimens(ctx, [{ title: 'Quartz' }]);
  whole = await backUp(database, media);
  bytes = readFileSync(whole);
  entries = await unpack(whole);
  await app.close();
  await database.close();
});

let count = 0;
/** Why the bytes are refused; null if they are accepted. */
async function refusalOf(content: Buffer | string): Promise<string | null> {
  count += 1;
  const file = path.join(folder, `${count}.tar`);
  writeFileSync(file, content);
  return reasonFor(file);
}

async function reasonFor(file: string): Promise<string | null> {
  try {
    await openArchive(file);
    return null;
  } catch (error) {
    expect(error).toMatchObject({ name: 'Problem', code: 'bad_request' });
    const { message } = error as Error;
    expect(message).toMatch(
      new RegExp(`^${file.replaceAll('.', '\\.')} cannot be restored: .+\\.$`),
    );
    return message.slice(message.indexOf(': ') + 2);
  }
}

/** A backup with changed entries and matching checksums. */
const forged = async (change: (entries: Map<string, Buffer>) => void) => {
  const changed = new Map(entries);
  change(changed);
  changed.delete('SHA256SUMS');
  return packUp([...changed, ['SHA256SUMS', sumsOf(changed)]]);
};

test('an undamaged file is accepted', async () => {
  expect((await openArchive(whole)).manifest).toMatchObject({
    files: 1,
    tables: { specimens: 1, media: 3 },
  });
});

test('one changed byte is detected anywhere except in the padding', async () => {
  const flips = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }));
  await fc.assert(
    fc.asyncProperty(flips, async ([offset, change]) => {
      const copy = Buffer.from(bytes);
      copy[offset] = (copy[offset] ?? 0) ^ change;
      if ((await refusalOf(copy)) !== null) return;
      const accepted = await unpack(path.join(folder, `${count}.tar`));
      expect([...accepted]).toEqual([...entries]);
    }),
    { numRuns: times(40, 150) },
  );
});

test('a truncated file is refused, wherever it ends', async () => {
  const end = bytes.length - 1_024;
  const shares = times(10, 40);
  const lengths = [
    1,
    511,
    512,
    1_024,
    5_000,
    Math.floor(end / 2),
    ...Array.from({ length: shares }, (_, n) => Math.floor((n / shares) * end)),
    end - 512,
  ];
  for (const length of lengths.filter((length) => length > 0))
    expect(await refusalOf(bytes.subarray(0, length)), String(length)).toMatch(
      /incomplete|not a backup/,
    );
  // Without the two blocks that end a tar file it is still complete.
  expect(await refusalOf(bytes.subarray(0, end))).toBe(null);
});

describe('a file is refused with the reason if it is', () => {
  test.each<[string, () => Buffer | string]>([
    ['empty', () => ''],
    ['a text', () => 'Dear Sir or Madam, '.repeat(200)],
    ['all zeros', () => Buffer.alloc(10_240)],
    ['a backup in gzip', () => gzipSync(bytes)],
    [
      'an SQLite file',
      () => Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8_000, 7)]),
    ],
  ])('%s', async (_, content) => {
    expect(await refusalOf(content())).toMatch(/not a backup of this shop\.$/);
  });

  test('another tar file, or has an entry that no backup has', async () => {
    expect(await reasonFor(await packUp([['photo.jpg', 'x']]))).toBe(
      'it is not a backup of this shop.',
    );
    expect(await reasonFor(await packUp([['manifest.json', '{"format":"other"}']]))).toBe(
      'it is not a backup of this shop.',
    );
    expect(await reasonFor(await packUp([['manifest.json', 'not JSON']]))).toBe(
      'it is not a backup of this shop.',
    );
    expect(
      await reasonFor(
        await packUp([['manifest.json', '{"format":"druse-backup","formatVersion":1}']]),
      ),
    ).toMatch(/^it is damaged/);
    for (const name of [
      'media/../../etc/passwd',
      '/etc/passwd',
      'media/x',
      'rows/specimens.sql',
      'rows/Specimens.jsonl',
      'media/.x.jpg',
    ]) {
      expect(await reasonFor(await forged((all) => all.set(name, Buffer.from('x')))), name).toBe(
        'it is not a backup of this shop.',
      );
    }
  });

  test('a backup with entries missing, added, repeated or out of order', async () => {
    const medium = [...entries.keys()].find((name) => name.startsWith('media/')) ?? '';
    expect(await reasonFor(await forged((all) => all.delete(medium)))).toBe(
      'it is not a backup of this shop.',
    );
    expect(
      await reasonFor(await forged((all) => all.set('media/more.jpg', Buffer.from('x')))),
    ).toBe('it is not a backup of this shop.');
    expect(await reasonFor(await forged((all) => all.delete('rows/orders.jsonl')))).toBe(
      'it is damaged: the table orders is incomplete.',
    );
    expect(
      await reasonFor(await forged((all) => all.set('rows/orders.jsonl', Buffer.from('{}\n')))),
    ).toMatch(/^it is damaged: the table orders/);
    expect(await reasonFor(await forged((all) => all.delete('manifest.json')))).toBe(
      'it is not a backup of this shop.',
    );
    const all = [...entries];
    expect(await reasonFor(await packUp(all.filter(([name]) => name !== medium)))).toBe(
      `it is damaged: ${medium} is missing.`,
    );
    expect(
      await reasonFor(
        await packUp(all.flatMap((entry) => (entry[0] === medium ? [entry, entry] : [entry]))),
      ),
    ).toBe('it is not a backup of this shop.');
    expect(await reasonFor(await packUp([...all, ['media/late.jpg', 'x']]))).toBe(
      'it is not a backup of this shop.',
    );
    expect(await reasonFor(await packUp(all.toReversed()))).toBe(
      'it is not a backup of this shop.',
    );
    expect(
      await reasonFor(
        await packUp(all.map(([name, content]) => [name, name === medium ? 'other' : content])),
      ),
    ).toBe(`it is damaged: ${medium} has changed since it was written.`);
  });

  test('a backup with a file that its checksums do not list, though the manifest counts it', async () => {
    const all = new Map(entries);
    all.delete('SHA256SUMS');
    const manifest = JSON.parse(String(all.get('manifest.json')));
    all.set(
      'manifest.json',
      Buffer.from(JSON.stringify({ ...manifest, files: manifest.files + 1 })),
    );
    const sums = sumsOf(all);
    const packed = (list: string) =>
      packUp([...all, ['media/more.jpg', 'x'], ['SHA256SUMS', list]]);
    expect(await reasonFor(await packed(sums))).toBe(
      'it is damaged: media/more.jpg has changed since it was written.',
    );
    // With the file listed, the same archive is accepted.
    expect(await reasonFor(await packed(sums + sumsOf([['media/more.jpg', 'x']])))).toBe(null);
  });

  test('missing, or a folder', async () => {
    expect(await reasonFor(path.join(folder, 'nowhere.tar'))).toBe('there is no such file.');
    expect(await reasonFor(folder)).toBe('it is a folder.');
  });
});

const forgeries: Record<string, [name: string, rows: string]> = {
  'a dangling reference': [
    'specimen_media',
    '{"specimen_id":9,"position":0,"media_id":"x","alt":"","light":null}',
  ],
  'an unknown column': ['markers', '{"name":"x","created_at":"2026-11-21T09:00:00.000Z","more":1}'],
  'a value of the wrong type': ['specimens', '{"id":"one"}'],
  'a truncated row': ['markers', '{"name":'],
};

onEveryDatabase((makeDatabase) => {
  test('invalid rows change nothing, though their checksums are right', async () => {
    const database = await makeDatabase();
    const { app } = await makeApp(database, { config: { adminPassword: null } });
    const before = await allRows(database.db);
    const media = path.join(newFolder(), 'media');
    for (const [what, [table, row]] of Object.entries(forgeries)) {
      const file = await forged((all) => {
        const manifest = JSON.parse(String(all.get('manifest.json')));
        manifest.tables[table] = 1;
        all
          .set('manifest.json', Buffer.from(JSON.stringify(manifest)))
          .set(`rows/${table}.jsonl`, Buffer.from(`${row}\n`));
      });
      expect(await reasonFor(file), what).toBe(null);
      await expect(restore(file, database, media), what).rejects.toThrow();
      if (isThorough) expect(await allRows(database.db), what).toEqual(before);
    }
    expect(await allRows(database.db)).toEqual(before);
    expect(existsSync(media)).toBe(false);
    await app.close();
    await database.close();
  });
});

describe('on the command line', () => {
  const run = async (script: string, args: string[], DATA_DIR: string) => {
    const shop = runShop({ DATA_DIR, DATABASE_URL: '' }, [`scripts/${script}.ts`, ...args]);
    return { code: await shop.ended, text: shop.printed() };
  };

  test.runIf(isThorough)('restoring a damaged file creates no data folder', async () => {
    const DATA_DIR = path.join(newFolder(), 'data');
    const damaged = path.join(folder, 'damaged.tar');
    const copy = Buffer.from(bytes);
    copy[bytes.indexOf('Quartz', bytes.indexOf('rows/specimens.jsonl'))] = 0x71;
    writeFileSync(damaged, copy);
    const { code, text } = await run('restore', [damaged], DATA_DIR);
    expect([code, text]).toEqual([
      1,
      `${damaged} cannot be restored: it is damaged: rows/specimens.jsonl has changed since it was written.\n`,
    ]);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  test('a backup is restored, can be backed up again, and is not restored a second time', async () => {
    const DATA_DIR = path.join(newFolder(), 'data');
    const first = await run('restore', [whole], DATA_DIR);
    expect([first.code, first.text]).toEqual([
      0,
      expect.stringMatching(/^Restored the shop of .*: 1 specimens, 0 orders, 1 media files\.\n/),
    ]);
    if (isThorough) {
      const second = await run('restore', [whole], DATA_DIR);
      expect([second.code, second.text]).toEqual([
        1,
        expect.stringContaining('into an empty installation, and this one has 1 specimen'),
      ]);
    }

    const again = path.join(newFolder(), 'again.tar');
    const backup = await run('backup', [again], DATA_DIR);
    // The tests' pictures have no files.
    expect([backup.code, backup.text]).toEqual([
      2,
      expect.stringContaining('22 files are missing from the media store'),
    ]);
    const { stdout } = await promisify(execFile)(
      'sh',
      [
        '-c',
        `mkdir x && tar xf ${again} -C x && cd x && sha256sum -c SHA256SUMS | grep -vc OK || ls | wc -l`,
      ],
      {
        cwd: newFolder(),
      },
    );
    expect(stdout).toBe('0\n4\n');
    for (const [name, content] of await unpack(again)) {
      if (name !== 'manifest.json' && name !== 'SHA256SUMS')
        expect(content.equals(entries.get(name) ?? Buffer.of()), name).toBe(true);
    }
  });

  test.runIf(isThorough)(
    'both commands print their usage, overwrite nothing and require a shop',
    async () => {
      for (const script of ['backup', 'restore']) {
        expect(await run(script, [], folder)).toMatchObject({
          code: 1,
          text: expect.stringContaining(`npm run ${script} -- FILE`),
        });
        expect(await run(script, ['--help'], folder)).toMatchObject({ code: 0 });
      }
      expect(await run('backup', [whole], folder)).toMatchObject({
        code: 1,
        text: `${whole} already exists.\n`,
      });
      const empty = path.join(newFolder(), 'empty');
      mkdirSync(empty);
      expect(await run('backup', [path.join(folder, 'new.tar')], empty)).toMatchObject({
        code: 1,
        text: `There is no shop in DATA_DIR ${empty}. Set DATA_DIR or DATABASE_URL as the running shop has them.\n`,
      });
      expect(existsSync(path.join(folder, 'new.tar'))).toBe(false);
      expect(readFileSync(whole).equals(bytes)).toBe(true);
    },
  );
});
