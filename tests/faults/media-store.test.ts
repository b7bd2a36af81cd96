/** When the media store is slow, down or broken, pages and orders go on, pictures and uploads fail cleanly, and the shop recovers by itself. */

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { specimenPath } from '#core/contract/catalogue/specimen-urls.ts';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import { renditionUrl } from '#core/contract/media/media-urls.ts';
import { ADMIN } from '#tests/support/app.ts';
import { directBody } from '#tests/support/orders.ts';
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import { newDataDir, type ShopProcess, startShop } from '#tests/support/shop-process.ts';
import { smallJpeg } from '#tests/support/uploads.ts';

let server: S3Server;
let shop: ShopProcess & { origin: string };
let cookie: string;
let specimens: Specimen[];
let picture: string;
let video: string;
let folder: string;

beforeAll(async () => {
  server = await startS3Server();
  folder = newDataDir();
  const options = {
    DATA_DIR: folder,
    DEMO: 'on',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ADMIN_PASSWORD: ADMIN.password,
  };
  shop = await startShop({ ...options, ...server.environment });
  const response = await send('POST', '/api/auth/login', JSON.stringify(ADMIN), {
    'content-type': 'application/json',
  });
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  specimens = (await (await get('/api/specimens?limit=100')).json()) as Specimen[];
  for (const { main } of specimens) {
    if (isVideo(main)) video = main.url;
    else picture = renditionUrl(main.id, 320, 'avif');
  }
});
afterAll(async () => {
  shop.child.kill('SIGTERM');
  expect(await shop.ended).toBe(0);
  await server.stop();
});
beforeEach(async () => {
  server.behave({ kind: 'ok' });
  await server.resume();
});

const send = (
  method: string,
  url: string,
  body: string | FormData | null,
  headers: Record<string, string> = {},
) => fetch(`${shop.origin}${url}`, { method, body, headers: { origin: shop.origin, ...headers } });
const get = (url: string, headers: Record<string, string> = {}) => send('GET', url, null, headers);
const upload = async () => {
  const form = new FormData();
  form.append(
    'image',
    new Blob([new Uint8Array(await smallJpeg(400, 300))], { type: 'image/jpeg' }),
    'stone.jpg',
  );
  return send('POST', '/api/media', form, { cookie });
};
/** Jobs of the demo's media have folders of their own there while they run. */
const expectNoLeftovers = () =>
  expect.poll(() => readdirSync(path.join(folder, 'uploads'))).toEqual([]);

/** Everything that visitors do must still work. */
async function expectPagesAndOrders(): Promise<void> {
  const sellable = specimens.findIndex((specimen) => specimen.available > 0);
  const [specimen] = specimens.splice(sellable, 1);
  if (!specimen) throw new Error('The demo has nothing left to sell');
  for (const page of ['/', '/checkout', specimenPath(specimen), '/?search=quartz'])
    expect((await get(page)).status, page).toBe(200);
  expect((await get('/api/specimens')).status).toBe(200);
  const order = await send('POST', '/api/orders', JSON.stringify(directBody(specimen.id)), {
    'content-type': 'application/json',
  });
  expect(order.status).toBe(201);
}

async function expectUnavailable(response: Response): Promise<void> {
  expect([
    response.status,
    response.headers.get('retry-after'),
    response.headers.get('cache-control'),
  ]).toEqual([503, '5', 'no-store']);
  expect(await response.json()).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('can’t reach its photos and videos'),
  });
}

async function expectRecovered(): Promise<void> {
  const response = await get(picture);
  expect([response.status, response.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=86400',
  ]);
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
  expect((await get(video, { range: 'bytes=1000-1999' })).status).toBe(206);
  expect((await upload()).status).toBe(201);
}

test('a shop whose store works serves pages, orders, media and uploads', async () => {
  await expectPagesAndOrders();
  await expectRecovered();
});

test('an upload asks the store once for each file', async () => {
  const before = server.requests.length;
  expect((await upload()).status).toBe(201);
  const heads = server.requests.slice(before).filter((request) => request.startsWith('HEAD'));
  expect(heads.length).toBeGreaterThan(4);
  expect(heads).toEqual([...new Set(heads)]);
});

