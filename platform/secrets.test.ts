import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { backUp, newFolder, restore, unpack } from '#tests/support/backups.ts';
import { makeSqlite, onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { inTransaction } from './db/transaction.ts';
import { deleteSecret, hasSecret, open, putSecret, readSecret, seal } from './secrets.ts';

const folder = () => mkdtempSync(path.join(tmpdir(), 'secrets-'));

test('a secret opens under its name with the key of its folder, and never otherwise', () => {
  const [here, elsewhere] = [folder(), folder()];
  const sealed = seal(here, 'mail', 'pa§sword');
  expect(sealed).not.toContain('pa§sword');
  expect(open(here, 'mail', sealed)).toBe('pa§sword');
  expect(seal(here, 'mail', 'pa§sword')).not.toBe(sealed);
  expect(open(here, 'bucket', sealed)).toBeNull();
  expect(open(here, 'mail', `${sealed.slice(0, -2)}AA`)).toBeNull();
  expect(open(here, 'mail', 'rubbish')).toBeNull();
  expect(open(elsewhere, 'mail', sealed)).toBeNull();
  seal(elsewhere, 'mail', 'x');
  expect(open(elsewhere, 'mail', sealed)).toBeNull();
});

test('the key file is for its user alone, and nothing else is left beside it', () => {
  const here = folder();
  seal(here, 'mail', 'x');
  expect(readdirSync(here)).toEqual(['shop.key']);
  const { mode, size } = statSync(path.join(here, 'shop.key'));
  expect([mode & 0o777, size]).toEqual([0o600, 32]);
});

test('a key file that is damaged opens nothing, and the next secret gets a new one', () => {
  const here = folder();
  const sealed = seal(here, 'mail', 'x');
  writeFileSync(path.join(here, 'shop.key'), 'short');
  expect(open(here, 'mail', sealed)).toBeNull();
  expect(open(here, 'mail', seal(here, 'mail', 'y'))).toBe('y');
});

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  beforeEach(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  afterEach(async () => {
    await shop.app.close();
    await database.close();
  });

  test('a secret is stored, replaced and deleted, and lost without its key', async () => {
    const { ctx } = shop;
    const put = (text: string) => inTransaction(ctx.db, (tx) => putSecret(ctx, tx, 'mail', text));
    expect(await readSecret(ctx, ctx.db, 'mail')).toEqual({ state: 'none' });
    await put('one');
    await put('two');
    expect(await readSecret(ctx, ctx.db, 'mail')).toMatchObject({ state: 'known', text: 'two' });
    rmSync(path.join(ctx.config.dataDir, 'shop.key'));
    expect(await readSecret(ctx, ctx.db, 'mail')).toMatchObject({ state: 'lost' });
    expect(await hasSecret(ctx.db, 'mail')).toBe(true);
    await put('three');
    expect(await readSecret(ctx, ctx.db, 'mail')).toMatchObject({ state: 'known', text: 'three' });
    await inTransaction(ctx.db, (tx) => deleteSecret(tx, 'mail'));
    expect(await hasSecret(ctx.db, 'mail')).toBe(false);
  });

  test('no backup has a secret, and a shop restored from one asks for it again', async () => {
    const { ctx } = shop;
    await inTransaction(ctx.db, (tx) => putSecret(ctx, tx, 'mail', 'pa§sword'));
    const archive = await backUp(database, newFolder());
    const names = [...(await unpack(archive)).keys()];
    expect(
      ['rows/sealed_secrets.jsonl', 'rows/conditions.jsonl', 'shop.key'].filter((name) =>
        names.includes(name),
      ),
    ).toEqual([]);
    const restored = await makeSqlite();
    await restore(archive, restored, newFolder());
    expect(await hasSecret(restored.db, 'mail')).toBe(false);
    await restored.close();
  });
});
