/** What a stranger can write on a socket: nothing of it ends in what others get. */

import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changedSpecimens } from '#core/server/catalogue/specimens/cache-tags.ts';
import {
  type CachedShop,
  getRaw,
  openCachedShop,
  type RawResponse,
  sendRaw,
} from '#tests/support/cached-shop.ts';
import type { Browser } from './support/app.ts';
import { makeSqlite, type TestDatabase } from './support/databases.ts';
import { withoutHashes, withoutTimes } from './support/rendered-pages.ts';
import { addSpecimens } from './support/specimens.ts';

let database: TestDatabase;
let shop: CachedShop;
let admin: Browser;
let session = '';
let id = 0;
let hiddenId = 0;

beforeAll(async () => {
  database = await makeSqlite();
  shop = await openCachedShop(database);
  admin = await shop.admin();
  session = `Cookie: __Host-druse_session=${admin.cookies.get('__Host-druse_session')}`;
  [id = 0, hiddenId = 0] = await addSpecimens(shop.ctx, [
    { title: 'Quartz' },
    { title: 'Secretite', visible: false },
  ]);
});
afterAll(async () => {
  await shop.app.close();
  await database.close();
});
beforeEach(() => {
  shop.cache.invalidate(null);
  shop.log.length = 0;
});

const ask = (target: string, headers: string[] = [], method = 'GET') =>
  getRaw(shop.origin, target, headers, method);
const textOf = (response: { body: Buffer }) => response.body.toString();

/** A response as it is whenever it is made. */
function comparable({ status, headers, body }: RawResponse): {
  status: number;
  headers: Record<string, string>;
  text: string;
} {
  const policy = headers['content-security-policy'] ?? '';
  const text = body.toString();
  return {
    status,
    headers: { ...headers, 'content-security-policy': withoutHashes(policy, text) },
    text: withoutTimes(text),
  };
}

describe("a request's headers do not change the next response:", () => {
  const paths = () => ['/', `/specimen/${id}`, '/api/specimens?limit=5', '/nothing'];
  /** What each path gets before anything was tried. */
  let references: Map<string, ReturnType<typeof comparable>>;
  beforeAll(async () => {
    references = new Map();
    for (const path of paths()) references.set(path, comparable(await ask(path)));
  });

  test.each([
    ['X-Forwarded-Host: evil-host.example'],
    [
      'X-Forwarded-Proto: gopher',
      'X-Forwarded-For: 1.2.3.4, 5.6.7.8',
      'X-Forwarded-Port: 99',
      'Forwarded: host=evil-host.example',
    ],
    ['X-Original-URL: /manage', 'X-Rewrite-URL: /manage', 'X-Forwarded-Prefix: /evil-host'],
    ['X-HTTP-Method-Override: DELETE', 'X-Method-Override: PUT', 'X-HTTP-Method: POST'],
    ['Range: bytes=0-10', 'If-Range: "x"'],
    ['If-None-Match: *'],
    ['If-None-Match: "nothing"', 'If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT'],
    [
      'Accept: application/json',
      'Accept-Language: xx',
      'User-Agent: <script>evil-host</script>',
      'Referer: https://evil-host.example/',
    ],
    ['Cookie: druse_buyer=evil-host; theme=evil-host; druse_sessio=1'],
    [
      'Authorization: Basic ZXZpbDpldmls',
      'X-Auth-Token: evil-host',
      'Origin: https://evil-host.example',
    ],
    ['Accept-Encoding: br', 'Accept-Encoding: gzip;q=0'],
    ['Cache-Control: no-cache', 'Pragma: no-cache'],
  ])('%s', async (...tricks) => {
    for (const [path, reference] of references) {
      const tricked = await ask(path, tricks);
      const next = comparable(await ask(path));
      expect([next.status, next.text]).toEqual([reference.status, reference.text]);
      const { date: _now, ...headers } = next.headers;
      const { date: _then, ...expected } = reference.headers;
      expect(headers).toEqual(expected);
      expect(next.text).not.toContain('evil-host');
      expect(Object.values(tricked.headers).join()).not.toContain('evil-host');
      expect(next.headers).not.toHaveProperty('set-cookie');
      expect(next.headers.vary).toBe('Accept-Encoding');
    }
  });

  test('a foreign Host, in the header or in an absolute URL, is ignored', async () => {
    for (const lines of [
      ['GET / HTTP/1.1', 'Host: evil-host.example', 'Connection: close'],
      ['GET http://evil-host.example/ HTTP/1.1', 'Host: evil-host.example', 'Connection: close'],
      ['GET http://evil-host.example HTTP/1.1', 'Host: evil-host.example', 'Connection: close'],
      [
        'GET HTTPS://user@evil-host.example:99/?utm=1 HTTP/1.1',
        'Host: druse.example',
        'Connection: close',
      ],
      ['GET / HTTP/1.0'],
    ]) {
      shop.cache.invalidate(null);
      const tricked = await sendRaw(shop.origin, lines);
      expect([lines[0], tricked.status]).toEqual([lines[0], 200]);
      const next = await ask('/');
      expect(textOf(next)).toBe(textOf(tricked));
      expect(textOf(next)).toContain('https://druse.example/');
      expect(textOf(next)).not.toContain('evil-host');
    }
  });

  test.each([
    ['//evil-host.example/', 404],
    ['//evil-host.example/%2e%2e', 404],
    ['/%2F%2Fevil.example', 404],
    ['/\\evil-host.example', 404],
    ['/./', 301],
    ['/..;/manage', 404],
    ['/manage%00', 404],
    ['/manage.', 301],
    ['/index.html?/manage', 404],
    ['/specimen/1%2F..%2F..%2Fmanage', 404],
    ['/checkout;a=b', 404],
    ['/checkout%3Fa', 404],
    ['/%zz', 400],
    ['/CHECKOUT', 301],
    ['http:evil-host', 400],
    ['*', 404],
  ])('%s gets status %i', async (target, status) => {
    const response = await ask(target);
    expect([target, response.status]).toEqual([target, status]);
    expect(textOf(response)).not.toContain('evil-host');
    expect(response.headers.location ?? '/').toMatch(/^\/(?![/\\])/);
    expect(shop.log).toEqual([]);
  });

  test('unknown query parameters make no other page, and no more cached ones', async () => {
    const { size } = shop.cache;
    for (let turn = 0; turn < 30; turn++) {
      const odd = await ask(
        `/?utm_source=${turn}&x[]=${turn}&search=quartz&search=${'x'.repeat(turn > 20 ? 199 + turn : 0)}&__proto__=${turn}`,
      );
      expect(odd.status).toBe(200);
    }
    expect(size().responses).toBe(2);
  });
});

