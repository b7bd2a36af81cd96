import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';
import { hasFeature } from '#tests/support/features.ts';

type Operation = { responses: Record<string, { content?: object; description?: string }> };

let database: TestDatabase;
let shop: TestApp;
let operations: { method: string; path: string; operation: Operation }[];

beforeAll(async () => {
  database = await makeSqlite();
  shop = await makeApp(database);
  const { paths } = (await shop.visitor().get('/api/openapi.json')).json() as {
    paths: Record<string, Record<string, Operation>>;
  };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
});
afterAll(async () => {
  await shop.app.close();
  await database.close();
});

const isApi = ({ path }: { path: string }) => path.startsWith('/api/');
/** The address of an operation, with something that exists in the place of every parameter. */
const addressOf = (path: string) => path.replace(/\{\w+\}/g, '1');

test('the description of the API names every call of the specification', () => {
  const calls = operations.map(({ method, path }) => `${method} ${path}`);
  for (const call of [
    'GET /api/specimens',
    'GET /api/specimens/{id}',
    'GET /api/orders',
    'GET /api/orders/{id}',
    'POST /api/orders',
    'PUT /api/orders/{id}/status',
    'DELETE /api/orders/{id}',
    'GET /api/settings/venmo_settings',
    'PUT /api/settings/venmo_settings',
    'POST /api/auth/login',
    'GET /api/auth/me',
  ]) {
    expect(calls).toContain(call);
  }
});