test('a store that is down makes media unavailable, and the shop recovers with it', async () => {
  const before = [...server.objects.keys()];
  await server.stop();
  await expectPagesAndOrders();
  for (const response of [
    await get(picture),
    await get(video, { range: 'bytes=0-9' }),
    await upload(),
  ])
    await expectUnavailable(response);
  await server.resume();
  expect([...server.objects.keys()]).toEqual(before);
  await expectNoLeftovers();
  await expectRecovered();
  expect(shop.printed()).toMatch(/the media store fails: HEAD \S+: ECONNREFUSED/);
  expect(shop.printed()).toMatch('the media store responds again');
});

test('a store that never responds makes media unavailable, and nothing else', async () => {
  server.behave({ kind: 'silent' });
  const waiting = [get(picture), upload(), ...Array.from({ length: 20 }, () => get(video))];
  await expectPagesAndOrders();
  for (const response of await Promise.all(waiting)) await expectUnavailable(response);
  server.behave({ kind: 'ok' });
  await expect.poll(async () => (await get(picture)).status).toBe(200);
  await expectRecovered();
});

test('a slow store serves everything late', async () => {
  server.behave({ kind: 'slow', ms: 100 });
  await expectRecovered();
});

test('a temporary failure of the store is retried', async () => {
  server.behave({ kind: 'status', status: 503, code: 'SlowDown', times: 2 });
  expect((await get(picture)).status).toBe(200);
  server.behave({ kind: 'status', status: 500, times: 2, method: 'PUT' });
  expect((await upload()).status).toBe(201);
});

test('a failure in the middle of an upload leaves no files', async () => {
  const before = [...server.objects.keys()];
  server.behave({ kind: 'status', status: 503, method: 'PUT', after: 2 });
  await expectUnavailable(await upload());
  expect(server.requests.slice(-12).filter((request) => request.startsWith('DELETE'))).not.toEqual(
    [],
  );
  expect([...server.objects.keys()]).toEqual(before);
  await expectNoLeftovers();
});

test('a full store tells the admin so', async () => {
  server.behave({ kind: 'status', status: 403, code: 'QuotaExceeded', method: 'PUT' });
  const response = await upload();
  expect([response.status, await response.json()]).toEqual([
    507,
    expect.objectContaining({ code: 'storage_full' }),
  ]);
});

describe('a store that fails while a video is read', () => {
  test('breaks off the response, so that no client takes a part for the whole', async () => {
    server.behave({ kind: 'break-off', bytes: 2_000 });
    for (const headers of [{}, { range: 'bytes=0-' }]) {
      const response = await get(video, headers as Record<string, string>);
      expect([200, 206]).toContain(response.status);
      await expect(response.arrayBuffer()).rejects.toThrow();
    }
  });

  test('gives an uncacheable error if it fails before the first byte', async () => {
    server.behave({ kind: 'status', status: 500, method: 'GET' });
    await expectUnavailable(await get(video));
    await expectUnavailable(await get(video, { range: 'bytes=0-9' }));
  });
});

test('a visitor who leaves ends the request to the store', async () => {
  const leaving = new AbortController();
  server.behave({ kind: 'stall', bytes: 2_000 });
  const response = await fetch(`${shop.origin}${video}`, { signal: leaving.signal });
  expect(server.pending()).toBe(1);
  leaving.abort();
  await expect(response.arrayBuffer()).rejects.toThrow();
  await expect.poll(() => server.pending()).toBe(0);
});

test('the shop refuses to start when the bucket is unusable, and says why', async () => {
  const wrong = { ...server.environment, AWS_SECRET_ACCESS_KEY: 'hunter2' };
  const failure = await startShop(wrong).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(failure).toMatch(
    /Druse cannot start:\n {2}- The bucket of MEDIA_URL s3:\/\/stones\/shop cannot be used: AWS_SECRET_ACCESS_KEY does not/,
  );
  expect(failure).not.toContain('hunter2');
});
