import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Video } from '#contract/media.ts';
import { isVideo } from '#contract/media-kind.ts';
import type { SpecimenDetail } from '#contract/specimens.ts';
import { MAX_FILE_BYTES } from '#server/platform/http/multipart.ts';
import type { MediaStore } from '#server/platform/storage/media-store.ts';
import { findFfmpeg } from '#server/platform/videos/ffmpeg.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import type { TestDatabase } from '#tests/support/databases.ts';
import { namesIn, onEveryPair } from '#tests/support/stores.ts';
import { box, filePart, formOf, type Part, smallJpeg } from '#tests/support/uploads.ts';
import { makeVideo, phoneMarks } from '#tests/support/videos.ts';
import { runDueJobs } from '../jobs/media-worker.service.ts';

const ffmpeg = findFfmpeg(process.env.PATH);
const { signal } = new AbortController();

onEveryPair((makeDatabase, makeStore) => {
  let database: TestDatabase;
  let mediaStore: MediaStore;
  let dataDir: string;
  let shop: TestApp;
  let admin: Browser;
  /** The same shop where ffmpeg is installed. */
  let converting: TestApp;
  let converter: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    mediaStore = makeStore();
    dataDir = mkdtempSync(path.join(inject('runFolder'), 'films-'));
    mkdirSync(path.join(dataDir, 'uploads'));
    shop = await makeApp(database, { mediaStore, config: { dataDir, ffmpeg: null } });
    converting = await makeApp(database, { mediaStore, config: { dataDir, ffmpeg } });
    admin = await shop.admin();
    converter = await converting.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await converting.app.close();
    await database.close();
  });

  const data: Part = { name: 'data', value: JSON.stringify({ title: 'Turning', category: 'Minerals' }) };
  const post = (parts: Part[], browser = admin) => browser.request({ method: 'POST', url: '/api/specimens', ...formOf([data, ...parts]) });
  const poster = async () => filePart('poster', await smallJpeg(), 'poster.jpg');
  const noPoster = filePart('poster', Buffer.alloc(0), 'poster.jpg');
  const video = (bytes: Uint8Array) => filePart('image', bytes, 'turning.mov');
  const videoIn = (specimen: SpecimenDetail): Video => {
    if (!isVideo(specimen.main)) throw new Error('This is no film');
    return specimen.main;
  };
  const taken = async (parts: Part[], browser = admin): Promise<Video & { specimen: number }> => {
    const answer = await post(parts, browser);
    expect(answer.statusCode, answer.body).toBe(201);
    return { ...videoIn(answer.json()), specimen: answer.json().id };
  };
  const get = (url: string, headers: Record<string, string> = {}) => shop.visitor().request({ url, headers });
  const stored = async (name: string) => {
    const file = await mediaStore.open(name);
    if (!file) throw new Error(`There is no ${name}`);
    return buffer(file.read());
  };
  const idOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 32);

  describe('a film from a phone', () => {
    const bytes = makeVideo({ phone: true, sound: true, turned: true, pictures: ['black', 'plum', 'plum'] });

    test('is served without anything that the phone wrote into it, and its original is kept for nobody', async () => {
      const turning = await taken([video(bytes), await poster()]);
      const id = idOf(bytes);
      expect(turning).toMatchObject({ id, width: 48, height: 64, type: 'video/mp4; codecs="avc1.42c00a, mp4a.40.2"' });
      const file = await get(turning.url);
      expect(file.headers).toMatchObject({ 'content-type': 'video/mp4', 'accept-ranges': 'bytes' });
      for (const mark of phoneMarks) expect(file.rawPayload.toString('latin1'), mark).not.toContain(mark);
      expect(file.rawPayload.indexOf('moov')).toBeLessThan(file.rawPayload.indexOf('mdat'));

      expect((await stored(`private/${id}.mov`)).equals(bytes)).toBe(true);
      for (const name of [`private/${id}.mov`, `private%2F${id}.mov`, `${id}.mov`, `../private/${id}.mov`]) {
        expect((await get(`/media/${name}`)).statusCode, name).toBe(404);
      }
    });

    test('is sent in parts, as players ask for it', async () => {
      const { url } = await taken([video(bytes), await poster()]);
      const whole = (await get(url)).rawPayload;
      const part = await get(url, { range: 'bytes=8-39' });
      expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 8-39/${whole.length}`]);
      expect(part.rawPayload.equals(whole.subarray(8, 40))).toBe(true);
      const end = await get(url, { range: 'bytes=-16' });
      expect(end.rawPayload.equals(whole.subarray(-16))).toBe(true);
      const beyond = await get(url, { range: `bytes=${whole.length}-` });
      expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${whole.length}`]);
    });

    test('that came before keeps its still picture', async () => {
      const [first, second] = [await taken([video(bytes), await poster()]), await taken([video(bytes), await poster()])];
      expect(second).toMatchObject({ id: first.id, url: first.url, poster: { id: first.poster.id } });
    });
  });

  describe('refused, naming the film, with nothing kept:', () => {
    const whole = makeVideo({ index: 'first' });
    test.each<[string, Uint8Array, number, RegExp]>([
      ['one cut off in its pictures', whole.subarray(0, -10), 422, /damaged, or no film/],
      ['one cut off in its index', whole.subarray(0, 200), 422, /damaged, or no film/],
      ['a box of more than there is', Buffer.concat([whole.subarray(0, 28), Buffer.from('7fffffff6d6f6f76', 'hex')]), 422, /damaged/],
      ['a coding that nobody knows', makeVideo({ coding: 'odd' }), 422, /coded in a way that no browser plays \(odd!\)/],
      ['nothing', Buffer.alloc(0), 415, /JPG, PNG, GIF, WebP, AVIF or HEIC, MP4 or MOV/],
    ])('%s', async (_, bytes, status, message) => {
      const before = await namesIn(mediaStore);
      const answer = await post([video(bytes), await poster()]);
      expect([answer.statusCode, answer.json().message]).toEqual([status, expect.stringMatching(message)]);
      expect(answer.json().file).toEqual({ part: 'image', index: 0, name: 'turning.mov' });
      expect(await namesIn(mediaStore)).toEqual(before);
    });
  });

  describe('a film without a still picture, where the shop cannot take one,', () => {
    const sendPoster = async (id: string, parts: Part[], browser = admin) =>
      browser.request({ method: 'POST', url: `/api/media/${id}/poster`, ...formOf(parts) });

    test.each([
      ['no part for it', []],
      ['an empty part', [noPoster]],
    ])('is accepted with %s: a plain dark picture in its shape stands in', async (_, still) => {
      const turning = await taken([video(makeVideo({ width: 1280, height: 720 })), ...still]);
      expect(turning).toMatchObject({ hasPlainPoster: true, poster: { kind: 'picture', width: 640, height: 360, complete: true } });
      const file = await get(`/media/${turning.poster.id}-full.jpg`);
      const { channels } = await sharp(file.rawPayload).stats();
      expect(channels).toHaveLength(3);
      for (const { max } of channels) expect(max).toBeLessThan(20);
    });

    test('gets the poster that the admin’s browser makes, and every page that shows it is made anew', async () => {
      const before = await taken([video(makeVideo())]);
      const drops = shop.drops();
      const response = await sendPoster(before.id, [await poster()]);
      expect(response.statusCode, response.body).toBe(201);
      expect(response.json()).toMatchObject({ kind: 'picture', width: 48, height: 32 });
      expect(shop.drops()).toBe(drops + 1);
      const after = videoIn((await shop.visitor().get(`/api/specimens/${before.specimen}`)).json());
      expect(after).toEqual({ ...before, specimen: undefined, hasPlainPoster: undefined, poster: { ...response.json(), alt: 'Turning' } });
      expect((await get(`/media/${after.poster.id}-full.jpg`)).statusCode).toBe(200);
    });

    test('gets the poster that comes when it is sent again', async () => {
      const bytes = makeVideo();
      const plain = await taken([video(bytes)]);
      expect(await taken([video(bytes)])).toMatchObject({ hasPlainPoster: true, poster: { id: plain.poster.id } });
      const improved = await taken([video(bytes), await poster()]);
      expect(improved.hasPlainPoster).toBeUndefined();
      expect(improved).toMatchObject({ id: plain.id, poster: { width: 48, height: 32 } });
      expect(videoIn((await admin.get(`/api/specimens/${plain.specimen}`)).json()).poster.id).toBe(improved.poster.id);
    });

    test('takes a poster from the admin alone, and only a picture for a film', async () => {
      const { id, poster: plain } = await taken([video(makeVideo())]);
      const files = await namesIn(mediaStore);
      const status = async (medium: string, parts: Part[], browser = admin) => (await sendPoster(medium, parts, browser)).statusCode;
      expect(await status(id, [await poster()], shop.visitor())).toBe(401);
      expect(await status('0'.repeat(32), [await poster()])).toBe(404);
      expect(await status(plain.id, [await poster()])).toBe(404);
      expect(await status(id, [])).toBe(400);
      expect(await status(id, [filePart('poster', makeVideo())])).toBe(415);
      expect(await status(id, [noPoster])).toBe(415);
      expect(await namesIn(mediaStore)).toEqual(files);
    });
  });

  test('a film may have 50 MB and not a byte more', async () => {
    const short = makeVideo({ seed: '50 MB' });
    const padded = (size: number) => Buffer.concat([short, box('free', Buffer.alloc(size - short.length - 8))]);
    const fits = await taken([video(padded(MAX_FILE_BYTES)), await poster()]);
    expect((await get(fits.url)).rawPayload.length).toBeLessThan(2_000);
    const answer = await post([video(padded(MAX_FILE_BYTES + 1)), await poster()]);
    expect([answer.statusCode, answer.json().message]).toEqual([413, expect.stringMatching(/turning\.mov.*at most 50 MB/)]);
  });

  describe('where ffmpeg is not installed', () => {
    test('the admin is told, and nobody else', async () => {
      expect((await admin.get('/api/media/abilities')).json()).toEqual({ convertsVideos: false });
      expect((await shop.visitor().get('/api/media/abilities')).statusCode).toBe(401);
    });

    test('a film in HEVC stays as it is, and says so', async () => {
      const { url, type } = await taken([video(makeVideo({ coding: 'hevc' })), await poster()]);
      expect(type).toBe('video/mp4; codecs="hvc1.1.6.L30.90"');
      expect((await get(url)).rawPayload.includes('hvc1')).toBe(true);
    });
  });

  describe.skipIf(ffmpeg === null)('where ffmpeg is installed (skipped where it is not)', () => {
    const makeVideos = () => runDueJobs(converting.ctx, 'conversion', signal);

    test('the admin is told', async () => {
      expect((await converter.get('/api/media/abilities')).json()).toEqual({ convertsVideos: true });
    });

    test('still pictures are taken of films that came without, each of its own film', async () => {
      const pictures = Array<'black' | 'plum'>(30).fill('plum');
      const parts = [video(makeVideo({ pictures })), filePart('images', makeVideo({ width: 640, height: 480 }), 'second.mov')];
      const answer = await post([...parts, noPoster, await poster()], converter);
      expect(answer.statusCode, answer.body).toBe(201);
      const { poster: still } = videoIn(answer.json());
      expect([still.width, still.height]).toEqual([64, 48]);
      const { channels } = await sharp((await get(`/media/${still.id}-full.jpg`)).rawPayload).stats();
      expect(channels[0]?.mean).toBeGreaterThan(80);
      expect(answer.json().additional[0].poster.width).toBe(48);
    });

    test('a film in HEVC is converted afterwards, under another name', async () => {
      const bytes = makeVideo({ coding: 'hevc', width: 64, height: 64, phone: true, sound: true });
      const before = await taken([video(bytes), noPoster], converter);
      await makeVideos();
      const after = videoIn((await admin.get(`/api/specimens/${before.specimen}`)).json());
      expect(after.type).toMatch(/^video\/mp4; codecs="avc1\.64\w+, mp4a\.40\.2"$/);
      expect(after.url).not.toBe(before.url);
      const file = (await get(after.url)).rawPayload;
      expect(after.url).toBe(`/media/${idOf(file)}.mp4`);
      for (const mark of phoneMarks) expect(file.toString('latin1'), mark).not.toContain(mark);
      // Pages that still name the file before go on playing it until media cleanup removes it.
      expect((await get(before.url)).statusCode).toBe(200);
      expect(await database.db.selectFrom('media_jobs').selectAll().where('media_id', '=', before.id).execute()).toEqual([]);
    });

    test('what we cannot write ourselves is copied, then converted', async () => {
      const file = path.join(dataDir, 'old.mov');
      execFileSync(ffmpeg ?? '', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=s=64x48:r=10:d=1', '-c:v', 'mpeg4', file]);
      const before = await taken([video(readFileSync(file)), noPoster], converter);
      expect(before.type).toBe('video/mp4; codecs="mp4v"');
      await makeVideos();
      expect(videoIn((await admin.get(`/api/specimens/${before.specimen}`)).json()).type).toMatch(/avc1/);
    });

    test('a conversion that fails leaves the film as it is, to be tried again', async () => {
      const before = await taken([video(makeVideo({ coding: 'hevc' })), await poster()], converter);
      const failing = path.join(dataDir, 'ffmpeg');
      writeFileSync(failing, '#!/bin/sh\necho broken >&2\nexit 1\n', { mode: 0o755 });
      const { ctx } = converting;
      await runDueJobs({ ...ctx, config: { ...ctx.config, ffmpeg: failing } }, 'conversion', signal);
      expect(videoIn((await admin.get(`/api/specimens/${before.specimen}`)).json())).toMatchObject({ url: before.url, type: before.type });
      const job = () => database.db.selectFrom('media_jobs').selectAll().where('media_id', '=', before.id).executeTakeFirst();
      expect(await job()).toMatchObject({ attempts: 1, last_error: expect.stringContaining('broken') });
      converting.clock.forward({ minutes: 2 });
      await makeVideos();
      expect(await job()).toBeUndefined();
    });
  });
});
