/** What a bucket does and a folder does not: prefixes, content types, failures. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#core/server/config.ts';
import { type Behaviour, type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import { namesIn } from '#tests/support/stores.ts';
import { isThorough } from '#tests/support/thorough.ts';
import type { MediaStore, StoredFile } from './media-store.ts';
import { s3Store } from './s3.ts';
import { checkBucket } from './s3-check.ts';
import { s3Client } from './s3-client.ts';

const name = '0123456789abcdef0123456789abcdef-320.avif';
const video = '0123456789abcdef0123456789abcdef.mp4';
const bytes = Buffer.from('ten bytes!');
/** Long enough for a busy machine to respond; each silent request takes as long. */
/** Silence that no busy machine keeps by itself. */
const timeouts = { responseMs: 2_000, idleMs: 3_000, retryDelaysMs: [5, 10] };

let server: S3Server;
let store: MediaStore;
let messages: string[];

const bucketOf = (change: Record<string, string> = {}) => {
  const { bucket } = readConfig({ ...server.environment, ...change });
  if (!bucket) throw new Error('The environment names no bucket');
  return bucket;
};
const open = () =>
  s3Store(bucketOf(), { timeouts, onStatusChange: (message) => messages.push(message) });

beforeEach(async () => {
  server = await startS3Server();
  messages = [];
  store = open();
});
afterEach(() => server.stop());

const opened = async (file: string): Promise<StoredFile> => {
  const found = await store.open(file);
  if (!found) throw new Error(`${file} is not there`);
  return found;
};
const forbidden = (method: string): Behaviour => ({
  kind: 'status',
  status: 403,
  code: 'AccessDenied',
  method,
});
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing went wrong',
    (error: { reason?: string; message: string }) => error.reason ?? error.message,
  );

describe('a bucket', () => {
  test('stores each file under the prefix, with its content type', async () => {
    for (const file of [
      name,
      video,
      `private/${'a'.repeat(32)}.heic`,
      `private/${'b'.repeat(32)}.bin`,
    ])
      await store.put(file, bytes);
    const stored = [...server.objects].map(([key, { type }]) => `${key} ${type}`);
    expect(stored.sort()).toEqual([
      `shop/${name} image/avif`,
      `shop/${video} video/mp4`,
      `shop/private/${'a'.repeat(32)}.heic image/heic`,
      `shop/private/${'b'.repeat(32)}.bin application/octet-stream`,
    ]);
  });

  test('is listed page by page, without the files of others', async () => {
    server.pageSize = 2;
    const names = Array.from({ length: 7 }, (_, n) => `${n}.jpg`);
    for (const each of names) await store.put(each, bytes);
    for (const key of [
      'other/1.jpg',
      'shop/',
      'shop/a&b <c>.jpg',
      'shop/sub/1.jpg',
      'shop/.jpg',
      'shopping/2.jpg',
    ]) {
      server.objects.set(key, { bytes, type: '', modified: new Date() });
    }
    expect(await namesIn(store)).toEqual(names);
    server.objects.clear();
    expect(await namesIn(store)).toEqual([]);
  });

  test('is not listed for ever if its list neither ends nor continues', async () => {
    const endless = createServer((_request, response) =>
      response.end('<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>'),
    );
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
    const { port } = endless.address() as AddressInfo;
    const wrong = s3Store(bucketOf({ S3_ENDPOINT: `http://127.0.0.1:${port}` }), { timeouts });
    expect(await reasonOf(Array.fromAsync(wrong.list()))).toBe(
      'GET the bucket: the list has no end',
    );
    endless.close();
  });

  test('can be opened with a temporary key and its session token', async () => {
    const temporary = await startS3Server({ sessionToken: 'to+ken/=' });
    const { bucket } = readConfig(temporary.environment);
    if (bucket) await s3Store(bucket).put(name, bytes);
    expect(temporary.objects.size).toBe(1);
    await temporary.stop();
  });

  test('stores a name once, though two writers find it free at the same time', async () => {
    const other = open();
    const [first, second] = [randomBytes(1_000), randomBytes(1_000)];
    const stored = await Promise.all([store.put(name, first), other.put(name, second)]);
    expect(stored.toSorted()).toEqual([false, true]);
    // On a busy machine one may be done before the other asks.
    expect([1, 2]).toContain(server.requests.filter((request) => request.startsWith('PUT')).length);
    expect(
      [first, second].some((content) => server.objects.get(`shop/${name}`)?.bytes.equals(content)),
    ).toBe(true);
  });

  test('may support no conditional writes', async () => {
    server.supportsConditions = false;
    await store.put(name, bytes);
    await store.put(video, bytes);
    expect(server.requests.filter((request) => request.startsWith('PUT'))).toEqual(
      ['PUT', 'PUT', 'PUT'].map((put, n) => `${put} shop/${n < 2 ? name : video}`),
    );
    expect(await namesIn(store)).toEqual([name, video].sort());
  });
});

