import { mkdtempSync, readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { colourNames } from '#core/contract/catalogue/stone-colours.ts';
import type { Picture } from '#core/contract/media/media.ts';
import { boundsOf, cornersOf } from '#core/contract/media/outline.ts';
import { readConfig } from '#core/server/config.ts';
import { addMedia } from '#core/server/media/files/media.service.ts';
import { filesOfMedium } from '#core/server/media/files/media-files.service.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { decodePicture, encode } from '#platform/images/images.ts';
import { diskStore } from '#platform/storage/disk.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import { MediaStoreUnavailable } from '#platform/storage/unavailable.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';
import { disc, photographed } from '#tests/support/drawn-stones.ts';
import { namesIn, onEveryPair } from '#tests/support/stores.ts';
import { isThorough, onFirstEngine } from '#tests/support/thorough.ts';
import { filePart, formOf, smallPicture } from '#tests/support/uploads.ts';
import { insertJobs } from './media-jobs.queries.ts';
import { runDueJobs } from './media-worker.service.ts';

const { signal } = new AbortController();
const SIZES = [
  '320.avif',
  '320.jpg',
  '640.avif',
  '640.jpg',
  '960.avif',
  '960.jpg',
  'full.avif',
  'full.jpg',
  'preview.jpg',
];

onEveryPair((makeDatabase, makeStore, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  let database: TestDatabase;
  let mediaStore: MediaStore;
  let shop: TestApp;
  let admin: Browser;
  let dataDir: string;

  beforeAll(async () => {
    database = await makeDatabase();
    mediaStore = makeStore();
    dataDir = mkdtempSync(path.join(inject('runFolder'), 'worker-'));
    shop = await makeApp(database, { mediaStore, config: { dataDir } });
    admin = await shop.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });
  beforeEach(async () => {
    await database.db.deleteFrom('media_jobs').execute();
  });

  const upload = async (): Promise<Picture> => {
    const bytes = await smallPicture(1000, 600).png().toBuffer();
    const response = await admin.request({
      method: 'POST',
      url: '/api/media',
      ...formOf([filePart('image', bytes)]),
    });
    expect(response.statusCode, response.body).toBe(201);
    return response.json();
  };
  const now = () => shop.clock.now().toISOString();
  const runJobs = (ctx = shop.ctx) => runDueJobs(ctx, 'renditions', signal);
  const row = ({ id }: Picture) =>
    database.db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const jobs = () => database.db.selectFrom('media_jobs').selectAll().execute();
  const filesOf = async ({ id }: Picture) =>
    (await namesIn(mediaStore)).filter((name) => name.startsWith(id)).map((name) => name.slice(33));

  test('an upload makes the first renditions; the worker makes the rest and invalidates cached responses', async () => {
    const picture = await upload();
    expect(picture).toMatchObject({
      width: 1000,
      height: 600,
      widths: [320, 640],
      complete: false,
    });
    expect(await filesOf(picture)).toEqual(SIZES.slice(0, 4));
    expect(await jobs()).toMatchObject([
      { media_id: picture.id, kind: 'renditions', attempts: 0, claimed_at: null },
    ]);
    const drops = shop.drops();
    await runJobs();
    expect(await row(picture)).toMatchObject({
      widths: [320, 640, 960],
      complete: true,
      original: 'png',
    });
    expect(await filesOf(picture)).toEqual(SIZES);
    expect(await jobs()).toEqual([]);
    expect(shop.drops()).toBe(drops + 1);
    expect(readdirSync(path.join(dataDir, 'uploads'))).toEqual([]);
    const preview = await sharp(
      (await admin.get(`/media/${picture.id}-preview.jpg`)).rawPayload,
    ).metadata();
    expect([preview.width, preview.height]).toEqual([1200, 630]);
    const full = await sharp(
      (await admin.get(`/media/${picture.id}-full.avif`)).rawPayload,
    ).metadata();
    expect([full.width, full.height]).toEqual([1000, 600]);
  });

  onTheOtherToo(
    'the colors of a stone are found with the upload, and by the worker for an earlier picture',
    async () => {
      const picture = await upload();
      const { colours } = await row(picture);
      expect(colourNames(colours)).toEqual(['violet']);
      await database.db
        .updateTable('media')
        .set({ colours: JSON.stringify([]) })
        .where('id', '=', picture.id)
        .execute();
      const queue = () =>
        inTransaction(database.db, (tx) =>
          insertJobs(tx, [{ media_id: picture.id, kind: 'colours' }], now()),
        );
      await queue();
      const drops = shop.drops();
      await runDueJobs(shop.ctx, 'colours', signal);
      expect(colourNames((await row(picture)).colours)).toEqual(['violet']);
      expect(await jobs()).toMatchObject([{ media_id: picture.id, kind: 'renditions' }]);
      expect(shop.drops()).toBe(drops + 1);

      await queue();
      await runDueJobs(
        { ...shop.ctx, mediaStore: { ...mediaStore, open: async () => null } },
        'colours',
        signal,
      );
      expect(await jobs()).toContainEqual(
        expect.objectContaining({
          kind: 'colours',
          attempts: 1,
          last_error: expect.stringContaining('not in the store'),
        }),
      );
      shop.log.length = 0;
    },
  );

  test.runIf(isThorough)(
    'the outline of a stone is found with the upload, and by the worker for an earlier picture',
    async () => {
      const bytes = await photographed('#fafafa', disc('#b01828'));
      const response = await admin.request({
        method: 'POST',
        url: '/api/media',
        ...formOf([filePart('image', bytes)]),
      });
      const picture = response.json<Picture>();
      const around = async () => boundsOf(cornersOf((await row(picture)).outline ?? ''));
      const found = await around();
      expect(found.width).toBeGreaterThan(400);
      await database.db
        .updateTable('media')
        .set({ outline: null })
        .where('id', '=', picture.id)
        .execute();
      await inTransaction(database.db, (tx) =>
        insertJobs(tx, [{ media_id: picture.id, kind: 'colours' }], now()),
      );
      await runDueJobs(shop.ctx, 'colours', signal);
      const again = await around();
      expect(Math.abs(again.width - found.width), 'from a smaller rendition').toBeLessThan(15);
    },
  );

  test('several processes share the jobs, and each is done by one', async () => {
    const pictures = [await upload(), await upload(), await upload()];
    const drops = shop.drops();
    await Promise.all([runJobs(), runJobs(), runJobs()]);
    for (const picture of pictures) expect(await row(picture)).toMatchObject({ complete: true });
    expect(await jobs()).toEqual([]);
    expect(shop.drops()).toBe(drops + pictures.length);
  });

  test('a job of a killed process is taken over once its claim has lapsed', async () => {
    const picture = await upload();
    const claimed_at = shop.clock.now().toISOString();
    await database.db.updateTable('media_jobs').set({ claimed_at, attempts: 1 }).execute();
    await runJobs();
    expect(await row(picture)).toMatchObject({ complete: false });
    shop.clock.forward({ minutes: 3 });
    await runJobs();
    expect(await row(picture)).toMatchObject({ complete: true });
  });

  onTheOtherToo('a failed job is retried after growing delays', async () => {
    const picture = await upload();
    const original = `private/${picture.id}.png`;
    const bytes = await mediaStore
      .open(original)
      .then((file) => file && new Response(ReadableStream.from(file.read())).bytes());
    await mediaStore.remove(original);
    const delays: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt++) {
      await runJobs();
      const [job] = await jobs();
      expect(job).toMatchObject({
        attempts: attempt,
        claimed_at: null,
        last_error: expect.stringContaining('not in the store'),
      });
      delays.push(Date.parse(job?.due_at ?? '') - shop.clock.now().getTime());
      await runJobs();
      expect(await jobs()).toMatchObject([{ attempts: attempt }]);
      shop.clock.forward({ seconds: (delays.at(-1) ?? 0) / 1000 });
    }
    expect(delays).toEqual([60_000, 300_000, 900_000]);
    await mediaStore.put(original, bytes ?? new Uint8Array());
    await runJobs();
    expect(await row(picture)).toMatchObject({ complete: true });
    shop.log.length = 0;
  });

  onTheOtherToo(
    'a job that keeps failing is given up; the admin sees it and can retry it',
    async () => {
      const bytes = await smallPicture(1000, 600).png().toBuffer();
      const data = JSON.stringify({ title: 'Halite', category: 'Minerals' });
      const parts = [{ name: 'data', value: data }, filePart('image', bytes)];
      const { id, main } = (
        await admin.request({ method: 'POST', url: '/api/specimens', ...formOf(parts) })
      ).json<SpecimenDetail>();
      const away: MediaStore = {
        ...mediaStore,
        open: async () => Promise.reject(new MediaStoreUnavailable('away')),
      };
      const fail = async (times: number, store: MediaStore) => {
        for (let n = 0; n < times; n++) {
          shop.clock.forward({ days: 2 });
          await runJobs({ ...shop.ctx, mediaStore: store });
        }
      };
      await fail(12, away);
      expect(await jobs()).toMatchObject([
        { attempts: 7, last_error: expect.stringContaining('can’t reach its photos') },
      ]);
      const failedJobs = async () => {
        // Logs in again: the clock has moved on by weeks.
        admin = await shop.admin();
        return (await admin.get('/api/media/unmade')).json<unknown>();
      };
      expect(await failedJobs()).toEqual([]);

      const missing: MediaStore = { ...mediaStore, open: async () => null };
      await fail(3, missing);
      expect(await jobs()).toMatchObject([{ media_id: main.id, attempts: 8 }]);
      expect(await failedJobs()).toEqual([
        { kind: 'renditions', specimen: { id, title: 'Halite' } },
      ]);
      expect((await shop.visitor().get('/api/media/unmade')).statusCode).toBe(401);
      expect((await shop.visitor().post('/api/media/unmade/retry')).statusCode).toBe(401);
      expect((await admin.post('/api/media/unmade/retry')).statusCode).toBe(204);
      expect(await failedJobs()).toEqual([]);
      await runJobs();
      expect(await jobs()).toEqual([]);
      shop.log.length = 0;
    },
  );

  onTheOtherToo('a job that kills its process each time is given up too', async () => {
    const picture = await upload();
    await database.db
      .updateTable('media_jobs')
      .set({ attempts: 8, claimed_at: shop.clock.now().toISOString() })
      .execute();
    expect((await admin.get('/api/media/unmade')).json()).toEqual([]);
    shop.clock.forward({ minutes: 3 });
    await runJobs();
    expect(await row(picture)).toMatchObject({ complete: false });
    expect((await admin.get('/api/media/unmade')).json()).toEqual([
      { kind: 'renditions', specimen: null },
    ]);
  });

  onTheOtherToo('a shop that stops releases its running job', async () => {
    const picture = await upload();
    const stopping = new AbortController();
    const running = runDueJobs(
      shop.ctx,
      'renditions',
      stopping.signal,
      () => stopping.signal.aborted,
    );
    await expect
      .poll(async () => (await filesOf(picture)).length, { interval: 5 })
      .toBeGreaterThan(4);
    stopping.abort(new Error('stopping'));
    await running;
    expect(await jobs()).toMatchObject([{ attempts: 0, claimed_at: null, last_error: null }]);
    await runJobs();
    expect(await row(picture)).toMatchObject({ complete: true });
  });

  test.runIf(isThorough)(
    'renditions of a picture without an original are made from its full size',
    async () => {
      const id = 'feed'.repeat(8);
      const picture = { ...(await upload()), id, stem: id, contentHash: id };
      await mediaStore.put(
        `${picture.id}-full.jpg`,
        await smallPicture(1000, 600).jpeg().toBuffer(),
      );
      const before = { ...picture, widths: [320], original: null };
      await inTransaction(database.db, (tx) =>
        addMedia(tx, { pictures: [before], videos: [] }, shop.clock.now().toISOString()),
      );
      expect(filesOfMedium(await row(picture))).toContain(`${picture.id}-full.jpg`);
      await runJobs();
      expect(await row(picture)).toMatchObject({ widths: [320, 640, 960], complete: true });
      expect(await filesOf(picture)).toEqual(SIZES);
    },
  );
});

