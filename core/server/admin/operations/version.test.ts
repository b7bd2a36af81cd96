import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeApp } from '#tests/support/app.ts';
import { makeSqlite } from '#tests/support/databases.ts';
import { root } from '#tests/support/imports.ts';

test('which version runs is told to the admin, and to nobody else', async () => {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const database = await makeSqlite();
  const { app, ...shop } = await makeApp(database);
  expect((await shop.visitor().get('/api/manage/version')).statusCode).toBe(401);
  expect((await (await shop.admin()).get('/api/manage/version')).json()).toEqual({
    version,
    commands: 'npm',
    newer: null,
    asked: null,
  });
  await app.close();
  await database.close();
});