describe('responses to an admin and to visitors', () => {
  const listed = async (headers: string[] = []) =>
    JSON.parse(textOf(await ask('/api/specimens?limit=9', headers))).map(
      ({ id }: { id: number }) => id,
    );

  test('the admin sees hidden specimens before and after requests of visitors, who never do', async () => {
    expect(await listed([session])).toContain(hiddenId);
    expect(await listed()).not.toContain(hiddenId);
    expect(await listed([session])).toContain(hiddenId);
    expect(await listed()).not.toContain(hiddenId);
    expect((await ask('/api/specimens?limit=9', [session])).headers['cache-control']).toBe(
      'no-store',
    );
    const cached = await ask('/api/specimens?limit=9');
    expect(cached.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'x-total-count': '1',
    });
    for (const path of [
      `/api/specimens/${hiddenId}`,
      `/specimen/${hiddenId}`,
      `/specimen/${hiddenId}-secretite`,
    ]) {
      expect((await ask(path)).status).toBe(404);
      expect((await ask(path, [session])).status).toBe(200);
      const again = await ask(path);
      expect([again.status, textOf(again).includes('Secretite')]).toEqual([404, false]);
    }
  });

  test("a hidden specimen's page is a shell that must not be stored", async () => {
    const shell = await ask(`/specimen/${hiddenId}`, [session]);
    expect(shell.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(textOf(shell)).not.toContain('Secretite');
  });

  test('a specimen appears and disappears at once when its visibility changes', async () => {
    expect((await ask(`/specimen/${hiddenId}`)).status).toBe(404);
    await admin.put(`/api/specimens/${hiddenId}`, { visible: true });
    expect(textOf(await ask(`/specimen/${hiddenId}`))).toContain('Secretite');
    expect(await listed()).toContain(hiddenId);
    await admin.put(`/api/specimens/${hiddenId}`, { visible: false });
    expect((await ask(`/specimen/${hiddenId}`)).status).toBe(404);
    expect(await listed()).not.toContain(hiddenId);
  });

  test('an invalid session gets what visitors get, and nothing cached', async () => {
    const response = await ask('/api/specimens?limit=9', ['Cookie: a=b; druse_session=garbage']);
    expect([response.status, response.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(textOf(response)).not.toContain('Secretite');
    expect(shop.cache.size().responses).toBe(0);
  });

  test("a buyer's cookie does not bypass the cache", async () => {
    await ask('/');
    await ask(`/api/specimens/${id}`);
    shop.rendered.length = 0;
    const buyer = [`Cookie: druse_buyer=${'x'.repeat(43)}`];
    await ask('/', buyer);
    expect((await ask(`/api/specimens/${id}`, buyer)).headers['cache-control']).toBe(
      'private, no-cache',
    );
    expect(shop.rendered).toEqual([]);
  });

  test('admin pages redirect visitors home, and are never cached', async () => {
    for (const path of ['/upload', '/orders', '/settings', '/edit/1']) {
      const asAdmin = await ask(path, [session]);
      expect([asAdmin.status, asAdmin.headers['cache-control']]).toEqual([200, 'no-store']);
      const asVisitor = await ask(path);
      expect([
        asVisitor.status,
        asVisitor.headers.location,
        asVisitor.headers['cache-control'],
      ]).toEqual([302, '/', 'no-store']);
    }
  });
});

describe('one page in many forms:', () => {
  test.each<[string, string, (body: Buffer) => Buffer]>([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['gzip;q=0', '', (body) => body],
    ['', '', (body) => body],
  ])('Accept-Encoding: %s gets the encoding %j', async (accepted, encoding, decode) => {
    for (const path of ['/', '/api/specimens?limit=5']) {
      const plain = await ask(path);
      for (let again = 0; again < 2; again++) {
        const { headers, body } = await ask(path, [`Accept-Encoding: ${accepted}`]);
        expect([headers['content-encoding'] ?? '', headers['content-length']]).toEqual([
          encoding,
          String(body.length),
        ]);
        expect(decode(body).equals(plain.body)).toBe(true);
        expect(headers.etag).toBe(plain.headers.etag);
      }
    }
  });

  test('HEAD gets the headers of GET and no body, before and after a GET', async () => {
    for (const path of ['/', `/specimen/${id}`, `/api/specimens/${id}`, '/nothing']) {
      const [first, get, second] = [
        await ask(path, [], 'HEAD'),
        await ask(path),
        await ask(path, [], 'HEAD'),
      ];
      for (const head of [first, second]) {
        const { date: _now, ...headers } = head.headers;
        const { date: _then, ...expected } = get.headers;
        expect([path, head.status, head.body.length, headers]).toEqual([
          path,
          get.status,
          0,
          expected,
        ]);
      }
      expect(get.body.length).toBeGreaterThan(100);
    }
  });

  test('a client that has the page gets a 304 until it changes', async () => {
    for (const path of ['/', `/specimen/${id}`, `/api/specimens/${id}`, '/api/settings/hero']) {
      const { etag = '' } = (await ask(path)).headers;
      expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
      for (const known of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
        const response = await ask(path, [`If-None-Match: ${known}`, 'Accept-Encoding: br']);
        expect([response.status, response.body.length, response.headers.etag]).toEqual([
          304,
          0,
          etag,
        ]);
        expect(response.headers).not.toHaveProperty('content-encoding');
        // The client's copy has its own policy, with the hashes of its own scripts.
        expect(response.headers).not.toHaveProperty('content-security-policy');
        expect(response.headers['cache-control']).toMatch(/no-cache|must-revalidate/);
      }
      expect((await ask(path, ['If-None-Match: "other"'])).status).toBe(200);
      // Rendered again it has the same ETag, in this process and in others.
      shop.cache.invalidate(null);
      const made = await ask(path, [`If-None-Match: ${etag}`]);
      expect(made.status).toBe(304);
      // Another policy would take the client's copy its scripts and styles.
      expect(made.headers).not.toHaveProperty('content-security-policy');
    }
    const { etag } = (await ask('/')).headers;
    await admin.put('/api/settings/hero', { title: 'Changed' });
    const changed = await ask('/', [`If-None-Match: ${etag}`]);
    expect([changed.status, textOf(changed).includes('Changed')]).toEqual([200, true]);
  });

  test('Range is ignored, and a missing page is never a 304', async () => {
    const response = await ask('/', ['Range: bytes=0-99']);
    expect([response.status, response.headers['content-range']]).toEqual([200, undefined]);
    expect((await ask('/nothing', ['If-None-Match: *'])).status).toBe(404);
  });

  test('a request with another method never gets a cached page', async () => {
    await ask('/');
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      expect((await ask('/', [], method)).status).toBe(404);
  });
});

test('the whole list is cached while it is short, and streamed when it is long', async () => {
  const inputs = Array.from({ length: 520 }, (_, place) => ({ title: `Lot ${place}` }));
  const isCached = () => shop.cache.get('/api/specimens') !== undefined;
  expect([JSON.parse(textOf(await ask('/api/specimens'))).length, isCached()]).toEqual([1, true]);
  await addSpecimens(shop.ctx, inputs);
  shop.ctx.invalidateCache(changedSpecimens([]));
  const response = await fetch(`${shop.origin}/api/specimens`);
  expect([((await response.json()) as unknown[]).length, isCached()]).toEqual([521, false]);
});

describe('a URL that is too long', () => {
  const tooLong = {
    status: 414,
    body: '{"code":"address_too_long","message":"The address is too long."}',
  };
  const respond = async (lines: string[]) => {
    const { status, body } = await sendRaw(shop.origin, lines);
    return { status, body: body.toString() };
  };

  test.each([8_193, 9_000, 30_000, 40_000, 200_000])(
    'of %i characters is refused with 414',
    async (length) => {
      for (const start of ['/?search=', '/specimen/12-', '/api/specimens?search=']) {
        const target = start + 'x'.repeat(length - start.length);
        expect(
          await respond([`GET ${target} HTTP/1.1`, 'Host: druse.example', 'Connection: close']),
        ).toEqual(tooLong);
      }
    },
  );

  test('is refused also when it arrives in pieces', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const send = async () => {
        socket.setNoDelay(true).write('GET /?search=');
        for (let piece = 0; piece < 60 && socket.writable; piece++) {
          socket.write('x'.repeat(1_000));
          await new Promise(setImmediate);
        }
      };
      const socket = connect(
        Number(new URL(shop.origin).port),
        '127.0.0.1',
        () => void send().catch(reject),
      );
      socket.on('data', (data) => {
        received += data;
      });
      socket.on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EPIPE' || error.code === 'ECONNRESET' ? undefined : reject(error),
      );
      socket.on('close', () => resolve(received));
    });
    expect(text).toMatch(/^HTTP\/1\.1 414 URI Too Long\r\n.*"address_too_long"/s);
  });

  test('is told from a header that is too long', async () => {
    const long = [
      'GET / HTTP/1.1',
      'Host: druse.example',
      `Cookie: a=b; c=${'x'.repeat(40_000)}`,
      'Connection: close',
    ];
    expect((await respond(long)).status).toBe(431);
    const inOne = ['GET / HTTP/1.1', 'Host: druse.example', `X-Long: ${'x'.repeat(100_000)}`];
    expect((await respond(inOne)).status).toBe(431);
  });

  test('is not one of 8,192 characters', async () => {
    const start = '/?search=';
    expect((await ask(start + 'x'.repeat(8_192 - start.length))).status).toBe(200);
  });
});

test('behind a CDN public pages say how long it may cache them, and nothing else does', async () => {
  const other = await openCachedShop(database, { config: { cdnSeconds: 60 } });
  const control = async (path: string, headers: string[] = []) =>
    (await getRaw(other.origin, path, headers)).headers['cache-control'];
  for (const path of ['/', '/?search=quartz', `/specimen/${id}`, '/checkout', '/manage']) {
    expect([path, await control(path)]).toEqual([
      path,
      'public, max-age=0, s-maxage=60, stale-while-revalidate=60',
    ]);
  }
  for (const path of [
    '/nothing',
    '/specimen/x',
    `/specimen/${hiddenId}`,
    '/shipping',
    '/order-confirmation/1',
    '/upload',
    '/Checkout',
  ]) {
    expect([path, await control(path)]).toEqual([path, expect.not.stringContaining('s-maxage')]);
  }
  for (const path of [
    '/api/specimens',
    `/api/specimens/${id}`,
    '/api/settings',
    '/api/auth/me',
    '/healthz',
  ]) {
    expect([path, (await control(path)) ?? '']).toEqual([
      path,
      expect.not.stringMatching(/public|s-maxage/),
    ]);
  }
  await other.app.close();
});
