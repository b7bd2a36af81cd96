/** Copies made by someone who means harm: who has the words, and who has only the place. */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { filesOfMedium } from '#core/server/media/files/media-files.service.ts';
import { entriesOf } from '#platform/backup/archive-reader.ts';
import { writeArchive } from '#platform/backup/archive-writer.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { makeApp } from '#tests/support/app.ts';
import { makeSqlite } from '#tests/support/databases.ts';
import { addVideo } from '#tests/support/specimens.ts';
import {
  CONTENTS,
  type CopyList,
  fileNameOf,
  headNameOf,
  listNameOf,
  stampOf,
  writeList,
} from './copy-format.ts';
import { type CopyKey, keyIdOf, keyOfWords, newKeyWords } from './key-words.ts';
import { withCopy } from './reading.service.ts';
import { openSealed, putSealed } from './sealing.ts';
import { writeCopy } from './writing.service.ts';

const newFolder = () => mkdtempSync(path.join(inject('runFolder'), 'hostile-'));

type Key = CopyKey & { identity: string };
type Made = { above: string; folder: string; words: string; key: Key; list: CopyList };
let made: Made;
let close = async () => {};

beforeEach(async () => {
  const database = await makeSqlite();
  const mediaStore = diskStore(path.join(newFolder(), 'media'));
  const { app, ctx } = await makeApp(database, { mediaStore });
  const id = await addVideo(ctx);
  const row = await database.db
    .selectFrom('media')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  for (const name of filesOfMedium(row)) await mediaStore.put(name, Buffer.from(name));
  const words = await newKeyWords();
  const key = await keyOfWords(words);
  const above = newFolder();
  const folder = path.join(above, 'place');
  const { list } = await writeCopy(ctx, diskStore(folder), key, key.recipient);
  made = { above, folder, words, key, list };
  close = async () => {
    await app.close();
    await database.close();
  };
});
afterEach(() => close());

const stampIn = ({ list }: Made) => stampOf(new Date(list.createdAt));
const listFile = () => path.join(made.folder, listNameOf(keyIdOf(made.key), stampIn(made)));
const headFile = () => path.join(made.folder, headNameOf(made.key, stampIn(made)));
const writeTheList = (change: Partial<CopyList>, key: CopyKey = made.key) =>
  writeFileSync(listFile(), writeList(key, { ...made.list, ...change }));

/** What the restore says, and what it left in the folders it may write to and in those around. */
async function restore(): Promise<string> {
  const around = newFolder();
  const dataDir = path.join(around, 'data');
  mkdirSync(dataDir);
  const said = await withCopy(
    diskStore(made.folder),
    'the folder',
    { words: made.words, day: null, dataDir },
    async () => 'restored',
  ).catch((error: Error) => error.message);
  expect(readdirSync(around)).toEqual(['data']);
  expect(readdirSync(dataDir, { recursive: true }).filter((name) => name !== 'work')).toEqual([]);
  expect(readdirSync(made.above)).toEqual(['place']);
  return said;
}

type Entry = { name: string; bytes: Buffer };

/** Rewrites the rows, as someone could who has the words. */
async function writeHead(change: (entries: Entry[]) => Entry[], key = made.key): Promise<void> {
  const store = diskStore(made.folder);
  const entries: Entry[] = [];
  for await (const { name, data } of entriesOf(() =>
    openSealed(store, made.list.head, made.key.identity),
  ))
    if (name !== 'SHA256SUMS') entries.push({ name, bytes: await buffer(data) });
  const parts = change(entries).map(({ name, bytes }) => ({
    name,
    size: bytes.length,
    read: () => Readable.from([bytes], { objectMode: false }),
  }));
  const plain = writeArchive(parts, new Date(made.list.createdAt));
  const local = path.join(newFolder(), 'head');
  const head = await putSealed(store, made.list.head.name, plain, [key.recipient], local);
  writeTheList({ head });
}
const withContents = (files: [string, number][]) => (entries: Entry[]) =>
  entries.map((entry) =>
    entry.name === CONTENTS
      ? { ...entry, bytes: Buffer.from(JSON.stringify({ files, money: {} })) }
      : entry,
  );
