import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Picture } from '#core/contract/media/media.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import type { TestDatabase } from '#tests/support/databases.ts';
import { onEveryPair } from '#tests/support/stores.ts';
import { filePart, formOf, smallPicture } from '#tests/support/uploads.ts';
import { runDueJobs } from './media-worker.service.ts';

const WIDE = [320, 640, 960, 1440, 2048, 3072];

onEveryPair((makeDatabase, makeStore) => {
  let database: TestDatabase;
  let mediaStore: MediaStore;
  let shop: TestApp;
  let admin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    mediaStore = makeStore();
    shop = await makeApp(database, {
      mediaStore,
      config: { dataDir: mkdtempSync(path.join(inject('runFolder'), 'wide-')) },
    });
    admin = await shop.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const upload = async (width = 3200): Promise<Picture> => {
    const bytes = await smallPicture(width, 200).png().toBuffer();
    return (
      await admin.request({
        method: 'POST',
        url: '/api/media',
        ...formOf([filePart('image', bytes)]),
      })
    ).json();
  };
  const showInHero = async (background: Picture) => {
    const response = await admin.put('/api/settings/hero', { background });
    expect(response.statusCode, response.body).toBe(200);
  };
  const runJobs = (ctx = shop.ctx) => runDueJobs(ctx, 'renditions', new AbortController().signal);
  const jobs = () => database.db.selectFrom('media_jobs').select(['media_id', 'kind']).execute();
  const widthsOf = async ({ id }: Picture) =>
    (
      await database.db
        .selectFrom('media')
        .select('widths')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).widths;

  test('the picture of the hero alone gets a rendition for a whole window, by a job', async () => {
    const [picture, other] = [await upload(), await upload()];
    await runJobs();
    expect(await widthsOf(picture)).toEqual(WIDE.slice(0, -1));
    await showInHero(picture);
    expect(await jobs()).toEqual([{ media_id: picture.id, kind: 'renditions' }]);
    await runJobs();
    expect(await widthsOf(picture)).toEqual(WIDE);
    expect(await widthsOf(other)).toEqual(WIDE.slice(0, -1));
    for (const format of ['avif', 'jpg']) {
      const response = await shop.visitor().get(`/media/${picture.id}-3072.${format}`);
      expect((await sharp(response.rawPayload).metadata()).width).toBe(3072);
    }
    await showInHero(picture);
    expect(await jobs(), 'saved again, nothing is to be done').toEqual([]);
  });

  test('it is never stretched: a narrower one has all of its own pixels, or what it had', async () => {
    const [narrower, small] = [await upload(2200), await upload(2000)];
    for (const picture of [narrower, small]) await showInHero(picture);
    await runJobs();
    expect(await widthsOf(narrower)).toEqual([320, 640, 960, 1440, 2048, 2200]);
    expect(await widthsOf(small)).toEqual([320, 640, 960, 1440]);
  });

  test('it gets it too where it is chosen while its first renditions are still being made', async () => {
    const picture = await upload();
    const has = async (name: string) => {
      if (name.includes('-960')) await showInHero(picture);
      return mediaStore.has(name);
    };
    await runJobs({ ...shop.ctx, mediaStore: { ...mediaStore, has } });
    await runJobs();
    expect(await widthsOf(picture)).toEqual(WIDE);
    expect(await jobs()).toEqual([]);
  });
});
