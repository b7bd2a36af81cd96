import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';

type Operation = { responses: Record<string, { content?: object; description?: string }> };

let database: TestDatabase;
let shop: TestApp;
let operations: { method: string; path: string; operation: Operation }[];

beforeAll(async () => {
  database = await makeSqlite();
  shop = await makeApp(database);
  const { paths } = (await shop.visitor().get('/api/openapi.json')).json() as { paths: Record<string, Record<string, Operation>> };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
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
    return Object.entries(operation.responses).some(([status, response]) => status !== '204' && !response.content);
  });
  expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

describe('every call', () => {
  test('that changes something refuses foreign pages, before anything else', async () => {
    for (const { method, path } of operations.filter(({ method }) => !['GET', 'HEAD'].includes(method))) {
      const headers = { origin: 'https://evil.example', 'content-type': 'application/json' };
      const answer = await shop.app.inject({ method: method as 'POST', url: addressOf(path), payload: '{', headers });
      expect([method, path, answer.statusCode, answer.json().code]).toEqual([method, path, 403, 'foreign_origin']);
    }
  });

  test.each<[string, string]>([
    ['nothing', ''],
    ['null', 'null'],
    ['a list of lists', '[[[]]]'],
    ['a number', '1e999'],
    ['fields nobody knows', '{"a":{"b":{"c":1}},"id":-1}'],
    ['no text', '{"status":"\\ud800","username":"\\u0000"}'],
  ])('answers %s with a problem, never with a failure', async (_, payload) => {
    const owner = await shop.owner();
    for (const { method, path } of operations.filter((each) => isApi(each) && each.method !== 'GET')) {
      // Logging out needs no body and would end the session.
      if (path === '/api/auth/logout') continue;
      const headers = { 'content-type': 'application/json' };
      const answer = await owner.request({ method: method as 'POST', url: addressOf(path), payload, headers });
      expect(answer.statusCode, `${method} ${path}: ${answer.body}`).toBeLessThan(500);
      if (answer.statusCode >= 400)
        expect(answer.json()).toEqual(expect.objectContaining({ code: expect.any(String), message: expect.any(String) }));
    }
    expect(shop.log).toEqual([]);
  });

  test('reads odd addresses without failing', async () => {
    for (const { path } of operations.filter(({ method }) => method === 'GET')) {
      for (const odd of ['0', '-1', '1.5', '99999999999', '2147483648', '%00', '%F0%9F%92%8E', '1%2F..', "1'--", '__proto__']) {
        for (const url of [path.replace(/\{\w+\}/g, odd), `${addressOf(path)}?key=${odd}&limit=${odd}&cursor=${odd}`]) {
          const answer = await shop.app.inject(url);
          expect(answer.statusCode, `${url}: ${answer.body}`).toBeLessThan(500);
        }
      }
    }
    expect(shop.log).toEqual([]);
  });
});

test('the shop is ready when /healthz answers', async () => {
  for (const method of ['GET', 'HEAD'] as const) expect((await shop.app.inject({ method, url: '/healthz' })).statusCode).toBe(200);
});