describe('a bucket that fails', () => {
  test.each([500, 502, 503, 504, 429, 409])(
    'with %i twice gets a third attempt',
    async (status) => {
      server.behave({ kind: 'status', status, times: 2 });
      await store.put(name, bytes);
      expect(server.objects.get(`shop/${name}`)?.bytes.equals(bytes)).toBe(true);
      expect(messages).toEqual([]);
    },
  );

  test('with 503 every time gets three attempts and no more', async () => {
    server.behave({ kind: 'status', status: 503, code: 'SlowDown' });
    await expect(store.open(video)).rejects.toMatchObject({
      code: 'unavailable',
      details: { retryAfter: 5 },
    });
    expect(server.requests).toHaveLength(3);
    expect(await reasonOf(store.remove(video))).toBe(`DELETE ${video}: 503 SlowDown`);
  });

  test.each([
    [403, 'AccessDenied'],
    [400, 'InvalidRequest'],
    [301, 'PermanentRedirect'],
  ])('with %i gets no second attempt', async (status, code) => {
    server.behave({ kind: 'status', status, code });
    expect(await reasonOf(Array.fromAsync(store.list()))).toBe(`GET the bucket: ${status} ${code}`);
    expect(server.requests).toHaveLength(1);
  });

  test('temporarily loses nothing that is written or read', async () => {
    const content = randomBytes(400_000);
    server.behave({ kind: 'status', status: 500, times: 2 });
    await store.put(video, content);
    server.behave({ kind: 'status', status: 500, times: 1 });
    expect((await buffer((await opened(video)).read())).equals(content)).toBe(true);
  });

  test('because it is down is reported once, and so is its recovery', async () => {
    await store.put(name, bytes);
    await server.stop();
    for (let n = 0; n < 3; n++)
      expect(await reasonOf(store.open(name))).toBe(`HEAD ${name}: ECONNREFUSED`);
    await server.resume();
    expect((await opened(name)).size).toBe(10);
    expect(await store.has(video)).toBe(false);
    expect(messages).toEqual([
      `the media store fails: HEAD ${name}: ECONNREFUSED`,
      'the media store responds again',
    ]);
  });

  test('because it is full is reported as full', async () => {
    for (const [status, code] of [
      [507, 'StorageFull'],
      [403, 'QuotaExceeded'],
    ] as const) {
      server.behave({ kind: 'status', status, code, method: 'PUT' });
      await expect(store.put(name, bytes)).rejects.toMatchObject({ code: 'storage_full' });
    }
    expect(server.objects.size).toBe(0);
  });

  test('by never responding times out, and gets no request for a while', async () => {
    server.behave({ kind: 'silent' });
    expect(await reasonOf(store.has(name))).toBe(`HEAD ${name}: no response for 2 seconds`);
    expect(await reasonOf(store.has(name))).toBe(
      `HEAD ${name}: not sent, the store has just timed out`,
    );
    expect(server.requests).toHaveLength(1);
    expect(messages).toHaveLength(1);
    await expect.poll(() => server.pending()).toBe(0);
  });

  test.runIf(isThorough)('by not responding to one request still gets the others', async () => {
    server.behave({ kind: 'silent', method: 'PUT' });
    const failing = reasonOf(store.put(video, bytes));
    await expect.poll(() => server.requests.at(-1)).toMatch(/^PUT/);
    expect(await store.has(name)).toBe(false);
    expect(await failing).toMatch('no response for');
    expect(await store.has(name)).toBe(false);
  });

  test('by never responding to an upload times out, and stores no half file', async () => {
    server.behave({ kind: 'silent', method: 'PUT' });
    expect(await reasonOf(store.put(video, randomBytes(2_000_000)))).toMatch(
      /^PUT .*: no response for/,
    );
    expect(server.objects.size).toBe(0);
  });

  test('by responding with something else is refused as no store', async () => {
    const page = createServer((_request, response) => {
      response.write('<html>');
      response.end('Welcome!</html>');
    });
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    const { port } = page.address() as AddressInfo;
    const wrong = s3Store(bucketOf({ S3_ENDPOINT: `http://127.0.0.1:${port}` }), { timeouts });
    expect(await reasonOf(Array.fromAsync(wrong.list()))).toBe(
      'GET the bucket: the list cannot be read',
    );
    expect(await reasonOf(wrong.open(name))).toBe(`HEAD ${name}: the response has no size`);
    page.close();
  });

  test.each([200, 403])('by answering %d without an end is left in the middle', async (status) => {
    server.behave({ kind: 'endless', status });
    expect(await reasonOf(Array.fromAsync(store.list()))).toMatch(/^GET the bucket: /);
    expect(server.endlessBytes).toBeLessThan(32 * 2 ** 20);
    await expect.poll(() => server.pending()).toBe(0);
  });

  test('by sending more than the size of a file is left in the middle', async () => {
    await store.put(name, bytes);
    const file = await opened(name);
    server.behave({ kind: 'endless', status: 200 });
    expect(await reasonOf(buffer(file.read()))).toBe(
      `GET ${name}: the response does not have the size of the file`,
    );
    await expect.poll(() => server.pending()).toBe(0);
  });

  test('is not blamed for a body that could not be read', async () => {
    const client = s3Client(bucketOf(), {
      timeouts,
      onStatusChange: (message) => messages.push(message),
    });
    const body = {
      size: 10,
      sha256: 'a'.repeat(64),
      read: async function* () {
        yield Buffer.from('ten');
        throw new Error('The disk is broken');
      },
    };
    await expect(client.ask({ method: 'PUT', key: name, body, expected: [200] })).rejects.toThrow(
      'The disk is broken',
    );
    expect([server.objects.size, messages]).toEqual([0, []]);
  });
});