const REFUSED = /^The copy from \d{4}-\d\d-\d\d in the folder cannot be restored: .+\.$/;

test('a copy that is rewritten as it was is restored', async () => {
  await writeHead((entries) => entries);
  expect(await restore()).toBe('restored');
});

test.each(['../outside', '/etc/passwd', 'a/../../outside', '.', '', 'private/../x.jpg', 'a\0.jpg'])(
  'a path for a name, %j, leads nowhere, in the list and in what is encrypted',
  async (name) => {
    writeFileSync(path.join(made.above, 'place', 'outside'), 'x');
    writeTheList({ head: { ...made.list.head, name } });
    expect(await restore()).toMatch(REFUSED);
    const sealed = made.list.files[0] ?? { name: '', bytes: 0, sha256: '' };
    writeTheList({});
    await writeHead(withContents([[name, 5]]));
    writeTheList({
      head: (await readHead()).head,
      files: [{ ...sealed, name: fileNameOf(made.key, name) }],
    });
    renameSync(
      path.join(made.folder, sealed.name),
      path.join(made.folder, fileNameOf(made.key, name)),
    );
    expect(await restore()).toMatch(REFUSED);
  },
);

/** The list as it lies there. */
const readHead = async () =>
  JSON.parse(JSON.parse(readFileSync(listFile(), 'utf8')).list) as CopyList;

test.each([
  'rows/../../outside.jsonl',
  '../outside',
  'rows/a.jsonl/../../../outside',
  'media/x.jpg',
])('an entry %s among the rows is refused, and nothing of it is written', async (name) => {
  await writeHead((entries) => [...entries, { name, bytes: Buffer.from('{}') }]);
  expect(await restore()).toMatch(REFUSED);
});

test.each([
  ['larger than it is', (size: number) => size + 1],
  ['smaller', (size: number) => size - 1],
  ['of more than any disk has', () => Number.MAX_SAFE_INTEGER],
  ['below nothing', () => -1],
])('a file said to be %s is refused, in the list and in what is encrypted', async (_, wrong) => {
  const [file] = made.list.files;
  const files = made.list.files.map((one) => ({ ...one, bytes: wrong(one.bytes) }));
  expect(file).toBeDefined();
  writeTheList({ files });
  expect(await restore()).toMatch(REFUSED);
  writeTheList({ head: { ...made.list.head, bytes: wrong(made.list.head.bytes) } });
  expect(await restore()).toMatch(REFUSED);
  writeTheList({});
  await writeHead((entries) => {
    const contents = JSON.parse(
      entries.find(({ name }) => name === CONTENTS)?.bytes.toString() ?? '{}',
    ) as { files: [string, number][] };
    return withContents(contents.files.map(([name, size]) => [name, wrong(size)]))(entries);
  });
  expect(await restore()).toMatch(REFUSED);
});

const replace = (file: string, make: (file: string) => void) => {
  rmSync(file, { recursive: true });
  make(file);
};

test.each([
  ['a device without end', (file: string) => symlinkSync('/dev/zero', file)],
  ['a pipe that nobody writes to', (file: string) => void execFileSync('mkfifo', [file])],
  ['a link to itself', (file: string) => symlinkSync(file, file)],
  ['a folder', (file: string) => void mkdirSync(file)],
  ['a link to a file of the machine', (file: string) => symlinkSync('/etc/passwd', file)],
])('%s in place of the list, of the rows or of a picture is refused', async (_, make) => {
  const picture = path.join(made.folder, made.list.files[0]?.name ?? '');
  for (const file of [picture, headFile(), listFile()]) {
    replace(file, make);
    const said = await restore();
    expect(said).toMatch(/cannot be restored: .+\.$|^There is no whole copy/);
    expect(said).not.toContain('root');
  }
});

test('a list or rows under the mark of another key are refused, whatever they are called', async () => {
  const other = await keyOfWords(await newKeyWords());
  writeTheList({}, other);
  expect(await restore()).toMatch(/the list of the copy was changed/);
  writeTheList({});
  await writeHead((entries) => entries, other);
  expect(await restore()).toMatch(/can’t be decrypted/);
});
