/** What a stranger can write on a socket: nothing of it ends in what others get. */

import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changedSpecimens } from '#server/features/specimens/cache-tags.ts';
import { type CachedShop, getRaw, openCachedShop, type RawAnswer, sendRaw } from '#tests/support/cached-shop.ts';
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
  session = `Cookie: druse_session=${admin.cookies.get('druse_session')}`;
  [id = 0, hiddenId = 0] = await addSpecimens(shop.ctx, [{ title: 'Quartz' }, { title: 'Secretite', visible: false }]);
});
afterAll(async () => {
  await shop.app.close();
  await database.close();
});
beforeEach(() => shop.cache.invalidate(null));

const ask = (target: string, headers: string[] = [], method = 'GET') => getRaw(shop.origin, target, headers, method);
const textOf = (response: { body: Buffer }) => response.body.toString();

/** A response as it is whenever it is made. */
function comparable({ status, headers, body }: RawAnswer): { status: number; headers: Record<string, string>; text: string } {
  const policy = headers['content-security-policy'] ?? '';
  const text = body.toString();
  return { status, headers: { ...headers, 'content-security-policy': withoutHashes(policy, text) }, text: withoutTimes(text) };
}

describe('what the first one asks is not what the next one gets', () => {
  const addresses = () => ['/', `/specimen/${id}`, '/api/specimens?limit=5', '/nothing'];

  test.each([
    ['X-Forwarded-Host: evil-host.example'],
    ['X-Forwarded-Proto: gopher', 'X-Forwarded-For: 1.2.3.4, 5.6.7.8', 'X-Forwarded-Port: 99', 'Forwarded: host=evil-host.example'],
    ['X-Original-URL: /manage', 'X-Rewrite-URL: /manage', 'X-Forwarded-Prefix: /evil-host'],
    ['X-HTTP-Method-Override: DELETE', 'X-Method-Override: PUT', 'X-HTTP-Method: POST'],
    ['Range: bytes=0-10', 'If-Range: "x"'],
    ['If-None-Match: *'],
    ['If-None-Match: "nothing"', 'If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT'],
    ['Accept: application/json', 'Accept-Language: xx', 'User-Agent: <script>evil-host</script>', 'Referer: https://evil-host.example/'],
    ['Cookie: druse_buyer=evil-host; theme=evil-host; druse_sessio=1'],
    ['Authorization: Basic ZXZpbDpldmls', 'X-Auth-Token: evil-host', 'Origin: https://evil-host.example'],
    ['Accept-Encoding: br', 'Accept-Encoding: gzip;q=0'],
    ['Cache-Control: no-cache', 'Pragma: no-cache'],
  ])('%s', async (...headers) => {
    for (const address of addresses()) {
      const reference = comparable(await ask(address));
      shop.cache.invalidate(null);
      const tricked = await ask(address, headers);
      const next = comparable(await ask(address));
      expect([next.status, next.text]).toEqual([reference.status, reference.text]);
      const { date: _now, ...kept } = next.headers;
      const { date: _then, ...expected } = reference.headers;
      expect(kept).toEqual(expected);
      expect(next.text).not.toContain('evil-host');
      expect(Object.values(tricked.headers).join()).not.toContain('evil-host');
      expect(next.headers).not.toHaveProperty('set-cookie');
      expect(next.headers.vary).toBe('Accept-Encoding');
    }
  });

  test('a foreign Host, in its header or in a whole address', async () => {
    for (const lines of [
      ['GET / HTTP/1.1', 'Host: evil-host.example', 'Connection: close'],
      ['GET http://evil-host.example/ HTTP/1.1', 'Host: evil-host.example', 'Connection: close'],
      ['GET http://evil-host.example HTTP/1.1', 'Host: evil-host.example', 'Connection: close'],
      ['GET HTTPS://user@evil-host.example:99/?utm=1 HTTP/1.1', 'Host: druse.example', 'Connection: close'],
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
    ['/./', 404],
    ['/..;/manage', 404],
    ['/manage%00', 404],
    ['/manage.', 404],
    ['/index.html?/manage', 404],
    ['/specimen/1%2F..%2F..%2Fmanage', 404],
    ['/checkout;a=b', 404],
    ['/checkout%3Fa', 404],
    ['/%zz', 400],
    ['/CHECKOUT', 301],
    ['http:evil-host', 400],
    ['*', 404],
  ])('%s is answered %i', async (target, status) => {
    const answer = await ask(target);
    expect([target, answer.status]).toEqual([target, status]);
    expect(textOf(answer)).not.toContain('evil-host');
    expect(answer.headers.location ?? '/').toMatch(/^\/(?![/\\])/);
    expect(shop.log).toEqual([]);
  });

  test('the same page whatever stands in the query besides, and no more of them than there are pages', async () => {
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

describe('one session and the others', () => {
  const listed = async (headers: string[] = []) =>
    JSON.parse(textOf(await ask('/api/specimens?limit=9', headers))).map(({ id }: { id: number }) => id);

  test('the admin sees hidden specimens before and after visitors have asked, and they never do', async () => {
    expect(await listed([session])).toContain(hiddenId);
    expect(await listed()).not.toContain(hiddenId);
    expect(await listed([session])).toContain(hiddenId);
    expect(await listed()).not.toContain(hiddenId);
    expect((await ask('/api/specimens?limit=9', [session])).headers['cache-control']).toBe('no-store');
    const kept = await ask('/api/specimens?limit=9');
    expect(kept.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-total-count': '1' });
    for (const address of [`/api/specimens/${hiddenId}`, `/specimen/${hiddenId}`, `/specimen/${hiddenId}-secretite`]) {
      expect((await ask(address)).status).toBe(404);
      expect((await ask(address, [session])).status).toBe(200);
      const again = await ask(address);
      expect([again.status, textOf(again).includes('Secretite')]).toEqual([404, false]);
    }
  });

  test("a hidden specimen's page is a shell that nobody may keep", async () => {
    const shell = await ask(`/specimen/${hiddenId}`, [session]);
    expect(shell.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(textOf(shell)).not.toContain('Secretite');
  });

  test('what becomes visible is there at once, what is hidden is gone at once', async () => {
    expect((await ask(`/specimen/${hiddenId}`)).status).toBe(404);
    await admin.put(`/api/specimens/${hiddenId}`, { visible: true });
    expect(textOf(await ask(`/specimen/${hiddenId}`))).toContain('Secretite');
    expect(await listed()).toContain(hiddenId);
    await admin.put(`/api/specimens/${hiddenId}`, { visible: false });
    expect((await ask(`/specimen/${hiddenId}`)).status).toBe(404);
    expect(await listed()).not.toContain(hiddenId);
  });

  test('a session that is none gets what visitors get, and nothing kept', async () => {
    const answer = await ask('/api/specimens?limit=9', ['Cookie: a=b; druse_session=garbage']);
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(textOf(answer)).not.toContain('Secretite');
    expect(shop.cache.size().responses).toBe(0);
  });

  test('the cookie of a buyer takes nobody past what is kept', async () => {
    await ask('/');
    await ask(`/api/specimens/${id}`);
    shop.rendered.length = 0;
    const buyer = [`Cookie: druse_buyer=${'x'.repeat(43)}`];
    await ask('/', buyer);
    expect((await ask(`/api/specimens/${id}`, buyer)).headers['cache-control']).toBe('private, no-cache');
    expect(shop.rendered).toEqual([]);
  });

  test('the rooms of the admin send others home, kept by nobody', async () => {
    for (const room of ['/upload', '/orders', '/settings', '/edit/1']) {
      const inside = await ask(room, [session]);
      expect([inside.status, inside.headers['cache-control']]).toEqual([200, 'no-store']);
      const outside = await ask(room);
      expect([outside.status, outside.headers.location, outside.headers['cache-control']]).toEqual([302, '/', 'no-store']);
    }
  });
});

describe('one page in many forms', () => {
  test.each<[string, string, (body: Buffer) => Buffer]>([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['gzip;q=0', '', (body) => body],
    ['', '', (body) => body],
  ])('Accept-Encoding: %s is answered with %j', async (accepted, encoding, decode) => {
    for (const address of ['/', '/api/specimens?limit=5']) {
      const plain = await ask(address);
      for (let again = 0; again < 2; again++) {
        const { headers, body } = await ask(address, [`Accept-Encoding: ${accepted}`]);
        expect([headers['content-encoding'] ?? '', headers['content-length']]).toEqual([encoding, String(body.length)]);
        expect(decode(body).equals(plain.body)).toBe(true);
        expect(headers.etag).toBe(plain.headers.etag);
      }
    }
  });

  test('HEAD has the headers of GET and no body, before and after it', async () => {
    for (const address of ['/', `/specimen/${id}`, `/api/specimens/${id}`, '/nothing']) {
      const [first, get, second] = [await ask(address, [], 'HEAD'), await ask(address), await ask(address, [], 'HEAD')];
      for (const head of [first, second]) {
        const { date: _now, ...headers } = head.headers;
        const { date: _then, ...expected } = get.headers;
        expect([address, head.status, head.body.length, headers]).toEqual([address, get.status, 0, expected]);
      }
      expect(get.body.length).toBeGreaterThan(100);
    }
  });

  test('whoever has it is told so, until it changes', async () => {
    for (const address of ['/', `/specimen/${id}`, `/api/specimens/${id}`, '/api/settings/hero']) {
      const { etag = '' } = (await ask(address)).headers;
      expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
      for (const known of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
        const answer = await ask(address, [`If-None-Match: ${known}`, 'Accept-Encoding: br']);
        expect([answer.status, answer.body.length, answer.headers.etag]).toEqual([304, 0, etag]);
        expect(answer.headers).not.toHaveProperty('content-encoding');
        // The copy keeps the policy that names the hashes of its own scripts.
        expect(answer.headers).not.toHaveProperty('content-security-policy');
        expect(answer.headers['cache-control']).toMatch(/no-cache|must-revalidate/);
      }
      expect((await ask(address, ['If-None-Match: "other"'])).status).toBe(200);
      // Made anew it is still the same, in this process and in others.
      shop.cache.invalidate(null);
      expect((await ask(address, [`If-None-Match: ${etag}`])).status).toBe(304);
    }
    const { etag } = (await ask('/')).headers;
    await admin.put('/api/settings/hero', { title: 'Changed' });
    const changed = await ask('/', [`If-None-Match: ${etag}`]);
    expect([changed.status, textOf(changed).includes('Changed')]).toEqual([200, true]);
  });

  test('a part of a page is not to be had, and a page that is not there is never the one somebody has', async () => {
    const answer = await ask('/', ['Range: bytes=0-99']);
    expect([answer.status, answer.headers['content-range']]).toEqual([200, undefined]);
    expect((await ask('/nothing', ['If-None-Match: *'])).status).toBe(404);
  });

  test('what changes something never gets what is kept', async () => {
    await ask('/');
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) expect((await ask('/', [], method)).status).toBe(404);
  });
});

test('the whole list is kept while it is short, and sent as it is read when it is long', async () => {
  const inputs = Array.from({ length: 520 }, (_, place) => ({ title: `Lot ${place}` }));
  const kept = () => shop.cache.get('/api/specimens') !== undefined;
  expect([JSON.parse(textOf(await ask('/api/specimens'))).length, kept()]).toEqual([1, true]);
  await addSpecimens(shop.ctx, inputs);
  shop.ctx.invalidateCache(changedSpecimens([]));
  const answer = await fetch(`${shop.origin}/api/specimens`);
  expect([((await answer.json()) as unknown[]).length, kept()]).toEqual([521, false]);
});

describe('an address that is too long', () => {
  const tooLong = { status: 414, body: '{"code":"address_too_long","message":"The address is too long."}' };
  const answer = async (lines: string[]) => {
    const { status, body } = await sendRaw(shop.origin, lines);
    return { status, body: body.toString() };
  };

  test.each([8_193, 9_000, 30_000, 40_000, 200_000])('of %i characters is refused as such', async (length) => {
    for (const start of ['/?search=', '/specimen/12-', '/api/specimens?search=']) {
      const target = start + 'x'.repeat(length - start.length);
      expect(await answer([`GET ${target} HTTP/1.1`, 'Host: druse.example', 'Connection: close'])).toEqual(tooLong);
    }
  });

  test('also when it comes in pieces', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const send = async () => {
        socket.setNoDelay(true).write('GET /?search=');
        for (let piece = 0; piece < 60 && socket.writable; piece++) {
          socket.write('x'.repeat(1_000));
          await new Promise(setImmediate);
        }
      };
      const socket = connect(Number(new URL(shop.origin).port), '127.0.0.1', () => void send().catch(reject));
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

  test('is no header that is too long', async () => {
    const long = ['GET / HTTP/1.1', 'Host: druse.example', `Cookie: a=b; c=${'x'.repeat(40_000)}`, 'Connection: close'];
    expect((await answer(long)).status).toBe(431);
    const inOne = ['GET / HTTP/1.1', 'Host: druse.example', `X-Long: ${'x'.repeat(100_000)}`];
    expect((await answer(inOne)).status).toBe(431);
  });

  test('of 8,192 characters is answered', async () => {
    const start = '/?search=';
    expect((await ask(start + 'x'.repeat(8_192 - start.length))).status).toBe(200);
  });
});

test('behind a CDN public pages say how long it may keep them, and nothing else does', async () => {
  const other = await openCachedShop(database, { config: { cdnSeconds: 60 } });
  const control = async (address: string, headers: string[] = []) =>
    (await getRaw(other.origin, address, headers)).headers['cache-control'];
  for (const address of ['/', '/?search=quartz', `/specimen/${id}`, '/checkout', '/manage']) {
    expect([address, await control(address)]).toEqual([address, 'public, max-age=0, s-maxage=60, stale-while-revalidate=60']);
  }
  for (const address of [
    '/nothing',
    '/specimen/x',
    `/specimen/${hiddenId}`,
    '/shipping',
    '/order-confirmation/1',
    '/upload',
    '/Checkout',
  ]) {
    expect([address, await control(address)]).toEqual([address, expect.not.stringContaining('s-maxage')]);
  }
  for (const address of ['/api/specimens', `/api/specimens/${id}`, '/api/settings', '/api/auth/me', '/healthz']) {
    expect([address, (await control(address)) ?? '']).toEqual([address, expect.not.stringMatching(/public|s-maxage/)]);
  }
  await other.app.close();
});