describe('a file that is being read', () => {
  const content = randomBytes(5_000_000);
  let file: StoredFile;

  beforeEach(async () => {
    await store.put(video, content);
    file = await opened(video);
  });

  const readAll = async (range?: { start: number; end: number }) => {
    let length = 0;
    try {
      for await (const piece of file.read(range)) length += piece.length;
      return { length, failure: null };
    } catch (error) {
      return { length, failure: (error as { reason: string }).reason };
    }
  };

  test.each(isThorough ? (['break-off', 'stall'] as const) : (['break-off'] as const))(
    'breaks off when the store does (%s)',
    async (kind) => {
      server.behave({ kind, bytes: 200_000 });
      const { length, failure } = await readAll();
      expect([length, failure]).toEqual([
        200_000,
        expect.stringMatching(`GET ${video}: the response broke off`),
      ]);
      expect((await readAll({ start: 10, end: 4_000_000 })).failure).toMatch('broke off');
    },
  );

  test('fails if it has become shorter or is gone', async () => {
    server.objects.set(`shop/${video}`, {
      bytes: content.subarray(0, 1_000),
      type: '',
      modified: new Date(),
    });
    expect(await readAll()).toEqual({
      length: 1_000,
      failure: `GET ${video}: the response does not have the size of the file`,
    });
    expect((await readAll({ start: 2_000, end: 3_000 })).failure).toBe(
      `GET ${video}: 416 InvalidRange`,
    );
    server.objects.clear();
    expect(await readAll()).toEqual({ length: 0, failure: `GET ${video}: 404 NoSuchKey` });
  });

  test('ends its request once the reader has left', async () => {
    for await (const piece of file.read()) {
      expect(piece.length).toBeLessThan(content.length);
      break;
    }
    server.behave({ kind: 'stall', bytes: 10 });
    const stalled = file.read();
    stalled.on('error', () => {});
    await new Promise((resolve) => stalled.once('data', resolve));
    stalled.destroy();
    server.behave({ kind: 'silent' });
    const waiting = file.read();
    waiting.on('error', () => {});
    waiting.resume();
    await expect.poll(() => server.requests.length).toBe(6);
    waiting.destroy();
    await expect.poll(() => server.pending()).toBe(0);
    expect(messages).toEqual([]);
  });

  test.runIf(isThorough)('waits for a slow reader', async () => {
    let length = 0;
    for await (const piece of file.read()) {
      if (length === 0) await new Promise((resolve) => setTimeout(resolve, 2 * timeouts.idleMs));
      length += piece.length;
    }
    expect(length).toBe(content.length);
  });
});

