/** A backup written by an earlier version (see tests/fixtures/README.md) is restored into a shop of this version. */
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Medium } from '#core/contract/media/media.ts';
import {
  documentOf,
  searchedColumns,
  searchedValues,
} from '#core/server/catalogue/search/search-document.ts';
import { restoreBackup } from '#features/backup/server/restore.service.ts';
import { openArchive } from '#platform/backup/archive-check.ts';
import { migrationNames } from '#platform/db/migrate.ts';
import { diskStore } from '#platform/storage/disk.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { allRows, backUp, newFolder, restore, unpack } from '#tests/support/backups.ts';
import { onDatabases, type TestDatabase } from '#tests/support/databases.ts';
import { auditBooks } from '#tests/support/orders.ts';
import { namesIn } from '#tests/support/stores.ts';

const fixture = (name: string) => path.join(import.meta.dirname, '../../../tests/fixtures', name);
const FIXTURE = fixture('backup-1.0.0.tar');
const PASSWORD = 'own-rock-solid-password';

type Row = Record<string, unknown>;
const rowsOf = (entries: Map<string, Buffer>, table: string): Row[] =>
  String(entries.get(`rows/${table}.jsonl`) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** Series of numbers that came after 1.0.0. */
const isNew = (table: string, row: Row) => table === 'number_series' && row.name !== 'invoices';

/** Search documents are rebuilt, so they must be what this version makes of each row. */
const withDocument = (table: string, row: Row, documents: ReadonlyMap<number, string>): Row =>
  table === 'specimens' ? { ...row, search_text: documents.get(Number(row.id)) } : row;

onDatabases(['sqlite', 'postgres'], (makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let media: string;
  beforeAll(async () => {
    database = await makeDatabase();
    media = path.join(newFolder(), 'media');
    await restore(FIXTURE, database, media);
    shop = await makeApp(database, { mediaStore: diskStore(media) });
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });
  const visitor = () => shop.visitor();

  test('every row and file of it is restored', async () => {
    const before = await unpack(FIXTURE);
    const after = await unpack(await backUp(database, media));
    const manifest = JSON.parse(String(before.get('manifest.json')));
    const specimens = await database.db
      .selectFrom('specimens')
      .select(['id', ...searchedColumns])
      .execute();
    const documents = new Map(specimens.map((row) => [row.id, documentOf(searchedValues(row))]));
    for (const { id, search_text: old } of rowsOf(before, 'specimens'))
      expect(documents.get(Number(id))?.split(/\s/), 'all that was found before').toEqual(
        expect.arrayContaining(String(old).split(/\s/)),
      );
    for (const table of Object.keys(manifest.tables)) {
      const rows = rowsOf(before, table).map((row) =>
        expect.objectContaining(withDocument(table, row, documents)),
      );
      const restored = rowsOf(after, table).filter((row) => !isNew(table, row));
      expect(restored, table).toEqual(rows);
    }
    expect(JSON.parse(String(after.get('manifest.json')))).toMatchObject({
      counters: manifest.counters,
      migrations: migrationNames(),
      files: manifest.files,
      missing: [],
    });
    for (const [name, content] of before)
      if (name.startsWith('media/')) expect(after.get(name)?.equals(content), name).toBe(true);
    expect(await auditBooks(database.db)).toEqual([]);
  });

  test('one from before 1.0.0 is refused in words, and nothing of it is written', async () => {
    const empty = await makeDatabase();
    const [before, folder] = [await allRows(empty.db), newFolder()];
    await expect(restore(fixture('backup-2026-11-21.tar'), empty, folder)).rejects.toThrow(
      'before 1.0.0. Install 1.0.0 first, restore the backup there, start it once, then upgrade.',
    );
    expect(await allRows(empty.db)).toEqual(before);
    expect(await namesIn(diskStore(folder))).toEqual([]);
    await empty.close();
  });

  test('if a file cannot be stored, nothing is', async () => {
    const empty = await makeDatabase();
    const store = diskStore(path.join(newFolder(), 'media'));
    const [before, removed] = [await allRows(empty.db), [] as string[]];
    let remaining = 10;
    const failing: MediaStore = {
      ...store,
      async putFile(name, localPath) {
        remaining -= 1;
        if (remaining < 0) throw new Error('The disk is full');
        return store.putFile(name, localPath);
      },
      remove: async (name) => {
        removed.push(name);
        await store.remove(name);
      },
    };
    const { db, dialect } = empty;
    await expect(
      restoreBackup(
        { db, dialect, config: { dataDir: newFolder() }, mediaStore: failing },
        await openArchive(FIXTURE),
      ),
    ).rejects.toThrow('The disk is full');
    expect(removed).toHaveLength(10);
    expect(await namesIn(store)).toEqual([]);
    expect(await allRows(empty.db)).toEqual(before);
    await empty.close();
  });

  test('its pictures and its video are served', async () => {
    const specimens = (await visitor().get('/api/specimens')).json();
    expect(specimens.map(({ title }: { title: string }) => title)).toEqual([
      'Pyrite',
      'Opal, turning',
      'Rauchquarz „Göscheneralp“',
    ]);
    const found: Medium[] = [];
    for (const { id } of specimens) {
      const { main, additional } = (await visitor().get(`/api/specimens/${id}`)).json();
      found.push(main, ...additional);
    }
    const urls = found.flatMap((medium) =>
      medium.kind === 'picture'
        ? [`/media/${medium.id}-full.jpg`, `/media/${medium.id}-full.avif`]
        : [medium.url, `/media/${medium.poster.id}-full.jpg`],
    );
    const { logo } = (await visitor().get('/api/settings/general')).json();
    urls.push(`/media/${logo.id}-full.jpg`);
    expect(urls).toHaveLength(9);
    for (const url of urls) {
      const response = await visitor().get(url);
      expect([url, response.statusCode, response.rawPayload.length > 100]).toEqual([
        url,
        200,
        true,
      ]);
    }
    const opal = found.find((medium) => medium.kind === 'film');
    expect(opal).toMatchObject({
      width: 48,
      height: 64,
      type: 'video/mp4; codecs="avc1.42c00a, mp4a.40.2"',
      poster: { width: 64 },
    });
  });

  test('its admin logs in with the password of the backup, and with no other', async () => {
    const logIn = (password: string) =>
      visitor().post('/api/auth/login', { username: 'admin', password });
    expect((await logIn(PASSWORD)).statusCode).toBe(200);
    expect((await logIn('first-password-1')).statusCode).toBe(401);
  });

  test('its settings apply, and a search finds its specimens', async () => {
    expect((await visitor().get('/api/settings/general')).json()).toMatchObject({
      siteTitle: 'Kristallkeller',
      timeZone: 'Europe/Zurich',
      siteTagline: 'Gems and Minerals',
    });
    const found = (await visitor().get('/api/specimens?search=goschenen')).json();
    expect(found.map(({ id }: { id: number }) => id)).toEqual([1]);
  });

  describe('its orders', () => {
    test('are shown by their secret links only', async () => {
      const orders = await database.db
        .selectFrom('orders')
        .select(['id', 'status', 'access_key'])
        .orderBy('id')
        .execute();
      expect(orders.map(({ status }) => status)).toEqual(['pending', 'paid', 'cancelled']);
      for (const { id, status, access_key } of orders) {
        expect((await visitor().get(`/api/orders/${id}?key=${access_key}`)).json()).toMatchObject({
          status,
          customerName: 'Ünal Käufer',
        });
        expect((await visitor().get(`/api/orders/${id}`)).statusCode).toBe(404);
      }
    });

    test('keep their holds: the last piece of a specimen can be ordered, a sold one cannot', async () => {
      const buyer = {
        customerName: 'Ada Buyer',
        customerEmail: 'ada@buyer.example',
        customerAddress: '1 Quarry Road, Butte',
      };
      const order = (specimenId: number) =>
        visitor().post('/api/orders', {
          ...buyer,
          items: [{ specimenId, quantity: 1 }],
          totalAmount: '99999.00',
        });
      const statuses = [];
      for (const id of [1, 1, 3]) statuses.push((await order(id)).statusCode);
      expect(statuses).toEqual([201, 409, 409]);
    });
  });
});
