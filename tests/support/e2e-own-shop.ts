/** End-to-end tests that change what everybody sees have a shop to themselves. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { test as base } from './e2e.ts';

const root = path.join(import.meta.dirname, '../..');

/** Each call makes tests with another shop, with this environment besides the usual one: one for all tests of the file that run in the same worker, with the demo as it is loaded. */
export const testWithOwnShop = (environment: Record<string, string> = {}) =>
  base.extend<object, { shop: string }>({
    shop: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
      async ({}, use) => {
        const child = spawn(process.execPath, ['tests/support/e2e-server.ts'], {
          cwd: root,
          env: { ...process.env, PORT: '0', ...environment },
        });
        const { promise: opened, resolve, reject } = Promise.withResolvers<string>();
        let printed = '';
        const read = (data: Buffer) => {
          printed += data;
          const origin = /Druse is open at (http\S+)/.exec(printed)?.[1];
          if (origin) resolve(origin);
        };
        child.stdout.on('data', read);
        child.stderr.on('data', read);
        child.on('close', () => reject(new Error(`The shop did not start:\n${printed}`)));
        await use(await opened);
        const closed = new Promise((done) => child.on('close', done));
        child.kill('SIGTERM');
        await closed;
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    baseURL: async ({ shop }, use) => use(shop),
  });
