import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import type { Sharp } from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import type { Light, Picture } from '#core/contract/media/media.ts';
import { runDueJobs } from '#core/server/media/files/jobs/media-worker.service.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { restoredCopyOf } from '#tests/support/backups.ts';
import type { TestDatabase } from '#tests/support/databases.ts';
import { demoPicture, movedAway } from '#tests/support/moved-pictures.ts';
import { onEveryPair, onFirstPair } from '#tests/support/stores.ts';
import { isThorough } from '#tests/support/thorough.ts';
import { filePart, formOf } from '#tests/support/uploads.ts';

const { signal } = new AbortController();
const WIDTH = 480;

(isThorough ? onEveryPair : onFirstPair)((makeDatabase, makeStore) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let specimen: SpecimenDetail;

  const add = async (
    title: string,
    main: Sharp,
    ...others: [Sharp, Light | null][]
  ): Promise<SpecimenDetail> => {
    const data = JSON.stringify({
      title,
      category: 'Minerals',
      lights: others.map(([, light]) => light),
    });
    const files = await Promise.all(
      others.map(async ([picture]) => filePart('images', await picture.png().toBuffer())),
    );
    const form = formOf([
      { name: 'data', value: data },
      filePart('image', await main.png().toBuffer()),
      ...files,
    ]);
    const response = await admin.request({ method: 'POST', url: '/api/specimens', ...form });
    expect(response.statusCode, response.body).toBe(201);
    return response.json();
  };
  const seenBy = async (browser: Browser, id = specimen.id): Promise<Picture[]> => {
    const { main, additional } = (await browser.get(`/api/specimens/${id}`)).json<SpecimenDetail>();
    return [main, ...additional].flatMap((medium) => (medium.kind === 'picture' ? [medium] : []));
  };
  const lit = async (browser: Browser, id = specimen.id) =>
    (await seenBy(browser, id)).find(({ light }) => light === 'long-wave-uv');
  const runJobs = () => runDueJobs(shop.ctx, 'alignment', signal);
  const jobs = () =>
    database.db.selectFrom('media_jobs').selectAll().where('kind', '=', 'alignment').execute();
  const arrange = async (
    change: (
      images: { mediaId: string; alt: string; light: Light | null; asTaken?: boolean }[],
    ) => object,
  ) => {
    const { version } = (await admin.get(`/api/specimens/${specimen.id}`)).json<SpecimenDetail>();
    const images = (await seenBy(admin))
      .slice(1)
      .map(({ id, alt, light }) => ({ mediaId: id, alt, light }));
    const response = await admin.request({
      method: 'PUT',
      url: `/api/specimens/${specimen.id}/images`,
      headers: { 'if-match': `"${version}"` },
      payload: change(images),
    });
    expect(response.statusCode, response.body).toBe(200);
  };

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database, {
      mediaStore: makeStore(),
      config: { dataDir: mkdtempSync(path.join(inject('runFolder'), 'alignment-')) },
    });
    admin = await shop.admin();
    const moved = await movedAway(demoPicture('calcite-franklin--uv', WIDTH), {
      x: 0.04,
      y: -0.02,
      angle: 2,
      scale: 1,
    });
    specimen = await add('Willemite', demoPicture('calcite-franklin', WIDTH), [
      moved,
      'long-wave-uv',
    ]);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  test('a picture under a lamp is aligned to the one in daylight after the upload, and visitors get how', async () => {
    expect(await lit(admin)).toMatchObject({ alignment: 'waiting' });
    expect(await lit(shop.visitor())).not.toHaveProperty('transform');
    const drops = shop.drops();
    await runJobs();
    expect(shop.drops()).toBe(drops + 1);
    const picture = await lit(shop.visitor());
    expect(picture?.transform).toMatch(
      /^translate\(4(\.\d+)?%,-(2|1\.9\d?|2\.0\d?)%\) rotate\((2|1\.9\d|2\.0\d)deg\) scale\((1|0\.99\d+|1\.00\d+)\)$/,
    );
    expect(picture).not.toHaveProperty('alignment');
    expect(await lit(admin)).toMatchObject({ alignment: 'aligned', transform: picture?.transform });
    expect(await jobs()).toEqual([]);
  });

  test('the admin leaves a picture as it was taken, and takes that back', async () => {
    await arrange((images) => ({ images: images.map((image) => ({ ...image, asTaken: true })) }));
    expect(await lit(shop.visitor())).not.toHaveProperty('transform');
    expect(await lit(admin)).toMatchObject({ alignment: 'aligned', asTaken: true });
    // A client that does not know the choice leaves it alone.
    await arrange((images) => ({ images }));
    expect(await lit(admin)).toMatchObject({ asTaken: true });
    await arrange((images) => ({ images: images.map((image) => ({ ...image, asTaken: false })) }));
    expect(await lit(shop.visitor())).toHaveProperty('transform');
    expect(await jobs()).toEqual([]);
  });

  test('where another picture becomes the one in daylight, or the light changes, the pair is aligned again', async () => {
    await arrange((images) => ({ main: { alt: '', light: 'detail' }, images }));
    expect(await lit(shop.visitor())).not.toHaveProperty('transform');
    expect(await lit(admin)).not.toHaveProperty('alignment');
    const other = await movedAway(demoPicture('calcite-franklin', WIDTH), {
      x: 0,
      y: 0.03,
      angle: 0,
      scale: 1,
    });
    const form = formOf([filePart('images', await other.png().toBuffer())]);
    expect(
      (
        await admin.request({
          method: 'POST',
          url: `/api/specimens/${specimen.id}/images`,
          ...form,
        })
      ).statusCode,
    ).toBeLessThan(300);
    expect(await jobs()).toEqual([]);
    await arrange((images) => ({
      images: images.map((image) => ({ ...image, light: image.light ?? ('daylight' as const) })),
    }));
    expect(await jobs()).toHaveLength(1);
    await runJobs();
    expect((await lit(shop.visitor()))?.transform).toMatch(/^translate\(4(\.\d+)?%,-5/);
    // What is known of the first pair remains.
    await arrange((images) => ({ main: { alt: '', light: 'daylight' }, images }));
    expect(await jobs()).toEqual([]);
    expect((await lit(shop.visitor()))?.transform).toMatch(/^translate\(4(\.\d+)?%,-[12]/);
  });

  test.runIf(isThorough)(
    'pictures that do not fit stay as they were taken, and the admin is told',
    async () => {
      const other = await add('Opal', demoPicture('opal-lightning-ridge', WIDTH), [
        demoPicture('pyrite-navajun', WIDTH),
        'long-wave-uv',
      ]);
      await runJobs();
      expect(await lit(admin, other.id)).toMatchObject({ alignment: 'unsure' });
      expect(await lit(shop.visitor(), other.id)).not.toHaveProperty('transform');
    },
  );

  test.runIf(isThorough)(
    'pictures that fit as they were taken stay so, and those under one light are no pair',
    async () => {
      const same = demoPicture('fluorite-rogerley', WIDTH);
      const fits = await add('Fluorite', same, [
        demoPicture('fluorite-rogerley--uv', WIDTH),
        'long-wave-uv',
      ]);
      await runJobs();
      expect(await lit(admin, fits.id)).toMatchObject({ alignment: 'fits' });
      expect(await lit(shop.visitor(), fits.id)).not.toHaveProperty('transform');
      const alone = await add('Pyrite', demoPicture('quartz-arkansas', WIDTH), [
        demoPicture('galena-sweetwater', WIDTH),
        null,
      ]);
      expect((await seenBy(admin, alone.id)).some((picture) => 'alignment' in picture)).toBe(false);
      expect(await jobs()).toEqual([]);
    },
  );

  test('a pair that is added while the job runs is not forgotten', async () => {
    const { id: mediaId } = (await lit(admin)) ?? { id: '' };
    await database.db.deleteFrom('alignments').execute();
    await database.db
      .insertInto('media_jobs')
      .values({
        media_id: mediaId,
        kind: 'alignment',
        queued_at: shop.ctx.clock.now().toISOString(),
        due_at: shop.ctx.clock.now().toISOString(),
      })
      .execute();
    const opening = Promise.withResolvers<void>();
    const added = Promise.withResolvers<void>();
    const open: typeof shop.ctx.mediaStore.open = async (name) => {
      opening.resolve();
      await added.promise;
      return shop.ctx.mediaStore.open(name);
    };
    let isFirst = true;
    const running = runDueJobs(
      { ...shop.ctx, mediaStore: { ...shop.ctx.mediaStore, open } },
      'alignment',
      signal,
      () => {
        const stops = !isFirst;
        isFirst = false;
        return stops;
      },
    );
    await opening.promise;
    await arrange((images) => ({ main: { alt: '', light: 'detail' }, images }));
    added.resolve();
    await running;
    expect(await jobs()).toMatchObject([{ media_id: mediaId, attempts: 0, claimed_at: null }]);
    await runJobs();
    expect(await lit(admin)).toMatchObject({ alignment: 'aligned' });
    expect(await jobs()).toEqual([]);
  });

  test('alignments and choices are in a backup', async () => {
    await arrange((images) => ({ images: images.map((image) => ({ ...image, asTaken: true })) }));
    const { database: target } = await restoredCopyOf(shop.ctx);
    const rows = (db: TestDatabase) =>
      db.db.selectFrom('alignments').selectAll().orderBy('picture_id').orderBy('base_id').execute();
    expect(await rows(target)).toEqual(await rows(database));
    const left = await target.db
      .selectFrom('specimen_media')
      .select('media_id')
      .where('as_taken', '=', true)
      .execute();
    expect(left.length).toBeGreaterThan(0);
    await target.close();
  });
});
