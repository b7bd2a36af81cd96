/** Files are fetched from the public internet alone, whatever addresses, names and redirects say, and never more or longer than allowed. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type AnotherShop, anotherShop } from '#tests/support/another-shop.ts';
import { type GetLimits, getPublicly } from './public-get.ts';

let shop: AnotherShop;
let localPath: string;
const { signal } = new AbortController();
const limits = (more: Partial<GetLimits> = {}): GetLimits => ({
  localPath,
  maxBytes: 1_000,
  maxMs: 60_000,
  signal,
  ...more,
});
const to =
  (location: string, status = 302) =>
  (_: unknown, response: ServerResponse) =>
    void response.writeHead(status, { location }).end();
const torn = (_: unknown, response: ServerResponse) =>
  void response.writeHead(200).write('x', () => response.destroy());
const endless = (_: unknown, response: ServerResponse) => void response.writeHead(200).write('x');

beforeAll(async () => {
  localPath = path.join(mkdtempSync(path.join(inject('runFolder'), 'got-')), 'file');
  const inside = {
    'inside-http': 'http://cdn.shop.example/a.jpg',
    'inside-ip': 'https://169.254.169.254/latest/meta-data',
    'inside-mapped': 'https://[::ffff:127.0.0.1]/a.jpg',
    'inside-translated': 'https://[::ffff:0:127.0.0.1]/a.jpg',
    'inside-nat64': 'https://[64:ff9b::7f00:1]/a.jpg',
    'inside-6to4': 'https://[2002:7f00:1::]/a.jpg',
    'inside-short': 'https://127.1/a.jpg',
    'inside-number': 'https://2130706433/a.jpg',
    'inside-name': 'https://localhost/a.jpg',
    'inside-port': 'https://cdn.shop.example:8443/a.jpg',
    'inside-user': 'https://me:pass@cdn.shop.example/a.jpg',
    'inside-file': 'file:///etc/passwd',
    'inside-nothing': 'https://',
  };
  shop = await anotherShop({
    'cdn.shop.example/a.jpg': Buffer.from('a photo'),
    'cdn.shop.example/gone.jpg': 404,
    'cdn.shop.example/large.jpg': Buffer.alloc(1_001),
    'cdn.shop.example/unsaid.jpg': (_, response) => {
      response.writeHead(200);
      for (let part = 0; part < 11; part++) response.write(Buffer.alloc(100));
      response.end();
    },
    'cdn.shop.example/slow.jpg': endless,
    'cdn.shop.example/torn.jpg': torn,
    'cdn.shop.example/moved.jpg': to('https://moved.example/b.jpg', 301),
    'moved.example/b.jpg': to('/c.jpg', 308),
    'moved.example/c.jpg': Buffer.from('moved'),
    'cdn.shop.example/circle.jpg': to('/circle.jpg'),
    'cdn.shop.example/nowhere.jpg': (_, response) => void response.writeHead(302).end(),
    'cdn.shop.example/other.jpg': to('https://other.example/a.jpg'),
    ...Object.fromEntries(
      Object.entries(inside).map(([name, location]) => [`cdn.shop.example/${name}`, to(location)]),
    ),
  });
});
afterAll(() => shop.close());

const at = (name: string) => `https://cdn.shop.example/${name}`;
const faultOf = (name: string, more: Partial<GetLimits> = {}) =>
  shop.get(at(name), limits(more)).then(
    () => null,
    (error: { fault: string; status?: number }) => [
      error.fault,
      ...(error.status ? [error.status] : []),
    ],
  );

test('a file is fetched whole, also from where redirects lead', async () => {
  expect(await shop.get(at('a.jpg'), limits())).toEqual({
    sha256: createHash('sha256').update('a photo').digest('hex'),
  });
  expect(readFileSync(localPath, 'utf8')).toBe('a photo');
  await shop.get(at('moved.jpg'), limits());
  expect(readFileSync(localPath, 'utf8')).toBe('moved');
});

test.each([
  ['gone.jpg', ['answer', 404]],
  ['nowhere.jpg', ['answer', 302]],
  ['large.jpg', ['size']],
  ['unsaid.jpg', ['size']],
  ['circle.jpg', ['redirects']],
  ['torn.jpg', ['away']],
])('%s is not fetched: %j', async (name, fault) => expect(await faultOf(name)).toEqual(fault));

test.each([['a.jpg'], ['slow.jpg']])(
  'where the shop’s own disk does not take %s, that is not said of the host',
  async (name) => {
    const nowhere = path.join(path.dirname(localPath), 'missing', 'file');
    await expect(shop.get(at(name), limits({ localPath: nowhere }))).rejects.toMatchObject({
      code: 'ENOENT',
      path: nowhere,
    });
  },
);

test('what takes too long is given up, and what is ended ends at once', async () => {
  expect(await faultOf('slow.jpg', { maxMs: 50 })).toEqual(['time']);
  const ending = new AbortController();
  const fetching = shop.get(at('slow.jpg'), limits({ signal: ending.signal }));
  ending.abort(new Error('closing'));
  await expect(fetching).rejects.toThrow('closing');
});

test.each(
  [
    'http',
    'ip',
    'mapped',
    'translated',
    'nat64',
    '6to4',
    'short',
    'number',
    'name',
    'port',
    'user',
    'file',
    'nothing',
  ].map((name) => [name]),
)('a redirect that leads inside is not followed: %s', async (name) =>
  expect(await faultOf(`inside-${name}`)).toEqual(['inside']),
);

test.each([
  ['127.0.0.1'],
  ['10.0.0.8'],
  ['169.254.169.254'],
  ['::1'],
  ['::ffff:169.254.169.254'],
  ['fd00:ec2::254'],
])('a name that means %s is not opened, nor one that means it among others', async (address) => {
  shop.addresses['other.example'] = ['1.1.1.1', address];
  const before = shop.asked.length;
  await expect(shop.strictGet('https://other.example/a.jpg', limits())).rejects.toMatchObject({
    fault: 'inside',
  });
  expect(shop.asked).toHaveLength(before);
});

test('after a redirect the name is checked too', async () => {
  shop.addresses['other.example'] = ['10.0.0.8'];
  expect(await faultOf('other.jpg')).toEqual(['inside']);
});

test('a host that is not there is said to be away', async () => {
  shop.addresses['other.example'] = [];
  expect(await faultOf('other.jpg')).toEqual(['away']);
});

test('where the shop itself can open no more connections, that is not said of the host', async () => {
  const full = Object.assign(new Error('too many open files'), {
    code: 'EMFILE',
    syscall: 'getaddrinfo',
  });
  shop.addresses['other.example'] = full;
  await expect(shop.get('https://other.example/a.jpg', limits())).rejects.toBe(full);
});

test('a name is looked up once for each address that is opened, so that no second answer counts', async () => {
  delete shop.addresses['other.example'];
  shop.lookedUp.length = 0;
  await shop.get(at('moved.jpg'), limits());
  expect(shop.lookedUp).toEqual(['cdn.shop.example', 'moved.example', 'moved.example']);
});

test.each([
  ['http://cdn.shop.example/a.jpg'],
  ['https://localhost/a.jpg'],
  ['https://[::1]/a.jpg'],
  ['ftp://cdn.shop.example/a'],
  [''],
])('the shop itself does not open %j', async (address) => {
  await expect(getPublicly(address, limits())).rejects.toMatchObject({ fault: 'inside' });
});