describe('at the start', () => {
  test('a bucket is checked with a probe, which is removed', async () => {
    await checkBucket(bucketOf());
    const [, ...requests] = server.requests.map((request) => request.replace(/-\w{32}/, ''));
    expect(requests).toEqual(
      ['HEAD', 'PUT', 'GET', 'HEAD', 'GET', 'DELETE'].map(
        (method) => `${method} shop/private/druse-start.webp`,
      ),
    );
    expect(server.objects.size).toBe(0);
  });

  test.each<[string, Record<string, string>, string]>([
    ['is not there', { MEDIA_URL: 's3://other' }, 'the bucket does not exist'],
    [
      'does not know the key',
      { AWS_ACCESS_KEY_ID: 'other' },
      'the store does not know this AWS_ACCESS_KEY_ID',
    ],
    [
      'does not know the secret',
      { AWS_SECRET_ACCESS_KEY: 'hunter2' },
      'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID',
    ],
    ['does not want the token', { AWS_SESSION_TOKEN: 'hunter2' }, 'AWS_SESSION_TOKEN is wrong'],
    [
      'has no known server',
      { S3_ENDPOINT: 'http://nowhere.invalid' },
      'it cannot be reached: GET the bucket: ENOTFOUND',
    ],
  ])('one that %s is refused with the reason', async (_, change, message) => {
    await expect(checkBucket(bucketOf(change))).rejects.toThrow(new Error(message));
    expect(server.objects.size).toBe(0);
  });

  test.each<[string, Behaviour, string]>([
    [
      'is elsewhere',
      { kind: 'status', status: 301, code: 'PermanentRedirect' },
      'AWS_REGION is not the region of the bucket',
    ],
    ['cannot be listed', forbidden('GET'), 'the key is not allowed to list it'],
    ['cannot be written to', forbidden('PUT'), 'the key is not allowed to write to it'],
    [
      'takes nothing but empty files',
      { ...forbidden('PUT'), withBody: true } as Behaviour,
      'the key is not allowed to write to it',
    ],
    ['cannot be cleared', forbidden('DELETE'), 'the key is not allowed to remove from it'],
    ['fails', { kind: 'status', status: 500 }, 'it responded GET the bucket: 500 InternalError'],
    ['never responds', { kind: 'silent' }, 'it did not respond within 0.3 seconds'],
  ])('one that %s is refused with the reason', async (_, behaviour, message) => {
    server.behave(behaviour);
    await expect(
      checkBucket(bucketOf(), message.includes('0.3') ? 300 : undefined),
    ).rejects.toThrow(new Error(message));
  });

  test('a bucket that says once that it is busy is asked again', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      server.behave({ kind: 'status', status: 503, code: 'SlowDown', times: 1, method });
      await checkBucket(bucketOf());
    }
    expect(server.objects.size).toBe(0);
  });

  test('a bucket that gives back other bytes than it got is refused', async () => {
    const set = server.objects.set.bind(server.objects);
    server.objects.set = (key, object) =>
      set(key, { ...object, bytes: Buffer.alloc(object.bytes.length) });
    await expect(checkBucket(bucketOf())).rejects.toThrow('it gives back other bytes than it got');
  });

  test('a full bucket is accepted: what it has can be shown', async () => {
    server.behave({ kind: 'status', status: 507, method: 'PUT' });
    await expect(checkBucket(bucketOf())).resolves.toBeUndefined();
  });

  test('a bucket whose server is down is refused with the reason', async () => {
    await server.stop();
    await expect(checkBucket(bucketOf())).rejects.toThrow(
      'it cannot be reached: GET the bucket: ECONNREFUSED',
    );
  });

  test('a publicly readable bucket is refused: it would give away the originals', async () => {
    server.isPublic = true;
    await expect(checkBucket(bucketOf())).rejects.toThrow('anyone can read it without a key');
    expect(server.objects.size).toBe(0);
  });
});
