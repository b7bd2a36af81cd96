import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { CallTable } from '#core/contract/calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { createServer } from '#platform/http/server.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';
import { addCalls } from './calls.ts';
import { isLoopback } from './config.ts';
import type { Context } from './context.ts';

const stone = z.object({ id: z.int(), name: z.string() });
const table = {
  'GET /stones/:id': { about: 'one stone', response: stone },
  'PUT /stones/:id/colors/:color': {
    about: 'the stone in this color',
    params: { color: z.enum(['red', 'blue']) },
    body: z.strictObject({ name: z.string() }),
    response: stone,
  },
  'POST /stones': { about: '201 with a new stone', who: 'all', response: stone, status: 201 },
  'DELETE /stones/:id': { about: '204; removes a stone', who: 'all' },
} as const satisfies CallTable;

const handlers: Parameters<typeof addCalls<typeof table>>[3] = {
  'GET /stones/:id': ({ params: { id } }) => ({ id, name: 'Quartz' }),
  'PUT /stones/:id/colors/:color': ({ params: { id, color }, body }) => ({
    id,
    name: `${color} ${body.name}`,
  }),
  'POST /stones': async () => ({ id: 7, name: 'Fluorite', hidden: 'secret' }),
  'DELETE /stones/:id': async () => {},
};

let database: TestDatabase;
let shop: TestApp;
let app: App;

beforeAll(async () => {
  database = await makeSqlite();
  shop = await makeApp(database);
  app = await createServer({
    publicUrl: null,
    port: 3000,
    trustProxy: 0,
    rateLimits: false,
    logLevel: 'silent',
    isLoopback,
    isOwnOrigin: () => true,
  });
  addCalls(app, shop.ctx, table, handlers);
});
afterAll(async () => {
  await app.close();
  await shop.app.close();
  await database.close();
});

test('only the admin may make a call that names no one else', async () => {
  const response = await app.inject({ url: '/stones/1' });
  expect(response.json()).toMatchObject({ code: 'unauthorized' });
});

test('a call returns its status, and no field that its table leaves out', async () => {
  const added = await app.inject({ method: 'POST', url: '/stones' });
  expect([added.statusCode, added.json()]).toEqual([201, { id: 7, name: 'Fluorite' }]);
  const removed = await app.inject({ method: 'DELETE', url: '/stones/1' });
  expect([removed.statusCode, removed.body]).toEqual([204, '']);
});

test('a path parameter is an id unless the table says otherwise', async () => {
  const response = await app.inject({ method: 'DELETE', url: '/stones/amethyst' });
  expect(response.json()).toMatchObject({ code: 'invalid_input' });
});

test('a table with a parameter that its path lacks is refused', () => {
  const wrong = { 'GET /stones': { about: 'all', params: { id: z.string() } } } as const;
  expect(() => addCalls(app, shop.ctx, wrong, { 'GET /stones': () => null })).toThrow('has no id');
});

/** Never called: it shows what the compiler refuses. */
function _refused(ctx: Context): void {
  // @ts-expect-error -- a call without a handler
  addCalls(app, ctx, table, { 'GET /stones/:id': () => ({ id: 1, name: '' }) });
  // @ts-expect-error -- a handler without a call
  addCalls(app, ctx, table, { ...handlers, 'GET /stone': () => null });
  addCalls(app, ctx, table, {
    ...handlers,
    // @ts-expect-error -- a response that differs from the table
    'GET /stones/:id': () => ({ id: 1, title: 'Quartz' }),
    // @ts-expect-error -- a response to a call that has none
    'DELETE /stones/:id': async () => ({ id: 1 }),
    // @ts-expect-error -- a parameter that the path does not have
    'POST /stones': ({ params: { id } }) => ({ id, name: '' }),
    'PUT /stones/:id/colors/:color': ({ params: { id, color }, body }) => ({
      id,
      // @ts-expect-error -- a color that the path does not take, and a field that the body does not have
      name: color === 'green' ? body.name : body.title,
    }),
  });
}
