/** The server that `npm start` builds of the sources: it finds what it runs and reads beside itself, and says where an error comes from. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import {
  readShippedSheets,
  readShippedTable,
} from '#core/server/catalogue/species/shipped-table.ts';
import { DEMO_PASSWORD } from '#core/server/config.ts';
import { withSourcePositions } from '#platform/process/source-positions.ts';
import { onDatabases } from './support/databases.ts';
import { builtShop, startShop } from './support/shop-process.ts';
import { isThorough } from './support/thorough.ts';
import { filePart, formOf, smallJpeg } from './support/uploads.ts';

const built = path.join(import.meta.dirname, '../dist/shop/start.js');

beforeAll(builtShop);

onDatabases(isThorough ? ['sqlite', 'postgres'] : ['sqlite'], (makeDatabase, engine) => {
  test('the built server does what needs another process, a thread or a file of the sources', async () => {
    // An empty folder, so that every migration runs.
    const database = engine === 'sqlite' ? null : await makeDatabase();
    const shop = await startShop({ DEMO: 'on', METRICS_PORT: '0', ...database?.environment });
    try {
      const call = async (
        method: string,
        target: string,
        body?: unknown,
        headers: Record<string, string> = {},
      ) => {
        const isForm = body instanceof Buffer;
        const response = await fetch(shop.origin + target, {
          method,
          headers: {
            origin: shop.origin,
            cookie,
            ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body !== undefined && { body: isForm ? new Uint8Array(body) : JSON.stringify(body) }),
        });
        return {
          status: response.status,
          text: await response.text(),
          cookies: response.headers.getSetCookie(),
        };
      };
      let cookie = '';
      const login = await call('POST', '/api/auth/login', {
        username: 'admin',
        password: DEMO_PASSWORD,
      });
      cookie = login.cookies.map((one) => one.split(';')[0]).join('; ');

      expect((await call('GET', '/')).text).toContain('</html>');
      // The species table.
      expect((await call('GET', '/api/species')).text).toContain('Amethyst');
      // The thread that weighs passwords, and the child process that reads pictures.
      const weak = await call('POST', '/api/auth/password', {
        currentPassword: DEMO_PASSWORD,
        newPassword: 'password1',
      });
      expect(weak.text).toContain('easy to guess');
      const data = JSON.stringify({
        title: 'Of the built server',
        category: 'Minerals',
        forSale: true,
        price: '12.00',
      });
      const form = formOf([{ name: 'data', value: data }, filePart('image', await smallJpeg())]);
      expect(await call('POST', '/api/specimens', form.payload, form.headers)).toMatchObject({
        status: 201,
      });
      // What is imported only here.
      expect((await call('GET', '/api/openapi.json')).text).toContain('/api/specimens');
      expect(await call('GET', '/api/manage/export')).toMatchObject({ status: 200 });
    } finally {
      shop.child.kill('SIGTERM');
      expect(await shop.ended).toBe(0);
      await database?.close();
    }
  });
});

test('the built server checks the version of Node and sets the mode before it loads what depends on them', () => {
  const loadedAtOnce = new Set(['main.js']);
  for (const file of loadedAtOnce) {
    const text = readFileSync(path.join(path.dirname(built), file), 'utf8');
    for (const [, name = ''] of text.matchAll(/^(?:import|export)\b[^;]*?from "\.\/([^"]+)"/gm))
      loadedAtOnce.add(name);
  }
  // What main.ts itself imports, and what came into the same file.
  expect([...loadedAtOnce]).toEqual(['main.js', 'configuration.js']);
});

test('the species table that the build has read is the one that the sources read', () => {
  const read = (name: string) =>
    JSON.parse(readFileSync(path.join(path.dirname(built), name), 'utf8'));
  expect(read('species-table.json')).toEqual(readShippedTable());
  expect(read('species-sheets.json')).toEqual(readShippedSheets());
});

test('an error in the built server is logged with its place in the sources', () => {
  const line = (text: string, file: string) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .findIndex((one) => one.includes(text)) + 1;
  const [builtLine, sourceLine] = [built, 'core/server/start.ts'].map((file) =>
    line('async function startJobs(', file),
  );
  expect(builtLine).toBeGreaterThan(sourceLine ?? 0);
  const stack = `Error: x\n    at startJobs (${pathToFileURL(built)}:${builtLine}:11)\n    at node:internal/process:1:2`;
  expect(withSourcePositions(stack)).toBe(
    `Error: x\n    at startJobs (core/server/start.ts:${sourceLine})\n    at node:internal/process:1:2`,
  );
  const foreign =
    'Error: x\n    at f (/elsewhere/dist/shop/start.js:1:2)\n    at g (file:///elsewhere/main.js:3:4)';
  expect(withSourcePositions(foreign)).toBe(foreign);
});
