import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { MAX_FILE_BYTES } from '#core/contract/file-size.ts';
import type { Video } from '#core/contract/media/media.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import { runDueJobs } from '#core/server/media/files/jobs/media-worker.service.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import { findFfmpeg } from '#platform/videos/ffmpeg.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import type { TestDatabase } from '#tests/support/databases.ts';
import { namesIn, onEveryPair, onFirstPair } from '#tests/support/stores.ts';
import { isThorough } from '#tests/support/thorough.ts';
import { box, filePart, formOf, type Part, smallJpeg } from '#tests/support/uploads.ts';
import { makeVideo, phoneMarks } from '#tests/support/videos.ts';

const ffmpeg = findFfmpeg(process.env.PATH);
const { signal } = new AbortController();

(isThorough ? onEveryPair : onFirstPair)((makeDatabase, makeStore) => {
  let database: TestDatabase;
  let mediaStore: MediaStore;
  let dataDir: string;
  let shop: TestApp;
  let admin: Browser;
  /** The same shop with ffmpeg. */
  let convertingShop: TestApp;
  let convertingAdmin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    mediaStore = makeStore();
    dataDir = mkdtempSync(path.join(inject('runFolder'), 'videos-'));
    mkdirSync(path.join(dataDir, 'uploads'));
    shop = await makeApp(database, { mediaStore, config: { dataDir, ffmpeg: null } });
    convertingShop = await makeApp(database, { mediaStore, config: { dataDir, ffmpeg } });
    admin = await shop.admin();
    convertingAdmin = await convertingShop.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await convertingShop.app.close();
    await database.close();
  });

  const data: Part = {
    name: 'data',
    value: JSON.stringify({ title: 'Turning', category: 'Minerals' }),
  };
  const post = (parts: Part[], browser = admin) =>
    browser.request({ method: 'POST', url: '/api/specimens', ...formOf([data, ...parts]) });
  const poster = async () => filePart('poster', await smallJpeg(), 'poster.jpg');
  const noPoster = filePart('poster', Buffer.alloc(0), 'poster.jpg');
  const video = (bytes: Uint8Array) => filePart('image', bytes, 'turning.mov');
  const videoIn = (specimen: SpecimenDetail): Video => {
    if (!isVideo(specimen.main)) throw new Error('The main medium is no video');
    return specimen.main;
  };
  const ingested = async (
    parts: Part[],
    browser = admin,
  ): Promise<Video & { specimen: number }> => {
    const response = await post(parts, browser);
    expect(response.statusCode, response.body).toBe(201);
    return { ...videoIn(response.json()), specimen: response.json().id };
  };
  const get = (url: string, headers: Record<string, string> = {}) =>
    shop.visitor().request({ url, headers });
  const stored = async (name: string) => {
    const file = await mediaStore.open(name);
    if (!file) throw new Error(`There is no ${name}`);
    return buffer(file.read());
  };

  describe('a video from a phone', () => {
    const bytes = makeVideo({
      phone: true,
      sound: true,
      turned: true,
      pictures: ['black', 'plum', 'plum'],
    });

    test('is served without the metadata that the phone wrote, and its original is private', async () => {
      const turning = await ingested([video(bytes), await poster()]);
      const { id } = turning;
      expect(turning).toMatchObject({
        width: 48,
        height: 64,
        type: 'video/mp4; codecs="avc1.42c00a, mp4a.40.2"',
      });
      const file = await get(turning.url);
      expect(file.headers).toMatchObject({ 'content-type': 'video/mp4', 'accept-ranges': 'bytes' });
      for (const mark of phoneMarks)
        expect(file.rawPayload.toString('latin1'), mark).not.toContain(mark);
      expect(file.rawPayload.indexOf('moov')).toBeLessThan(file.rawPayload.indexOf('mdat'));

      expect((await stored(`private/${id}.mov`)).equals(bytes)).toBe(true);
      for (const name of [
        `private/${id}.mov`,
        `private%2F${id}.mov`,
        `${id}.mov`,
        `../private/${id}.mov`,
      ]) {
        expect((await get(`/media/${name}`)).statusCode, name).toBe(404);
      }
    });

    test('is served in ranges, as players request it', async () => {
      const { url } = await ingested([video(bytes), await poster()]);
      const whole = (await get(url)).rawPayload;
      const part = await get(url, { range: 'bytes=8-39' });
      expect([part.statusCode, part.headers['content-range']]).toEqual([
        206,
        `bytes 8-39/${whole.length}`,
      ]);
      expect(part.rawPayload.equals(whole.subarray(8, 40))).toBe(true);
      const end = await get(url, { range: 'bytes=-16' });
      expect(end.rawPayload.equals(whole.subarray(-16))).toBe(true);
      const beyond = await get(url, { range: `bytes=${whole.length}-` });
      expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([
        416,
        `bytes */${whole.length}`,
      ]);
    });

    test('that was uploaded before keeps its poster', async () => {
      const [first, second] = [
        await ingested([video(bytes), await poster()]),
        await ingested([video(bytes), await poster()]),
      ];
      expect(second).toMatchObject({
        id: first.id,
        url: first.url,
        poster: { id: first.poster.id },
      });
    });
  });

  describe('a video is refused, naming the file, and nothing is stored:', () => {
    const whole = makeVideo({ index: 'first' });
    test.each<[string, Uint8Array, number, RegExp]>([
      ['truncated in its pictures', whole.subarray(0, -10), 422, /is damaged or isn’t a video/],
      ['truncated in its index', whole.subarray(0, 200), 422, /is damaged or isn’t a video/],
      [
        'with a box that extends beyond the file',
        Buffer.concat([whole.subarray(0, 28), Buffer.from('7fffffff6d6f6f76', 'hex')]),
        422,
        /damaged/,
      ],
      [
        'with an unknown codec',
        makeVideo({ codec: 'odd' }),
        422,
        /No browser can play “.+” \(odd!\)/,
      ],
      ['empty', Buffer.alloc(0), 415, /JPG, PNG, GIF, WebP, AVIF or HEIC, MP4 or MOV/],
    ])('%s', async (_, bytes, status, message) => {
      const before = await namesIn(mediaStore);
      const response = await post([video(bytes), await poster()]);
      expect([response.statusCode, response.json().message]).toEqual([
        status,
        expect.stringMatching(message),
      ]);
      expect(response.json().file).toEqual({ part: 'image', index: 0, name: 'turning.mov' });
      expect(await namesIn(mediaStore)).toEqual(before);
    });
  });

  describe('a video without a poster, if the shop cannot make one,', () => {
    const sendPoster = async (id: string, parts: Part[], browser = admin) =>
      browser.request({ method: 'POST', url: `/api/media/${id}/poster`, ...formOf(parts) });

    test.each([
      ['no part', []],
      ['an empty part', [noPoster]],
    ])(
      'is accepted with %s for it and gets a plain dark poster of its shape',
      async (_, posters) => {
        const turning = await ingested([
          video(makeVideo({ width: 1280, height: 720 })),
          ...posters,
        ]);
        expect(turning).toMatchObject({
          hasPlainPoster: true,
          poster: { kind: 'picture', width: 640, height: 360, complete: true },
        });
        const file = await get(`/media/${turning.poster.id}-full.jpg`);
        const { channels } = await sharp(file.rawPayload).stats();
        expect(channels).toHaveLength(3);
        for (const { max } of channels) expect(max).toBeLessThan(20);
      },
    );

    test('gets the poster that the admin’s browser makes, and cached responses that show it are invalidated', async () => {
      const before = await ingested([video(makeVideo())]);
      const drops = shop.drops();
      const response = await sendPoster(before.id, [await poster()]);
      expect(response.statusCode, response.body).toBe(201);
      expect(response.json()).toMatchObject({ kind: 'picture', width: 48, height: 32 });
      expect(shop.drops()).toBe(drops + 1);
      const after = videoIn((await shop.visitor().get(`/api/specimens/${before.specimen}`)).json());
      expect(after).toEqual({
        ...before,
        specimen: undefined,
        hasPlainPoster: undefined,
        poster: { ...response.json(), alt: 'Turning' },
      });
      expect((await get(`/media/${after.poster.id}-full.jpg`)).statusCode).toBe(200);
    });

    test('gets the poster that comes with a second upload', async () => {
      const bytes = makeVideo();
      const plain = await ingested([video(bytes)]);
      expect(await ingested([video(bytes)])).toMatchObject({
        hasPlainPoster: true,
        poster: { id: plain.poster.id },
      });
      const improved = await ingested([video(bytes), await poster()]);
      expect(improved.hasPlainPoster).toBeUndefined();
      expect(improved).toMatchObject({ id: plain.id, poster: { width: 48, height: 32 } });
      expect(videoIn((await admin.get(`/api/specimens/${plain.specimen}`)).json()).poster.id).toBe(
        improved.poster.id,
      );
    });

    test('accepts a poster only from the admin, and only a picture for a video', async () => {
      const { id, poster: plain } = await ingested([video(makeVideo())]);
      const files = await namesIn(mediaStore);
      const status = async (medium: string, parts: Part[], browser = admin) =>
        (await sendPoster(medium, parts, browser)).statusCode;
      expect(await status(id, [await poster()], shop.visitor())).toBe(401);
      expect(await status('0'.repeat(32), [await poster()])).toBe(404);
      expect(await status(plain.id, [await poster()])).toBe(404);
      expect(await status(id, [])).toBe(400);
      expect(await status(id, [filePart('poster', makeVideo())])).toBe(415);
      expect(await status(id, [noPoster])).toBe(415);
      expect(await namesIn(mediaStore)).toEqual(files);
    });
  });

  test.runIf(isThorough)('a video of 50 MB is accepted, one byte more is refused', async () => {
    const short = makeVideo({ seed: '50 MB' });
    const padded = (size: number) =>
      Buffer.concat([short, box('free', Buffer.alloc(size - short.length - 8))]);
    const fits = await ingested([video(padded(MAX_FILE_BYTES)), await poster()]);
    expect((await get(fits.url)).rawPayload.length).toBeLessThan(2_000);
    const response = await post([video(padded(MAX_FILE_BYTES + 1)), await poster()]);
    expect([response.statusCode, response.json().message]).toEqual([
      413,
      expect.stringMatching(/turning\.mov.*up to 50 MB/),
    ]);
  });

  describe('without ffmpeg', () => {
    test('the admin learns that videos are not converted, and nobody else', async () => {
      expect((await admin.get('/api/media/abilities')).json()).toEqual({ convertsVideos: false });
      expect((await shop.visitor().get('/api/media/abilities')).statusCode).toBe(401);
    });

    test('a video that is made for cutting is refused in words', async () => {
      const cut = Buffer.from(
        makeVideo({ codec: 'odd' }).toString('latin1').replace('odd!', 'apch'),
        'latin1',
      );
      const response = await post([video(cut), await poster()]);
      expect([response.statusCode, response.json().message]).toEqual([
        422,
        'No browser can play “turning.mov” (apch). Please save it as MP4 with H.264.',
      ]);
    });

    test('a video in HEVC stays as it is, with its codec in the type', async () => {
      const { url, type } = await ingested([video(makeVideo({ codec: 'hevc' })), await poster()]);
      expect(type).toBe('video/mp4; codecs="hvc1.1.6.L30.90"');
      expect((await get(url)).rawPayload.includes('hvc1')).toBe(true);
    });
  });

  test.skipIf(process.platform === 'win32')(
    'a video from which ffmpeg takes no picture gets a plain still',
    async () => {
      const silent = path.join(dataDir, 'silent-ffmpeg');
      writeFileSync(silent, '#!/bin/sh\n', { mode: 0o755 });
      const still = await makeApp(database, { mediaStore, config: { dataDir, ffmpeg: silent } });
      const bytes = makeVideo({ seed: 'one picture', pictures: ['plum'] });
      const { poster: shown } = await ingested([video(bytes)], await still.admin());
      await still.app.close();
      expect(shown.width).toBe(64);
    },
  );

  test('a conversion whose video an upload has renewed meanwhile is done again, with the new file', async () => {
    const { id } = await ingested([video(makeVideo()), await poster()]);
    const renewed = `${'0'.repeat(32)}.mp4`;
    // Only this one.
    await database.db.deleteFrom('media_jobs').where('kind', '=', 'conversion').execute();
    const at = shop.clock.now().toISOString();
    await database.db
      .insertInto('media_jobs')
      .values({ media_id: id, kind: 'conversion', queued_at: at, due_at: at })
      .execute();
    const { video_file } = await database.db
      .selectFrom('media')
      .select('video_file')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const bytes = await stored(video_file ?? '');
    const opened: string[] = [];
    const renewing: MediaStore = {
      ...mediaStore,
      async open(name) {
        if (opened.push(name) > 1) return mediaStore.open(name);
        await mediaStore.put(renewed, bytes);
        await database.db
          .updateTable('media')
          .set({ video_file: renewed, original: null })
          .where('id', '=', id)
          .execute();
        return mediaStore.open(name);
      },
    };
    // It plays everywhere as it is: ffmpeg is not called.
    await runDueJobs(
      { ...shop.ctx, mediaStore: renewing, config: { ...shop.ctx.config, ffmpeg: 'ffmpeg' } },
      'conversion',
      signal,
    );
    expect(opened).toHaveLength(2);
    expect(opened[1]).toBe(renewed);
    expect(
      await database.db
        .selectFrom('media_jobs')
        .select('kind')
        .where('media_id', '=', id)
        .execute(),
    ).not.toContainEqual({
      kind: 'conversion',
    });
  });

  describe.skipIf(ffmpeg === null)('with ffmpeg (skipped if it is not installed)', () => {
    const convertVideos = () => runDueJobs(convertingShop.ctx, 'conversion', signal);

    test('the admin learns that videos are converted', async () => {
      expect((await convertingAdmin.get('/api/media/abilities')).json()).toEqual({
        convertsVideos: true,
      });
    });

    test('posters are extracted from videos that came without one, each from its own video', async () => {
      const pictures = Array<'black' | 'plum'>(30).fill('plum');
      const parts = [
        video(makeVideo({ pictures })),
        filePart('images', makeVideo({ width: 640, height: 480 }), 'second.mov'),
      ];
      const response = await post([...parts, noPoster, await poster()], convertingAdmin);
      expect(response.statusCode, response.body).toBe(201);
      const { poster: extracted } = videoIn(response.json());
      expect([extracted.width, extracted.height]).toEqual([64, 48]);
      const { channels } = await sharp(
        (await get(`/media/${extracted.id}-full.jpg`)).rawPayload,
      ).stats();
      expect(channels[0]?.mean).toBeGreaterThan(80);
      expect(response.json().additional[0].poster.width).toBe(48);
    });

    test('a video in HEVC is converted in the background, under another name', async () => {
      const bytes = makeVideo({ codec: 'hevc', width: 64, height: 64, phone: true, sound: true });
      const before = await ingested([video(bytes), noPoster], convertingAdmin);
      await convertVideos();
      const after = videoIn((await admin.get(`/api/specimens/${before.specimen}`)).json());
      expect(after.type).toMatch(/^video\/mp4; codecs="avc1\.64\w+, mp4a\.40\.2"$/);
      expect(after.url).not.toBe(before.url);
      const file = (await get(after.url)).rawPayload;
      expect(after.url).toBe(`/media/${before.id}-converted.mp4`);
      for (const mark of phoneMarks) expect(file.toString('latin1'), mark).not.toContain(mark);
      // Pages that still refer to the old file are led to the new one.
      expect([
        (await get(before.url)).statusCode,
        (await get(before.url)).headers.location,
      ]).toEqual([301, after.url]);
      expect(
        await database.db
          .selectFrom('media_jobs')
          .selectAll()
          .where('media_id', '=', before.id)
          .execute(),
      ).toEqual([]);
    });

    test('a codec that we cannot write is copied first and converted later', async () => {
      const file = path.join(dataDir, 'old.mov');
      execFileSync(ffmpeg ?? '', [
        '-v',
        'error',
        '-y',
        '-f',
        'lavfi',
        '-i',
        'testsrc2=s=64x48:r=10:d=1',
        '-c:v',
        'mpeg4',
        file,
      ]);
      const before = await ingested([video(readFileSync(file)), noPoster], convertingAdmin);
      expect(before.type).toBe('video/mp4; codecs="mp4v"');
      await convertVideos();
      expect(videoIn((await admin.get(`/api/specimens/${before.specimen}`)).json()).type).toMatch(
        /avc1/,
      );
    });

    test('a failed conversion leaves the video as it is and is retried', async () => {
      const before = await ingested(
        [video(makeVideo({ codec: 'hevc' })), await poster()],
        convertingAdmin,
      );
      const failing = path.join(dataDir, 'ffmpeg');
      writeFileSync(failing, '#!/bin/sh\necho broken >&2\nexit 1\n', { mode: 0o755 });
      const { ctx } = convertingShop;
      await runDueJobs(
        { ...ctx, config: { ...ctx.config, ffmpeg: failing } },
        'conversion',
        signal,
      );
      expect(videoIn((await admin.get(`/api/specimens/${before.specimen}`)).json())).toMatchObject({
        url: before.url,
        type: before.type,
      });
      const job = () =>
        database.db
          .selectFrom('media_jobs')
          .selectAll()
          .where('media_id', '=', before.id)
          .executeTakeFirst();
      expect(await job()).toMatchObject({
        attempts: 1,
        last_error: expect.stringContaining('broken'),
      });
      convertingShop.clock.forward({ minutes: 2 });
      await convertVideos();
      expect(await job()).toBeUndefined();
    });
  });
});
