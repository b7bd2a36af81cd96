/** Who may call what: `docs/permissions.md` lists every route, and a route that is new, or asks for less than before, fails until it is listed so. */
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ZodObject } from 'zod';
import { ORDER_KEY_HEADER } from '#core/contract/selling/order-key.ts';
import { FOLLOW_KEY_HEADER } from '#features/follows/contract/follow-rules.ts';
import { ENTRY_KEY_HEADER } from '#features/waiting-list/contract/waiting-rules.ts';
import { type Browser, makeApp, type TestApp } from './support/app.ts';
import { makeSqlite, type TestDatabase } from './support/databases.ts';
import { directBody, withKey } from './support/orders.ts';
import { addSpecimens } from './support/specimens.ts';

const HEADING = `# Who may call what

Every route of the shop but its pages, as it answers and declares. \`npx vitest run --project server tests/permissions.test.ts -u\` writes this page.

- **Who**: a visitor; a buyer by the key of a link, by the cookie of an order, or the admin; or the admin alone.
- **Proof**: nothing; the session; or the session with the password or a passkey given in the last ten minutes, for some calls only if they change where money and mail go, or read several buyers.
- **Limit**: calls a minute of one IP address, where they are counted so. What is sent has limits of its own, by email address and network ([API](api.md)).
- **Turn**: whether a call waits for its turn while very many come at once ([0034](decisions/0034-admission-control.md)).
`;

let database: TestDatabase;
let shop: TestApp;
const routes: RouteOptions[] = [];

beforeAll(async () => {
  database = await makeSqlite();
  // As a shop runs: limits are hooks of routes too.
  shop = await makeApp(database, {
    config: { rateLimits: true },
    onRoute: (route) => void routes.push(route),
  });
});
afterAll(async () => {
  await shop.app.close();
  await database.close();
});

type Line = { call: string; who: string; proof: string; limit: string; turn: string };

const keys = [ORDER_KEY_HEADER, ENTRY_KEY_HEADER, FOLLOW_KEY_HEADER];
const namesOf = (schema: unknown) => Object.keys((schema as ZodObject | undefined)?.shape ?? {});
/** In a header, or in the address that a mail program calls. */
const takesKey = ({ schema }: RouteOptions) =>
  namesOf(schema?.headers).some((name) => keys.includes(name)) ||
  namesOf(schema?.querystring).includes('key');

/** What each route asks for, found by calling it: as a visitor, and with a session whose password was given long ago. */
async function lines(): Promise<Line[]> {
  const admin = await shop.admin();
  shop.clock.forward({ hours: 1 });
  const all: Line[] = [];
  for (const route of routes) {
    for (const method of [route.method].flat()) {
      if (
        method === 'HEAD' &&
        routes.some(({ url, method: other }) => url === route.url && other === 'GET')
      )
        continue;
      const url = route.url.replace(/:\w+(\(.*?\))?/g, '1');
      const asked = { method: method as 'GET', url };
      const isAdmins = (await shop.visitor().request(asked)).statusCode === 401;
      const isConfirmed =
        isAdmins && (await admin.request(asked)).body.includes('confirmation_required');
      const { rateLimit: limit, secondProof, call } = route.config ?? {};
      // And as its table says.
      if (call) expect(isAdmins, `${method} ${url}`).toBe(call.who === undefined);
      // What the call finds is what the route declares; a condition cannot be found without a body.
      if (secondProof === undefined || secondProof === 'always')
        expect(isConfirmed, `${method} ${url}`).toBe(secondProof === 'always');
      all.push({
        call: `\`${method} ${route.url.replace(/:(\w+)(\(.*?\))?/g, '{$1}')}\``,
        who: isAdmins ? 'admin' : takesKey(route) ? 'by key' : 'visitor',
        proof: secondProof ? `session, confirmed ${secondProof}` : isAdmins ? 'session' : '',
        limit: limit && typeof limit === 'object' ? String(limit.max) : '',
        turn: route.config?.isAdmitted ? 'yes' : '',
      });
    }
  }
  const place = ({ call }: Line) => call.replace(/^`(\w+) (.*)`$/, '$2 $1');
  return all.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}

function tableOf(all: Line[]): string {
  const rows = [
    ['Call', 'Who', 'Proof', 'Limit', 'Turn'],
    ...all.map(({ call, who, proof, limit, turn }) => [call, who, proof, limit, turn]),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const texts = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  return [
    texts[0],
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...texts.slice(1),
  ].join('\n');
}

test('the table lists every route: who may call it, with which proof, and how often', async () => {
  const all = await lines();
  expect(all.length).toBeGreaterThan(100);
  await expect(`${HEADING}\n${tableOf(all)}\n`).toMatchFileSnapshot('../docs/permissions.md');
});

const pathOf = (route: RouteOptions, id: number | string) =>
  route.url.replace(/:\w+(\(.*?\))?/g, String(id));
const callsOf = (wanted: (who: string | undefined) => boolean) =>
  routes.flatMap((route) =>
    route.config?.call && wanted(route.config.call.who)
      ? [route.method].flat().map((method) => ({ route, method: method as 'GET' }))
      : [],
  );

test('a session that has ended may call nothing of the owner’s', async () => {
  const ended = await shop.admin();
  await database.db.deleteFrom('sessions').execute();
  const owners = callsOf((who) => who === undefined);
  expect(owners.length).toBeGreaterThan(100);
  for (const { route, method } of owners) {
    const { statusCode } = await ended.request({ method, url: pathOf(route, 1) });
    expect(statusCode, `${method} ${route.url}`).toBe(401);
  }
});

/** What a call needs before it looks whose order it is. */
const bodies: Record<string, object> = {
  'POST /api/orders/:id/proposals/:proposalId/answer': { answer: 'accept' },
  'PUT /api/orders/:id/address': { address: '1 Quarry Road, Butte' },
  'PUT /api/orders/:id/email': { email: 'ada@buyer.example' },
  'POST /api/orders/:id/inquiries': { question: 'When do you ship it?', token: 'none' },
};

test('a buyer may call nothing of another buyer’s order, by cookie or key', async () => {
  // New addresses hold a third of what is for sale at most.
  const [first = 0, second = 0] = await addSpecimens(shop.ctx, Array(9).fill({}));
  const [browser, other] = [shop.visitor(), shop.visitor()];
  const place = async (by: Browser, specimen: number) =>
    (await by.post('/api/orders', directBody(specimen))).json<{
      order: { id: number; secretPath: string };
    }>().order;
  const own = await place(browser, first);
  const { id } = await place(other, second);
  const buyers = callsOf((who) => who?.startsWith('its buyer') ?? false);
  expect(buyers.length).toBeGreaterThan(7);
  for (const { route, method } of buyers) {
    const name = `${method} ${route.url}`;
    const asked = { method, url: pathOf(route, id), payload: bodies[name] };
    for (const [who, headers] of [
      [browser, {}],
      [shop.visitor(), withKey(own)],
    ] as const) {
      expect((await who.request({ ...asked, headers })).statusCode, name).toBe(404);
    }
  }
});
