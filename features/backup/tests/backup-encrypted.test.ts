/** Encrypted backups: what they hide, who can open them, and that nothing changes where they cannot be opened. */
import {
  createReadStream,
  existsSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { beforeAll, describe, expect, test } from 'vitest';
import { restoreBackup } from '#features/backup/server/restore.service.ts';
import { openArchive } from '#platform/backup/archive-check.ts';
import { encryptArchive, openContent } from '#platform/backup/encryption.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { makeApp } from '#tests/support/app.ts';
import { allFiles, allRows, backUp, newFolder, storeBytes } from '#tests/support/backups.ts';
import { makeSqlite, onEveryDatabase } from '#tests/support/databases.ts';
import { runShop } from '#tests/support/shop-process.ts';
import { addSpecimens, addVideo } from '#tests/support/specimens.ts';
import { isThorough, onFirstEngine } from '#tests/support/thorough.ts';

const PASSPHRASE = 'five random words – überall';
const WRONG =
  /it is encrypted, and the passphrase is wrong, or the beginning of the file is damaged\.$/;
const DAMAGED = /it is damaged or incomplete: it cannot be decrypted to its end\.$/;

let folder: string;
let media: string;
let plain: string;
/** The backup as the shop encrypts it. */
let encrypted: Buffer;
let announcedBytes: number;
/** How often the event loop turned while the key was derived. */
let turns = 0;
let rows: Record<string, unknown[]>;
/** The same, encrypted by the library for a tenth of the work, because each attempt to open it costs that work again. */
let cheap: Buffer;

beforeAll(async () => {
  folder = newFolder();
  media = path.join(folder, 'media');
  const database = await makeSqlite();
  const { app, ctx } = await makeApp(database, { mediaStore: diskStore(media) });
  await addSpecimens(ctx, [{ title: 'Quartz' }]);
  for (let n = 0; n < 2; n++)
    await diskStore(media).put(`${await addVideo(ctx)}.mp4`, Buffer.alloc(150_000, n));
  await storeBytes(media, ['0123456789abcdef.jpg']);
  rows = await allRows(database.db);
  plain = await backUp(database, media);
  const turning = setInterval(() => (turns += 1), 1);
  const { bytes, content } = await encryptArchive(
    { bytes: statSync(plain).size, read: () => createReadStream(plain) },
    PASSPHRASE,
  );
  clearInterval(turning);
  announcedBytes = bytes;
  encrypted = await buffer(content);
  const encrypter = new Encrypter();
  encrypter.setPassphrase(PASSPHRASE);
  encrypter.setScryptWorkFactor(10);
  cheap = Buffer.from(await encrypter.encrypt(readFileSync(plain)));
  await app.close();
  await database.close();
});

const fileWith = (content: Uint8Array): string => {
  const file = path.join(newFolder(), 'shop.tar.age');
  writeFileSync(file, content);
  return file;
};

const open = (file: string, passphrase = PASSPHRASE) => openArchive(file, async () => passphrase);

test('the encrypted file is the plain archive under the passphrase, and of the size that was announced', async () => {
  expect(encrypted.length).toBe(announcedBytes);
  expect(encrypted.includes('Quartz')).toBe(false);
  expect(encrypted.includes('manifest')).toBe(false);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(PASSPHRASE);
  expect(readFileSync(plain).equals(await decrypter.decrypt(encrypted))).toBe(true);
});

test('the shop goes on serving while the key is derived from the passphrase', () => {
  expect(turns).toBeGreaterThan(10);
});

test.runIf(isThorough)('a file that age itself encrypted is opened', async () => {
  const content = await openContent(
    path.join(import.meta.dirname, '../../../tests/fixtures/by-age.txt.age'),
    async () => 'written by age itself',
  );
  expect(await text(content())).toBe('Encrypted by age 1.1.1.\n');
});

test('only an encrypted file asks for a passphrase', async () => {
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return PASSPHRASE;
  };
  expect((await openArchive(plain, ask)).manifest).toEqual((await open(fileWith(cheap))).manifest);
  expect(asked).toBe(0);
  await openArchive(fileWith(cheap), ask);
  expect(asked).toBe(1);
  await expect(openArchive(fileWith(cheap))).rejects.toThrow(
    'it is encrypted, and no passphrase was given.',
  );
});

test('a file that was encrypted for a key is refused with the way out', async () => {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(await generateX25519Identity()));
  const file = fileWith(await encrypter.encrypt(readFileSync(plain)));
  await expect(open(file)).rejects.toThrow(
    'it is encrypted, but not with a passphrase: decrypt it with age first.',
  );
});

test('an encrypted file that is no backup is refused', async () => {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(PASSPHRASE);
  encrypter.setScryptWorkFactor(10);
  await expect(open(fileWith(await encrypter.encrypt('Dear Sir or Madam')))).rejects.toThrow(
    'it is incomplete: the end is missing.',
  );
  await expect(
    open(fileWith(await encrypter.encrypt('Dear Sir or Madam, '.repeat(200)))),
  ).rejects.toThrow('not a backup of this shop.');
});

/** Bytes of a chunk of age's format, with its proof. */
const CHUNK = 64 * 1024 + 16;
const payloadStart = () => cheap.indexOf('\n', cheap.indexOf('\n---') + 1) + 1;