test.runIf(isThorough)(
  'pictures are compressed as hard as the configuration says, with an upload and afterwards',
  async () => {
    const drawn = await sharp(await photographed('#fafafa', disc('#b01828')))
      .resize(790)
      .png()
      .toBuffer();
    const sizesAt = async (pictureEffort: number) => {
      const database = await makeSqlite();
      const mediaStore = diskStore(mkdtempSync(path.join(inject('runFolder'), 'effort-')));
      const { app, ctx, admin } = await makeApp(database, {
        mediaStore,
        config: { pictureEffort },
      });
      const form = formOf([filePart('image', drawn)]);
      const picture = (
        await (await admin()).request({ method: 'POST', url: '/api/media', ...form })
      ).json<Picture>();
      expect(picture.complete).toBe(false);
      await runDueJobs(ctx, 'renditions', signal);
      const files = ['320.avif', '320.jpg', 'full.avif', 'full.jpg'].map((name) =>
        mediaStore.open(`${picture.id}-${name}`),
      );
      const sizes = (await Promise.all(files)).map((file) => file?.size ?? 0);
      await app.close();
      await database.close();
      return sizes;
    };
    const pixels = await decodePicture(drawn);
    const fullAt = async (effort?: number) =>
      Promise.all(
        (['avif', 'jpg'] as const).map(
          async (format) =>
            (await encode(pixels, { name: '', size: 'full', format }, effort)).length,
        ),
      );
    const [usual, least] = [await sizesAt(readConfig({}).pictureEffort), await sizesAt(0)];
    expect([usual.slice(2), least.slice(2)]).toEqual([await fullAt(), await fullAt(0)]);
    expect(usual[0]).not.toBe(least[0]);
    expect(usual[1]).toBeLessThan(least[1] ?? 0);
    expect(usual[3]).toBeLessThan(least[3] ?? 0);
  },
);
