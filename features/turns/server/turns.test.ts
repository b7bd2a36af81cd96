import { mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import type { Turn, Video } from '#core/contract/media/media.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import { gridOf } from '#core/contract/media/turns.ts';
import { cleanUpMedia } from '#core/server/media/files/cleanup/media-cleanup.service.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { restoredCopyOf } from '#tests/support/backups.ts';
import type { TestDatabase } from '#tests/support/databases.ts';
import { namesIn, onEveryPair, onFirstPair } from '#tests/support/stores.ts';
import { isThorough } from '#tests/support/thorough.ts';
import { framesPicture } from '#tests/support/turns.ts';
import { filePart, formOf, smallJpeg } from '#tests/support/uploads.ts';
import { makeVideo } from '#tests/support/videos.ts';

const FRAMES = 48;
/** In the shape of the tests' videos. */
const FRAME = { width: 32, height: 24 };

/** A JPEG whose header claims another size. */
function claiming(jpeg: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(jpeg);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

(isThorough ? onEveryPair : onFirstPair)((makeDatabase, makeStore) => {
  let database: TestDatabase;
  let mediaStore: MediaStore;
  let shop: TestApp;
  let admin: Browser;

  beforeAll(async () => {
    // The clock of this test runs ahead: without a folder of its own it would remove what other tests are writing.
    vi.stubEnv('TMPDIR', mkdtempSync(path.join(inject('runFolder'), 'tmp-')));
    database = await makeDatabase();
    mediaStore = makeStore();
    const dataDir = mkdtempSync(path.join(inject('runFolder'), 'turns-'));
    mkdirSync(path.join(dataDir, 'uploads'));
    shop = await makeApp(database, { mediaStore, config: { dataDir, ffmpeg: null } });
    admin = await shop.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
    vi.unstubAllEnvs();
  });

  const addVideo = async (
    video: Buffer = makeVideo({}),
  ): Promise<{ id: number; video: string }> => {
    const data = {
      name: 'data',
      value: JSON.stringify({ title: 'Turning', category: 'Minerals' }),
    };
    const form = formOf([
      data,
      filePart('image', video, 'turning.mov'),
      filePart('poster', await smallJpeg()),
    ]);
    const response = await admin.request({ method: 'POST', url: '/api/specimens', ...form });
    expect(response.statusCode, response.body).toBe(201);
    const { id, main } = response.json<SpecimenDetail>();
    return { id, video: main.id };
  };
  const send = (video: string, picture: Uint8Array, frames: unknown = FRAMES, browser = admin) => {
    const form = formOf([
      { name: 'data', value: JSON.stringify({ frames }) },
      filePart('turn', picture, 'turn.jpg'),
    ]);
    return browser.request({ method: 'POST', url: `/api/media/${video}/turn`, ...form });
  };
  const addTurn = async (video: string): Promise<Turn> => {
    const response = await send(video, await framesPicture(FRAMES, FRAME));
    expect(response.statusCode, response.body).toBe(201);
    return response.json();
  };
  const videoOf = async (id: number, browser: Browser = shop.visitor()): Promise<Video> => {
    const { main } = (await browser.get(`/api/specimens/${id}`)).json<SpecimenDetail>();
    if (!isVideo(main)) throw new Error('The main medium is no video');
    return main;
  };
  const turnFiles = async () =>
    (await namesIn(mediaStore)).filter((name) => name.includes('-turn-'));

  test('the frames that the admin sends are encoded again, and visitors get them as one picture', async () => {
    const { id, video } = await addVideo();
    const sent = await framesPicture(FRAMES, FRAME);
    const drops = shop.drops();
    const response = await send(video, sent);
    expect(response.statusCode, response.body).toBe(201);
    expect(shop.drops()).toBe(drops + 1);
    const { turn } = await videoOf(id);
    expect(turn).toEqual({
      url: expect.stringMatching(new RegExp(`^/media/${video}-turn-[0-9a-f]{8}\\.jpg$`)),
      frames: FRAMES,
      ...FRAME,
    });
    expect(response.json()).toEqual(turn);

    const file = await shop.visitor().get(turn?.url ?? '');
    expect(file.headers['content-type']).toBe('image/jpeg');
    expect(file.rawPayload.equals(sent)).toBe(false);
    expect(file.rawPayload.toString('latin1')).not.toContain('Somebody');
    const { width, height } = await sharp(file.rawPayload).metadata();
    const { columns, rows } = gridOf(FRAMES);
    expect({ width, height }).toEqual({
      width: columns * FRAME.width,
      height: rows * FRAME.height,
    });
    // A list's cards show the video alone.
    expect((await shop.visitor().get('/')).body).not.toContain('-turn-');
  });

  test('a picture that does not have the frames it claims is refused, and nothing is stored', async () => {
    const { id, video } = await addVideo();
    const before = await namesIn(mediaStore);
    const picture = await framesPicture(FRAMES, FRAME);
    const blank = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: 'black' } })
        .png()
        .toBuffer();
    const wrong: [string, Uint8Array, unknown, number, string][] = [
      ['another grid', picture, 36, 400, 'invalid_input'],
      ['too few frames', picture, 35, 400, 'invalid_input'],
      ['too many frames', picture, 73, 400, 'invalid_input'],
      ['no number of frames', picture, '48', 400, 'invalid_input'],
      ['half a frame', picture, 47.5, 400, 'invalid_input'],
      [
        'frames in another shape',
        await framesPicture(FRAMES, { width: 24, height: 32 }),
        FRAMES,
        400,
        'invalid_input',
      ],
      [
        'more pixels than a phone holds',
        await blank(7 * 640, 7 * 480),
        FRAMES,
        400,
        'invalid_input',
      ],
      ['a bomb', claiming(picture, 56_000, 42_000), FRAMES, 400, 'invalid_input'],
      ['no picture', Buffer.from('This is a letter.'), FRAMES, 415, 'unsupported_type'],
      ['a video', makeVideo({}), FRAMES, 415, 'unsupported_type'],
      ['a moving picture', await sharp(picture).gif().toBuffer(), FRAMES, 415, 'unsupported_type'],
      ['half a picture', picture.subarray(0, picture.length / 2), FRAMES, 422, 'unreadable_file'],
    ];
    for (const [what, bytes, frames, status, code] of wrong) {
      const response = await send(video, bytes, frames);
      expect([response.statusCode, response.json().code], `${what}: ${response.body}`).toEqual([
        status,
        code,
      ]);
    }
    const empty = formOf([{ name: 'data', value: JSON.stringify({ frames: FRAMES }) }]);
    expect(
      (await admin.request({ method: 'POST', url: `/api/media/${video}/turn`, ...empty }))
        .statusCode,
    ).toBe(400);
    const unnamed = formOf([filePart('turn', picture)]);
    expect(
      (await admin.request({ method: 'POST', url: `/api/media/${video}/turn`, ...unnamed }))
        .statusCode,
    ).toBe(400);
    expect(await namesIn(mediaStore)).toEqual(before);
    expect(await videoOf(id)).not.toHaveProperty('turn');
  });

  test('only the admin makes turns, and only of videos', async () => {
    const { id, video } = await addVideo();
    const picture = await framesPicture(FRAMES, FRAME);
    expect((await send(video, picture, FRAMES, shop.visitor())).statusCode).toBe(401);
    expect((await shop.visitor().delete(`/api/media/${video}/turn`)).statusCode).toBe(401);
    const { poster } = await videoOf(id);
    for (const other of [poster.id, 'f'.repeat(32)]) {
      expect((await send(other, picture)).statusCode, other).toBe(404);
      expect((await admin.delete(`/api/media/${other}/turn`)).statusCode, other).toBe(404);
    }
    expect((await send('%00', picture)).statusCode).toBe(400);
    expect((await admin.delete('/api/media/%00/turn')).statusCode).toBe(400);
  });

  test('the turn of a hidden specimen is for the admin alone', async () => {
    const { id, video } = await addVideo();
    const { url } = await addTurn(video);
    expect((await shop.visitor().get(url)).statusCode).toBe(200);
    const { version } = (await admin.get(`/api/specimens/${id}`)).json<SpecimenDetail>();
    const hiding = {
      method: 'PUT',
      url: `/api/specimens/${id}`,
      headers: { 'if-match': `"${version}"` },
      payload: { visible: false },
    } as const;
    expect((await admin.request(hiding)).statusCode).toBe(200);
    expect((await shop.visitor().get(url)).statusCode).toBe(404);
    expect((await admin.get(url)).statusCode).toBe(200);
  });

  test('another turn takes the place of the one before, and what is removed is no longer served', async () => {
    const { id, video } = await addVideo();
    const first = await addTurn(video);
    const second = await addTurn(video);
    expect(second.url).not.toBe(first.url);
    expect((await videoOf(id)).turn).toEqual(second);
    expect((await shop.visitor().get(first.url)).statusCode).toBe(404);
    expect((await shop.visitor().get(second.url)).statusCode).toBe(200);
    expect((await admin.delete(`/api/media/${video}/turn`)).statusCode).toBe(204);
    expect(await videoOf(id)).not.toHaveProperty('turn');
    expect((await shop.visitor().get(second.url)).statusCode).toBe(404);
    // Removed already.
    expect((await admin.delete(`/api/media/${video}/turn`)).statusCode).toBe(204);
  });

  test('a video that is uploaded again because its file was lost has lost its turn', async () => {
    const bytes = makeVideo({});
    const { id, video } = await addVideo(bytes);
    await addTurn(video);
    const again = await addVideo(bytes);
    expect(again.video).toBe(video);
    expect(await videoOf(id)).toHaveProperty('turn');
    await mediaStore.remove(
      (await namesIn(mediaStore)).find((name) => name === `${video}.mp4`) ?? '',
    );
    await addVideo(bytes);
    expect(await videoOf(id)).not.toHaveProperty('turn');
  });

  test('a backup has the turn', async () => {
    const { video } = await addVideo();
    const { url } = await addTurn(video);
    const { database: target, mediaStore: store } = await restoredCopyOf(shop.ctx);
    const turns = (db: TestDatabase) =>
      db.db
        .selectFrom('media')
        .select(['id', 'turn'])
        .where('turn', 'is not', null)
        .orderBy('id')
        .execute();
    expect(await turns(target)).toEqual(await turns(database));
    expect(await namesIn(store)).toContain(path.basename(url));
    await target.close();
  });

  test('media cleanup removes the files of turns that no video has, and of videos that nothing shows', async () => {
    const { id, video } = await addVideo();
    const { video: other } = await addVideo();
    const removed = await addTurn(video);
    const replaced = await addTurn(other);
    const last = await addTurn(other);
    expect((await admin.delete(`/api/specimens/${id}`)).statusCode).toBe(204);
    shop.clock.forward({ days: 400 });
    await cleanUpMedia(shop.ctx, { files: true });
    const files = await turnFiles();
    expect(files).toContain(path.basename(last.url));
    expect(files).not.toContain(path.basename(removed.url));
    expect(files).not.toContain(path.basename(replaced.url));
  });
});