describe('a damaged file is refused', () => {
  const flipped = (offset: number) => {
    const copy = Buffer.from(cheap);
    copy[offset] = (copy[offset] ?? 0) ^ 1;
    return copy;
  };

  test('where a byte of its header has changed', async () => {
    // The salt, the work factor, the locked key, the header's own proof.
    const lines = [...cheap.subarray(0, payloadStart()).toString('latin1').matchAll(/\n/g)].map(
      ({ index }) => index,
    );
    for (const end of lines.slice(1))
      await expect(open(fileWith(flipped(end - 1))), String(end)).rejects.toThrow(WRONG);
    await expect(open(fileWith(flipped((lines[0] ?? 0) + 12)))).rejects.toThrow(WRONG);
  });

  test('where a byte of its content has changed', async () => {
    const start = payloadStart();
    const offsets = [
      start,
      start + 15,
      start + 16,
      start + 16 + CHUNK - 1,
      start + 16 + CHUNK,
      cheap.length - 17,
      cheap.length - 1,
    ];
    for (const offset of offsets)
      await expect(open(fileWith(flipped(offset))), String(offset)).rejects.toThrow(DAMAGED);
  });

  test('where it ends early, also between two chunks, or goes on', async () => {
    const start = payloadStart();
    const lengths = [
      start,
      start + 15,
      start + 16,
      start + 17,
      start + 16 + CHUNK,
      start + 16 + 2 * CHUNK,
      cheap.length - 1,
    ];
    for (const length of lengths)
      await expect(open(fileWith(cheap.subarray(0, length))), String(length)).rejects.toThrow(
        DAMAGED,
      );
    await expect(open(fileWith(cheap.subarray(0, start - 5)))).rejects.toThrow(WRONG);
    await expect(open(fileWith(Buffer.concat([cheap, Buffer.alloc(1)])))).rejects.toThrow(DAMAGED);
  });
});

onEveryDatabase((makeDatabase, engine) => {
  onFirstEngine(engine)(
    'a wrong passphrase and a damaged file change nothing, and the right passphrase restores every row and file',
    async () => {
      const database = await makeDatabase();
      const { app } = await makeApp(database, { config: { adminPassword: null } });
      const target = path.join(newFolder(), 'media');
      const restore = async (file: string, passphrase: string) =>
        restoreBackup(
          { ...database, config: { dataDir: newFolder() }, mediaStore: diskStore(target) },
          await open(file, passphrase),
        );
      const before = await allRows(database.db);

      await expect(restore(fileWith(cheap), 'five random words')).rejects.toThrow(WRONG);
      await expect(restore(fileWith(cheap.subarray(0, -100)), PASSPHRASE)).rejects.toThrow(DAMAGED);
      // Also one that is damaged after it was checked, behind its rows and its first video.
      const late = fileWith(cheap);
      const checked = await open(late);
      truncateSync(late, cheap.length - 100_000);
      await expect(
        restoreBackup(
          { ...database, config: { dataDir: newFolder() }, mediaStore: diskStore(target) },
          checked,
        ),
      ).rejects.toThrow('cannot be decrypted to its end');
      expect(await allRows(database.db)).toEqual(before);
      expect(existsSync(target) ? allFiles(target) : []).toEqual([]);

      await restore(fileWith(cheap), PASSPHRASE);
      const { mails, ...restored } = await allRows(database.db);
      const { mails: _, ...backedUp } = rows;
      expect(restored).toEqual(backedUp);
      expect(allFiles(target)).toEqual(
        allFiles(media).filter((line) => !line.startsWith('0123456789abcdef')),
      );
      await app.close();
      await database.close();
    },
  );
});

describe.runIf(isThorough)('on the command line', () => {
  const run = async (environment: Record<string, string>, ...script: string[]) => {
    const shop = runShop({ DATABASE_URL: '', ...environment }, script);
    return { code: await shop.ended, text: shop.printed() };
  };

  test('--encrypt takes the passphrase from BACKUP_PASSPHRASE, and restore needs it', async () => {
    const DATA_DIR = path.join(newFolder(), 'data');
    const file = path.join(newFolder(), 'again.tar.age');
    const source = fileWith(cheap);

    expect(await run({ DATA_DIR }, 'scripts/restore.ts', source)).toEqual({
      code: 1,
      text: `${source} cannot be restored: it is encrypted: set BACKUP_PASSPHRASE, or run this command at a terminal.\n`,
    });
    const wrong = await run(
      { DATA_DIR, BACKUP_PASSPHRASE: 'five random words' },
      'scripts/restore.ts',
      source,
    );
    expect([wrong.code, wrong.text.trimEnd()]).toEqual([1, expect.stringMatching(WRONG)]);
    expect(existsSync(DATA_DIR)).toBe(false);
    const right = await run(
      { DATA_DIR, BACKUP_PASSPHRASE: PASSPHRASE },
      'scripts/restore.ts',
      source,
    );
    expect([right.code, right.text]).toEqual([
      0,
      expect.stringContaining('1 specimens, 0 orders, 2 media files'),
    ]);

    expect(await run({ DATA_DIR }, 'scripts/backup.ts', '--encrypt', file)).toEqual({
      code: 1,
      text: 'A passphrase is needed: set BACKUP_PASSPHRASE, or run this command at a terminal.\n',
    });
    expect(
      await run(
        { DATA_DIR, BACKUP_PASSPHRASE: 'too short' },
        'scripts/backup.ts',
        '--encrypt',
        file,
      ),
    ).toEqual({
      code: 1,
      text: 'Please choose a passphrase of at least 12 characters.\n',
    });
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
    await run({ DATA_DIR, BACKUP_PASSPHRASE: PASSPHRASE }, 'scripts/backup.ts', file, '--encrypt');
    expect((await open(file)).manifest).toMatchObject({ tables: { specimens: 1 }, files: 2 });
    // The variable alone encrypts nothing.
    const unencrypted = path.join(newFolder(), 'plain.tar');
    await run({ DATA_DIR, BACKUP_PASSPHRASE: PASSPHRASE }, 'scripts/backup.ts', unencrypted);
    expect((await openArchive(unencrypted)).manifest).toMatchObject({ files: 2 });
  });
});
