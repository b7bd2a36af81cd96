import { once } from 'node:events';
import {
  createServer,
  get,
  type IncomingMessage,
  type RequestOptions,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, assert, beforeEach, expect, test } from 'vitest';
import { conditionTable } from '#features/health/contract/conditions.ts';
import { postPublicly, textGetter } from '#platform/http/public-post.ts';
import { version } from '#platform/process/version.ts';
import { type Browser, makeApp, makeSecondApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';
import { lastingConditions } from './conditions.service.ts';
import { askForVersions, MAX_VERSIONS_BYTES, newestOf } from './newer-version.service.ts';
import { createWatch } from './watch.service.ts';
import { asked } from './watched.service.ts';

const PATH = '/api/settings/new_versions';
const ADDRESS = 'https://druse.example/versions.json';
const NEXT = '99.0.0';
/** Opens the server of the test in the place of any address. */
const openAt = (origin: string) => (url: string, options: RequestOptions) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(new URL(new URL(url).pathname, origin), options, resolve).on('error', reject);
  });

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let releases: Server;
  let origin: string;
  let requests: { path: string; headers: object }[];
  let answer: { status: number; text: string };
  let runs: string;
  beforeEach(async () => {
    requests = [];
    answer = { status: 200, text: JSON.stringify({ version: NEXT }) };
    runs = version;
    releases = createServer((request, response) => {
      requests.push({ path: request.url ?? '', headers: request.headers });
      response.writeHead(answer.status).end(answer.text);
    }).listen(0, '127.0.0.1');
    await once(releases, 'listening');
    origin = `http://127.0.0.1:${(releases.address() as AddressInfo).port}`;
    database = await makeDatabase();
    shop = await makeApp(database, {
      config: { smtpUrl: 'smtp://mail.example', publicUrl: 'https://secret-shop.example' },
    });
    admin = await shop.admin();
  });
  afterEach(async () => {
    await shop.app.close();
    await database.close();
    releases.closeAllConnections();
    releases.close();
  });

  const getVersions = (url: string) => textGetter(MAX_VERSIONS_BYTES, openAt(origin))(url);
  const watchOf = ({ ctx }: TestApp) => {
    const world = {
      freeShare: async () => 0.5,
      ownAddress: async () => ({ problem: null, certificate: null }),
      clockOffsetMs: async () => null,
    };
    return createWatch(ctx, { ...world, getVersions, version: runs }, postPublicly);
  };
  const round = () => watchOf(shop)();
  const mails = async () =>
    (await database.db.selectFrom('mails').select('subject').orderBy('id').execute()).map(
      ({ subject }) => subject,
    );
  const told = async () => (await lastingConditions(shop.ctx)).rows.map(({ title }) => title);
  const switchOn = (announcedAt = ADDRESS) => admin.put(PATH, { announcedAt });
  const { sentence } = conditionTable.newerVersion;

  test('nobody is asked until the owner enters an address', async () => {
    await round();
    expect([requests, await told()]).toEqual([[], []]);
    expect((await switchOn('http://druse.example/versions')).statusCode).toBe(400);
    expect((await shop.visitor().get(PATH)).statusCode).not.toBe(200);
  });

  test('a newer version is told once in Today and by email, and over once it runs', async () => {
    await switchOn();
    for (let hour = 0; hour < 50; hour += 1) {
      await round();
      shop.clock.forward({ hours: 1 });
    }
    expect([await mails(), await told()]).toEqual([[`Druse: ${sentence}`], [sentence]]);
    expect(requests.map(({ path }) => path)).toEqual([
      '/versions.json',
      '/versions.json',
      '/versions.json',
    ]);
    expect(JSON.stringify(requests)).not.toMatch(/secret-shop/);
    admin = await shop.admin();
    expect((await admin.get('/api/manage/version')).json()).toMatchObject({
      newer: NEXT,
      asked: { isAnswered: true },
    });
    expect(shop.log.join()).not.toContain('trouble began');
    runs = NEXT;
    for (let minute = 0; minute < 10; minute += 1) {
      await round();
      shop.clock.forward({ minutes: 1 });
    }
    expect([await mails(), await told()]).toEqual([
      [`Druse: ${sentence}`, `Over: ${sentence}`],
      [],
    ]);
  });

  onTheOtherToo('what runs already is not told, nor an older version', async () => {
    await switchOn();
    for (const known of [version, '0.9.0']) {
      answer.text = JSON.stringify({ version: known });
      await round();
      shop.clock.forward({ days: 1 });
    }
    expect([requests.length, await told(), await mails()]).toEqual([2, [], []]);
  });

  onTheOtherToo.each([
    ['a server that fails', 500, '{}'],
    ['a redirect', 302, JSON.stringify({ version: NEXT })],
    ['a page', 200, '<html>'],
    [
      'more than a megabyte',
      200,
      JSON.stringify({ version: NEXT, text: 'x'.repeat(MAX_VERSIONS_BYTES) }),
    ],
    ['a version in words', 200, JSON.stringify({ version: 'the next one' })],
    ['an empty list', 200, '[]'],
  ])(
    '%s is no answer, is asked again a day later, and what was known stays',
    async (_, status, text) => {
      answer = { status, text };
      await switchOn();
      await round();
      await round();
      admin = await shop.admin();
      expect((await admin.get('/api/manage/version')).json()).toMatchObject({
        newer: null,
        asked: { isAnswered: false },
      });
      expect([requests.length, await told()]).toEqual([1, []]);
      shop.clock.forward({ days: 1 });
      answer = { status: 200, text: JSON.stringify({ version: NEXT }) };
      await round();
      shop.clock.forward({ days: 1 });
      answer = { status, text };
      await round();
      expect([requests.length, await told()]).toEqual([3, [sentence]]);
    },
  );

  onTheOtherToo(
    'another address is asked at once, and what the former said is forgotten',
    async () => {
      await switchOn();
      await round();
      answer.text = JSON.stringify({ version });
      await switchOn('https://elsewhere.example/v.json');
      await round();
      expect(requests.map(({ path }) => path)).toEqual(['/versions.json', '/v.json']);
      expect(await told()).toEqual([]);
      await switchOn('');
      shop.clock.forward({ days: 3 });
      await round();
      expect(requests).toHaveLength(2);
      expect((await (await shop.admin()).get('/api/manage/version')).json()).toMatchObject({
        newer: null,
        asked: null,
      });
    },
  );

  test.runIf(engine === 'postgres')('of two processes one asks', async () => {
    const second = await makeSecondApp(database);
    assert(second);
    await switchOn();
    await Promise.all([shop, second].map(({ ctx }) => askForVersions(ctx, getVersions)));
    expect(requests).toHaveLength(1);
    await second.close();
  });

  test('an address within the shop’s own network is not asked', async () => {
    await expect(asked.getVersions(`https://127.0.0.1:${new URL(origin).port}/`)).rejects.toThrow(
      'is not public',
    );
    expect(requests).toEqual([]);
  });
});

test.each([
  ['one version', { version: '1.2.3' }, '1.2.3'],
  ['a release of GitHub', { tag_name: 'v1.10.0', draft: false, prerelease: false }, '1.10.0'],
  [
    'a list, in any sequence',
    [{ tag_name: 'v1.9.0' }, { tag_name: 'v1.10.0' }, { tag_name: 'v1.2.0' }],
    '1.10.0',
  ],
  [
    'a list with drafts, previews and other names',
    [
      { tag_name: 'v3.0.0', draft: true },
      { tag_name: 'v2.0.0', prerelease: true },
      { tag_name: 'docs' },
      null,
      7,
      { version: '1.1.0' },
    ],
    '1.1.0',
  ],
])('of %s the newest is taken', (_, listed, newest) =>
  expect(newestOf(JSON.stringify(listed))).toBe(newest),
);
