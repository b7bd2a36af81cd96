/** Forms over real connections: what browsers and broken lines do. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { MAX_FILE_BYTES } from '#core/contract/file-size.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';
import { isThorough } from '#tests/support/thorough.ts';
import { filePart, formOf, type Part, smallPicture } from '#tests/support/uploads.ts';

let database: TestDatabase;
let shop: TestApp;
let dataDir: string;
let port: number;
let cookie: string;

beforeAll(async () => {
  database = await makeSqlite();
  dataDir = mkdtempSync(path.join(inject('runFolder'), 'forms-'));
  shop = await makeApp(database, { config: { dataDir } });
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  port = (shop.app.server.address() as AddressInfo).port;
  cookie = [...(await shop.admin()).cookies].map(([name, value]) => `${name}=${value}`).join('; ');
});
afterAll(async () => {
  await shop.app.close();
  await database.close();
});

const leftovers = () =>
  existsSync(path.join(dataDir, 'uploads')) ? readdirSync(path.join(dataDir, 'uploads')) : [];

async function post(parts: Part[], headers: Record<string, string> = { cookie }) {
  const { payload, headers: own } = formOf(parts);
  const response = await fetch(`http://127.0.0.1:${port}/api/media`, {
    method: 'POST',
    body: new Uint8Array(payload),
    headers: { ...own, ...headers },
  });
  return { status: response.status, body: await response.json() };
}

const sized = (bytes: number, name: string) => filePart('image', Buffer.alloc(bytes), name);

test('a file of 50 MB is read, and one of a byte more is refused by name', async () => {
  // Read to its end, and then found to be nothing.
  if (isThorough)
    expect(await post([sized(MAX_FILE_BYTES, 'exact.jpg')])).toMatchObject({
      status: 415,
      body: { message: expect.stringContaining('exact.jpg') },
    });
  expect(await post([sized(MAX_FILE_BYTES + 1, 'more.jpg')])).toMatchObject({
    status: 413,
    body: {
      code: 'too_large',
      message: '“more.jpg” is too large. Files can be up to 50 MB.',
      file: { name: 'more.jpg' },
    },
  });
  expect(leftovers()).toEqual([]);
});

test('a form with an error at its beginning is read to its end, so that the response arrives', async () => {
  const parts = [
    { name: 'odd', value: '1' },
    sized(8_000_000, 'a.jpg'),
    sized(8_000_000, 'b.jpg'),
    sized(8_000_000, 'c.jpg'),
  ];
  expect(await post(parts)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('“odd”') },
  });
});

test('a visitor is refused whatever is sent', async () => {
  expect(await post([sized(5_000_000, 'a.jpg')], {})).toMatchObject({ status: 401 });
  expect(leftovers()).toEqual([]);
});

test('one IP address may send sixty forms a minute', async () => {
  const limited = await makeApp(database, { config: { dataDir, rateLimits: true } });
  const admin = await limited.admin();
  const send = async () =>
    (await admin.request({ method: 'POST', url: '/api/media', ...formOf([]) })).statusCode;
  for (let count = 1; count <= 60; count++) expect(await send()).toBe(400);
  expect(await send()).toBe(429);
  await limited.app.close();
});

test('a page of another site is refused before that', async () => {
  expect(await post([], { cookie, origin: 'https://evil.example' })).toMatchObject({ status: 403 });
});

test('a form that was not sent to its end is removed', async () => {
  const { payload, headers } = formOf([sized(3_000_000, 'half.jpg')]);
  const socket = connect(port, '127.0.0.1');
  const head = [
    `POST /api/media HTTP/1.1`,
    'Host: localhost',
    `Cookie: ${cookie}`,
    `Content-Type: ${headers['content-type']}`,
  ];
  socket.write(`${[...head, `Content-Length: ${payload.length}`].join('\r\n')}\r\n\r\n`);
  socket.write(payload.subarray(0, 1_000_000));
  await vi.waitFor(() => expect(leftovers()).toHaveLength(1), 60_000);
  socket.destroy();
  await once(socket, 'close');
  await vi.waitFor(() => expect(leftovers()).toEqual([]), 60_000);
  expect(shop.log).toEqual([]);
});

test('a client that disconnects while its pictures are processed gets no response, and nothing is stored', async () => {
  const slow = await smallPicture(3_000, 2_000).jpeg().toBuffer();
  const { payload, headers } = formOf([
    { name: 'data', value: '{"title":"Given up","category":"Minerals"}' },
    filePart('image', slow),
  ]);
  const socket = connect(port, '127.0.0.1');
  const head = [
    `POST /api/specimens HTTP/1.1`,
    'Host: localhost',
    `Cookie: ${cookie}`,
    `Content-Type: ${headers['content-type']}`,
  ];
  socket.write(`${[...head, `Content-Length: ${payload.length}`].join('\r\n')}\r\n\r\n`);
  socket.write(payload);
  const made = () =>
    leftovers()
      .flatMap((folder) => readdirSync(path.join(dataDir, 'uploads', folder)))
      .filter((name) => name.endsWith('.avif'));
  // At once: a moment later it might be stored.
  await vi.waitFor(() => expect(made()).not.toEqual([]), { timeout: 60_000, interval: 1 });
  socket.destroy();
  await vi.waitFor(() => expect(leftovers()).toEqual([]), 60_000);
  expect(await shop.ctx.db.selectFrom('specimens').select('id').execute()).toEqual([]);
  expect(shop.log).toEqual([]);
});

test.each<[string, Part[]]>([
  ['no name', [{ name: '', value: '1' }]],
  ['the name of a method', [{ name: 'toString', value: '1' }]],
  ['a prototype', [filePart('__proto__', Buffer.from('x'))]],
  ['a path for a name', [filePart('image', Buffer.from('x'), '../../etc/passwd')]],
  ['a name that is endless', [filePart('image', Buffer.from('x'), 'n'.repeat(5_000))]],
  ['nothing', []],
])('a part with %s is refused', async (_, parts) => {
  const { status, body } = await post(parts);
  expect([400, 415]).toContain(status);
  expect(JSON.stringify(body).length).toBeLessThan(1_000);
  expect(leftovers()).toEqual([]);
});

test('a part without a name or file name is refused, and so is one without any disposition', async () => {
  const boundary = 'nameless';
  for (const head of [
    'Content-Disposition: form-data',
    'Content-Disposition: form-data; filename="x.jpg"',
    'Content-Type: text/plain',
  ]) {
    const body = `--${boundary}\r\n${head}\r\n\r\nx\r\n--${boundary}--\r\n`;
    const response = await fetch(`http://127.0.0.1:${port}/api/media`, {
      method: 'POST',
      body,
      headers: { cookie, 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    expect([head, response.status]).toEqual([head, 400]);
    expect(await response.json()).toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(/\.$/),
    });
  }
  expect(leftovers()).toEqual([]);
  expect(shop.log).toEqual([]);
});

test('a body that only claims to be a form is refused', async () => {
  const send = async (type: string, body: string) =>
    (
      await fetch(`http://127.0.0.1:${port}/api/media`, {
        method: 'POST',
        headers: { cookie, 'content-type': type },
        body,
      })
    ).status;
  expect(await send('multipart/form-data', 'x')).toBeLessThan(500);
  expect(await send('multipart/form-data; boundary=a', 'no boundary here')).toBe(400);
  expect(await send('multipart/mixed; boundary=a', '--a--')).toBe(415);
  expect(await send('application/json', '{}')).toBe(415);
  expect(shop.log).toEqual([]);
});
