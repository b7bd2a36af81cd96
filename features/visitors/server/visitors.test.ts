import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Context } from '#core/server/context.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { visitors } from './feature.ts';
import { countVisitors, isVisit, visitorCounter, visitorsSince } from './visitors.service.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const visit = { accept: 'text/html,application/xhtml+xml', 'user-agent': BROWSER };

test.each<[what: string, url: string, headers: IncomingMessage['headers'], counts: boolean]>([
  ['a page', '/', visit, true],
  [
    'a specimen',
    '/specimen/12-azurite?from=home',
    { ...visit, 'sec-fetch-dest': 'document' },
    true,
  ],
  ['a call of the API', '/api/specimens', visit, false],
  ['a page of the owner', '/orders', visit, false],
  ['an order’s page', '/order-confirmation/12', visit, false],
  ['a page that is not there', '/nonsense', visit, false],
  ['the admin', '/', { ...visit, cookie: 'druse_session.3000=x' }, false],
  ['a robot', '/', { ...visit, 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, false],
  ['a program', '/', { accept: '*/*', 'user-agent': 'curl/8' }, false],
  ['a page fetched ahead', '/', { ...visit, 'sec-purpose': 'prefetch' }, false],
  ['a frame', '/', { ...visit, 'sec-fetch-dest': 'iframe' }, false],
])('whether %s counts as a visit', (_what, url, headers, counts) => {
  expect(isVisit({ method: 'GET', url, headers })).toBe(counts);
  expect(isVisit({ method: 'POST', url, headers })).toBe(false);
});

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let now: Date;
  const log = { error: (details: object) => expect(details).toEqual({}) } as never;
  const watched = () => ({
    db: database.db,
    dialect: database.dialect,
    clock: { now: () => now, wait: async () => {} },
    log,
  });
  const week = () => visitorsSince({ db: database.db }, '2026-11-15T05:00:00.000Z');

  beforeEach(async () => {
    database = await makeDatabase();
    now = new Date('2026-11-21T09:00:00.000Z');
  });
  afterEach(() => database.close());

  test('a visitor counts once a day, whichever process they come to, and the days of a week add up', async () => {
    const [one, another] = [visitorCounter(watched()), visitorCounter(watched())];
    for (const counter of [one, another, one]) {
      counter.see('192.0.2.1', BROWSER);
      counter.see('192.0.2.2', BROWSER);
      await counter.store();
    }
    another.see('192.0.2.1', 'Another browser');
    await another.store();
    expect(await week()).toBe(3);
    now = new Date('2026-11-22T09:00:00.000Z');
    one.see('192.0.2.1', BROWSER);
    await one.store();
    expect(await week()).toBe(4);
    const { find } = visitors.figures.visitors;
    expect(await find({ db: database.db } as Context, now.toISOString())).toEqual({ count: 1 });
  });

  test('hundreds are told within a few hundredths', async () => {
    const counter = visitorCounter(watched());
    for (let index = 0; index < 800; index += 1)
      counter.see(`198.51.${index >> 8}.${index & 255}`, BROWSER);
    await counter.store();
    expect(Math.abs((await week()) - 800)).toBeLessThan(40);
  });

  test('nothing of a visitor is stored, and what tells them apart is gone when the day is over', async () => {
    const counter = visitorCounter(watched());
    counter.see('192.0.2.1', BROWSER);
    await counter.store();
    const rows = () => database.db.selectFrom('visitor_days').selectAll().orderBy('day').execute();
    const [today] = await rows();
    expect(JSON.stringify(today)).not.toMatch(/192\.0|Firefox/);
    expect(today).toEqual({
      day: '2026-11-21',
      visitors: 1,
      salt: expect.any(String),
      marks: expect.any(String),
    });
    now = new Date('2026-11-22T00:00:30.000Z');
    await counter.store();
    expect(await rows()).toEqual([{ day: '2026-11-21', visitors: 1, salt: null, marks: null }]);
    now = new Date('2027-02-01T00:00:00.000Z');
    counter.see('192.0.2.1', BROWSER);
    await counter.store();
    expect((await rows()).map(({ day }) => day)).toEqual(['2027-02-01']);
  });

  test('who opens a page is counted by the address that a trusted proxy names', async () => {
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/cart' ? 404 : 200;
      response.end();
    });
    const job = countVisitors(server, { ...watched(), config: { trustProxy: 1 } } as never);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const open = async (path: string, from: string) => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
      await (
        await fetch(url, {
          headers: { ...visit, 'sec-fetch-dest': 'document', 'x-forwarded-for': from },
        })
      ).arrayBuffer();
    };
    for (const from of ['203.0.113.5, 192.0.2.1', '192.0.2.1:5678', '192.0.2.2', '192.0.2.2:1'])
      await open('/', from);
    await open('/nonsense', '192.0.2.9');
    server.closeAllConnections();
    server.close();
    await job.stop(1_000);
    expect(await week()).toBe(2);
  });
});