test('every call declares what it answers', () => {
  const silent = operations.filter(isApi).filter(({ operation }) => {
    return Object.entries(operation.responses).some(
      ([status, response]) => !['204', '302'].includes(status) && !response.content,
    );
  });
  expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

describe('every call', () => {
  test('that changes something refuses foreign pages, before anything else', async () => {
    for (const { method, path } of operations.filter(
      ({ method }) => !['GET', 'HEAD'].includes(method),
    )) {
      const headers = { origin: 'https://evil.example', 'content-type': 'application/json' };
      const answer = await shop.app.inject({
        method: method as 'POST',
        url: addressOf(path),
        payload: '{',
        headers,
      });
      expect([method, path, answer.statusCode, answer.json().code]).toEqual([
        method,
        path,
        403,
        'foreign_origin',
      ]);
    }
  });

  test.each<[string, string]>([
    ['nothing', ''],
    ['null', 'null'],
    ['a list of lists', '[[[]]]'],
    ['a number', '1e999'],
    ['unknown fields', '{"a":{"b":{"c":1}},"id":-1}'],
    ['no text', '{"status":"\\ud800","username":"\\u0000"}'],
  ])('answers %s with a problem, never with a failure', async (_, payload) => {
    const admin = await shop.admin();
    for (const { method, path } of operations.filter(
      (each) => isApi(each) && each.method !== 'GET',
    )) {
      // Logging out needs no body and would end the session.
      if (path === '/api/auth/logout') continue;
      const headers = { 'content-type': 'application/json' };
      const answer = await admin.request({
        method: method as 'POST',
        url: addressOf(path),
        payload,
        headers,
      });
      expect(answer.statusCode, `${method} ${path}: ${answer.body}`).toBeLessThan(500);
      if (answer.statusCode >= 400)
        expect(answer.json()).toEqual(
          expect.objectContaining({ code: expect.any(String), message: expect.any(String) }),
        );
    }
    expect(shop.log).toEqual([]);
  });

  test('reads odd addresses without failing', async () => {
    for (const { path } of operations.filter(({ method }) => method === 'GET')) {
      for (const odd of [
        '0',
        '-1',
        '1.5',
        '99999999999',
        '2147483648',
        '%00',
        '%F0%9F%92%8E',
        '1%2F..',
        "1'--",
        '__proto__',
      ]) {
        for (const url of [
          path.replace(/\{\w+\}/g, odd),
          `${addressOf(path)}?key=${odd}&limit=${odd}&cursor=${odd}`,
        ]) {
          const answer = await shop.app.inject(url);
          expect(answer.statusCode, `${url}: ${answer.body}`).toBeLessThan(500);
        }
      }
    }
    expect(shop.log).toEqual([]);
  });
});

describe('a visitor', () => {
  /** Everything that asks for no session, or checks its own right: an order's page needs its key or cookie. */
  const open = [
    'POST /api/orders',
    'GET /api/orders/:id',
    'POST /api/cart/check',
    'POST /api/orders/:id/confirmation',
    'GET /api/orders/:id/email',
    'PUT /api/orders/:id/email',
    'POST /api/orders/:id/payment-opened',
    'POST /api/orders/:id/payment-reports',
    'POST /api/orders/:id/proposals/:proposalId/answer',
    'POST /api/orders/:id/cancellation',
    'PUT /api/orders/:id/address',
    'GET /api/inquiries/form',
    'POST /api/specimens/:id/inquiries',
    'POST /api/orders/:id/inquiries',
    'POST /api/specimens/:id/waiting-list',
    'GET /api/waiting-list/:id',
    'DELETE /api/waiting-list/:id',
    'POST /api/waiting-list/:id/confirmation',
    'POST /api/waiting-list/:id/end',
    'GET /api/waiting-list/:id/end',
    'GET /api/species',
    'GET /api/species/:slug',
    'GET /api/localities/:id',
    'GET /api/facets',
    'GET /api/collections',
    'GET /api/collections/:slug',
    'GET /api/followable',
    'GET /api/doctor-probe/:pass',
    'POST /api/follows',
    'GET /api/follows/:id',
    'DELETE /api/follows/:id',
    'POST /api/follows/:id/confirmation',
    'POST /api/follows/:id/end',
    'GET /api/follows/:id/end',
    'GET /api/auth/passkeys/login',
    'POST /api/auth/passkeys/login/options',
    'POST /api/auth/passkeys/login',
    'GET /api/certificates/:code',
    'GET /api/certificates/:code/signed',
    'GET /api/certificate-key',
    'POST /api/auth/login',
    'POST /api/auth/logout',
    'GET /api/auth/me',
    'GET /api/openapi.json',
    'GET /api/specimens',
    'GET /api/specimens/:id',
    'GET /api/suggestions',
    'GET /api/shelf',
    'GET /api/favourites',
    'GET /api/settings',
    'GET /api/settings/:key',
    'GET /healthz',
    'GET /livez',
    'GET /readyz',
    'GET /degradedz',
    'GET /media/:name',
    'GET /robots.txt',
    'GET /merchant.xml',
    'GET /feed.xml',
    'GET /specimen/:id/code.svg',
    'GET /sitemap.xml',
    'GET /sitemap-pages.xml',
    'GET /sitemap-:part.xml',
  ];
  const isOpen = (method: string, path: string) => {
    const plain = path
      .replace(/^\/api\/settings\/\w+$/, '/api/settings/:key')
      .replace(/\(.*?\)/, '');
    return open.includes(`${method === 'HEAD' ? 'GET' : method} ${plain}`);
  };

  /** Fastify's own table, as it prints it: each line adds to the path of the line that it is indented under. */
  function registered(): { method: string; path: string }[] {
    const starts: string[] = [];
    return shop.app
      .printRoutes({ commonPrefix: false })
      .split('\n')
      .flatMap((line) => {
        const [, indent = '', part = '', methods = ''] =
          /^([\s│├└─]*)(\S+) \((.*)\)$/.exec(line) ?? [];
        const depth = indent.length / 4 - 1;
        starts[depth] = (starts[depth - 1] ?? '') + part;
        const path = starts[depth];
        return part === '' || path === '*'
          ? []
          : methods.split(', ').map((method) => ({ method, path }));
      });
  }

  test('is refused with 401 by every route that is not open, HEAD included', async () => {
    const routes = registered();
    expect(routes.length).toBeGreaterThan(60);
    const described = operations.map(({ method, path }) => ({
      method,
      path: path.replace(/\{(\w+)\}/g, ':$1'),
    }));
    const all = [...routes, ...described].filter(({ method, path }) => !isOpen(method, path));
    expect(all.length).toBeGreaterThan(40);
    if (hasFeature('sheets'))
      expect(all).toContainEqual({ method: 'HEAD', path: '/api/manage/export' });
    for (const { method, path } of all) {
      const url = path.replace(/:\w+/g, '1');
      const response = await shop.app.inject({ method: method as 'GET', url });
      expect([method, url, response.statusCode]).toEqual([method, url, 401]);
    }
  });

  test('finds every route of the table that the description names', () => {
    const known = new Set(registered().map(({ method, path }) => `${method} ${path}`));
    const missing = operations.filter(
      ({ method, path }) => !known.has(`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});

test('the shop is ready when /healthz answers', async () => {
  for (const method of ['GET', 'HEAD'] as const)
    expect((await shop.app.inject({ method, url: '/healthz' })).statusCode).toBe(200);
});
