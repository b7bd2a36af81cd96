/** What `npm run user` does with passkeys, as it is typed. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import type {} from '#features/passkeys/server/tables.ts';
import { makeApp } from '#tests/support/app.ts';
import { makeSqlite } from '#tests/support/databases.ts';
import { NODE_COMPILE_CACHE } from '#tests/support/shop-process.ts';

const root = path.join(import.meta.dirname, '../../..');

/** Runs the command with `input` on standard input. @returns what it printed. */
const user = (args: string[], environment: Record<string, string>, input = '') =>
  new Promise<string>((resolve) => {
    const env = {
      PATH: process.env.PATH ?? '',
      NODE_NO_WARNINGS: '1',
      NODE_COMPILE_CACHE,
      ...environment,
    };
    const options = { cwd: root, env };
    const child = execFile(
      process.execPath,
      ['scripts/user.ts', ...args],
      options,
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
    child.stdin?.end(input);
  });

test('the command that sets a password removes the passkeys that are not named', async () => {
  const database = await makeSqlite();
  const { app } = await makeApp(database);
  await app.close();
  const environment = database.environment ?? {};
  const { id: user_id } = await database.db
    .selectFrom('users')
    .select('id')
    .executeTakeFirstOrThrow();
  const add = (name: string) =>
    database.db
      .insertInto('passkeys')
      .values({
        user_id,
        credential_id: name,
        host: 'localhost',
        public_key: '',
        counter: 0,
        transports: '[]',
        name,
        created_at: '2026-11-24T10:00:00.000Z',
      })
      .execute();
  const names = async () =>
    (await database.db.selectFrom('passkeys').select('name').execute()).map(({ name }) => name);
  await add('Phone');
  await add('Blue key');
  expect(await user(['set-password', '--passkeys=2'], environment, 'another-better-one\n')).toBe(
    'admin has a new password and is logged out everywhere.\nRemoved passkeys: Phone. Passkeys that still log in: 1.\n',
  );
  expect(await names()).toEqual(['Blue key']);
  expect(await user(['remove-passkeys'], environment)).toBe(
    'admin had 1 passkey; now it has none and is logged out everywhere.\n',
  );
  expect(await names()).toEqual([]);
  await database.close();
});
