import { randomBytes, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { Picture } from '#core/contract/media/media.ts';
import { addMedia } from '#core/server/media/files/media.service.ts';
import { newMediaId } from '#core/server/media/files/media-files.service.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { directBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { namesIn } from '#tests/support/stores.ts';
import { filePart, formOf, smallJpeg } from '#tests/support/uploads.ts';
import { cleanUpMedia } from './media-cleanup.service.ts';

/** A medium whose files have its id in their names. */
function newName() {
  const id = newMediaId();
  return { id, stem: id, contentHash: id };
}

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let dataDir: string;

  beforeAll(async () => {
    // The clock of this test runs ahead: without a folder of its own it would remove what other tests are writing.
    vi.stubEnv('TMPDIR', mkdtempSync(path.join(inject('runFolder'), 'tmp-')));
    database = await makeDatabase();
    dataDir = mkdtempSync(path.join(inject('runFolder'), 'cleanup-'));
    // On disk, because the test sets the files' times.
    shop = await makeApp(database, {
      mediaStore: diskStore(path.join(dataDir, 'media')),
      config: { dataDir },
    });
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
    vi.unstubAllEnvs();
  });
  beforeEach(async () => {
    admin = await shop.admin();
  });

  const upload = async (bytes: Uint8Array): Promise<Picture> => {
    const response = await admin.request({
      method: 'POST',
      url: '/api/media',
      ...formOf([filePart('image', bytes)]),
    });
    expect(response.statusCode, response.body).toBe(201);
    return response.json();
  };
  const isStored = async ({ id }: { id: string }) => {
    const row = await database.db
      .selectFrom('media')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    const files = (await namesIn(shop.ctx.mediaStore)).filter((name) => name.includes(id));
    expect(files.length > 0).toBe(row !== undefined);
    return row !== undefined;
  };
  const cleanUpAll = () => cleanUpMedia(shop.ctx, { files: true });

  test('an original that is uploaded again during a cleanup is complete afterwards', async () => {
    const bytes = await smallJpeg();
    await upload(bytes);
    await database.db
      .updateTable('media')
      .set({ created_at: '2026-01-01T00:00:00.000Z' })
      .execute();
    const [again] = await Promise.all([upload(bytes), cleanUpAll(), cleanUpAll()]);
    expect(await isStored(again)).toBe(true);
    const files = (await namesIn(shop.ctx.mediaStore)).filter((name) => name.includes(again.id));
    expect(files).toHaveLength(4);
    await cleanUpAll();
    expect(await isStored(again)).toBe(true);
  });

  test('a picture that nothing refers to is removed after a day, with its files', async () => {
    const picture = await upload(await smallJpeg());
    await cleanUpAll();
    expect(await isStored(picture)).toBe(true);
    shop.clock.forward({ hours: 25 });
    await cleanUpAll();
    expect(await isStored(picture)).toBe(false);
  });

  test('media that a specimen, a setting, a video or an order refers to are never removed', async () => {
    const [background, poster, ordered] = [
      await upload(await smallJpeg()),
      await upload(await smallJpeg()),
      await upload(await smallJpeg()),
    ];
    const later = await shop.admin();
    const hero = (await later.get('/api/settings/hero')).json();
    expect(
      (await later.put('/api/settings/hero', { ...hero, background: { ...background } }))
        .statusCode,
    ).toBe(200);
    const [specimen = 0] = await addSpecimens(shop.ctx, [{}]);
    const video = {
      ...newName(),
      width: 10,
      height: 10,
      posterId: poster.id,
      type: 'video/mp4',
      original: null,
    };
    const file = `${video.id}.mp4`;
    await shop.ctx.mediaStore.put(file, Buffer.from('film'));
    await inTransaction(database.db, (tx) =>
      addMedia(tx, { pictures: [], videos: [{ ...video, file }] }, shop.clock.now().toISOString()),
    );
    await database.db
      .insertInto('specimen_media')
      .values({ specimen_id: specimen, position: 1, media_id: video.id, alt: '', light: null })
      .execute();
    const response = await shop.visitor().post('/api/orders', directBody(specimen));
    expect(response.statusCode, response.body).toBe(201);
    await database.db.updateTable('order_lines').set({ media_id: ordered.id }).execute();

    shop.clock.forward({ days: 30 });
    await cleanUpAll();
    for (const medium of [background, poster, video, ordered])
      expect(await isStored(medium)).toBe(true);

    await database.db.deleteFrom('order_lines').execute();
    await database.db.deleteFrom('specimen_media').where('media_id', '=', video.id).execute();
    await cleanUpAll();
    expect(await isStored(video)).toBe(false);
    expect(await isStored(ordered)).toBe(false);
    // A poster can be removed only after its video.
    await cleanUpAll();
    expect(await isStored(poster)).toBe(false);
    expect(await isStored(background)).toBe(true);
  });

  test('files without a row are removed after a day; those of unfinished pictures stay', async () => {
    const store = shop.ctx.mediaStore;
    const half = randomBytes(16).toString('hex');
    const orphan = randomBytes(16).toString('hex');
    for (const name of [
      `${orphan}-320.jpg`,
      `private/${orphan}.jpg`,
      `${half}-320.jpg`,
      `${half}-960.avif`,
    ])
      await store.put(name, Buffer.from('x'));
    await store.put('elsewhere.txt', Buffer.from('not ours'));
    const picture = {
      id: newMediaId(),
      stem: half,
      contentHash: half,
      width: 2000,
      height: 2000,
      widths: [320],
      placeholder: '',
      complete: false,
      original: 'jpg',
    };
    await inTransaction(database.db, (tx) =>
      addMedia(tx, { pictures: [picture], videos: [] }, shop.clock.now().toISOString()),
    );
    const age = async (hours: number) => {
      const time = shop.clock.now().getTime() / 1000 - hours * 3600;
      for (const name of await namesIn(store))
        utimesSync(path.join(dataDir, 'media', name), time, time);
    };
    await age(23);
    await cleanUpAll();
    expect(await namesIn(store)).toContain(`${orphan}-320.jpg`);
    await age(25);
    await cleanUpAll();
    const names = await namesIn(store);
    expect(names.filter((name) => name.includes(orphan))).toEqual([]);
    expect(names).toEqual(
      expect.arrayContaining([`${half}-320.jpg`, `${half}-960.avif`, 'elsewhere.txt']),
    );
  });

  describe('a leftover of an interrupted upload', () => {
    test('is removed from every folder after a day', async () => {
      const [uploads, media] = [path.join(dataDir, 'uploads'), path.join(dataDir, 'media')];
      const leftovers = [
        path.join(uploads, 'old'),
        ...['restore', 'import'].map((name) =>
          path.join(tmpdir(), `druse-${name}-${randomUUID()}`),
        ),
      ];
      for (const folder of leftovers) mkdirSync(folder, { recursive: true });
      const part = path.join(media, '.01234567-89ab-cdef-0123-456789abcdef.part');
      writeFileSync(part, 'half');
      const young = path.join(uploads, 'young');
      mkdirSync(young);
      const now = shop.clock.now().getTime() / 1000;
      utimesSync(young, now, now);
      for (const file of [...leftovers, part]) utimesSync(file, now - 25 * 3600, now - 25 * 3600);
      await cleanUpAll();
      expect(readdirSync(uploads)).toEqual(['young']);
      expect(readdirSync(media)).not.toContain(path.basename(part));
      expect(leftovers.filter((folder) => existsSync(folder))).toEqual([]);
    });
  });
});
