/** Moves a shop's media from a folder to a bucket and back with the backup and restore commands. */
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#core/server/config.ts';
import { filesOfMedium } from '#core/server/media/files/media-files.service.ts';
import { openSqlite } from '#platform/db/open.ts';
import { openMediaStore } from '#platform/storage/open.ts';
import { makeApp } from '#tests/support/app.ts';
import { allRows, newFolder, storeBytes } from '#tests/support/backups.ts';
import { makeSqlite } from '#tests/support/databases.ts';
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import { sha256 } from '#tests/support/s3-signature.ts';
import {
  builtShop,
  newDataDir,
  preparedDataDir,
  runShop,
  startShop,
} from '#tests/support/shop-process.ts';
import { addSpecimens, addVideo } from '#tests/support/specimens.ts';
import { isThorough } from '#tests/support/thorough.ts';

let server: S3Server;

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.stop());

type Environment = Record<string, string>;

const run = async (environment: Environment, ...script: string[]) => {
  const shop = runShop(environment, script);
  return { code: await shop.ended, text: shop.printed() };
};

async function contentOf(environment: Environment) {
  const store = await openMediaStore(readConfig(environment));
  const files: string[] = [];
  for await (const { name, size } of store.list()) {
    const opened = await store.open(name);
    const chunks = await Array.fromAsync(opened?.read() ?? []);
    files.push(`${name} ${size} ${sha256(Buffer.concat(chunks))}`);
  }
  const { db, close } = openSqlite(path.join(environment.DATA_DIR ?? '', 'shop.db'));
  const { mails, ...rows } = await allRows(db);
  await close();
  return { files: files.sort(), rows };
}

/** Makes a shop of twelve specimens with media of 1 byte to 2 MB. @returns its environment. */
async function fillFolder(): Promise<Environment> {
  const database = await makeSqlite();
  const { app, ctx } = await makeApp(database);
  for (let n = 0; n < 12; n++) await addSpecimens(ctx, [{ title: `Piece ${n}` }]);
  await addVideo(ctx);
  const names = (await database.db.selectFrom('media').selectAll().execute()).flatMap(
    filesOfMedium,
  );
  const environment = database.environment ?? {};
  const media = path.join(environment.DATA_DIR ?? '', 'media');
  await storeBytes(media, names.slice(2));
  await storeBytes(media, names.slice(0, 1), 1);
  await storeBytes(media, names.slice(1, 2), 2_000_000);
  await app.close();
  await database.close();
  return environment;
}

test.runIf(isThorough)(
  'a shop moved from a folder to a bucket, to another bucket and back to a folder is unchanged',
  async () => {
    const folder = await fillFolder();
    const before = await contentOf(folder);
    expect(before.files.length).toBeGreaterThan(100);

    const prefixed = (prefix: string) => ({
      ...server.environment,
      DATA_DIR: newDataDir(),
      MEDIA_URL: `s3://stones/${prefix}`,
    });
    let last: Environment = folder;
    for (const next of [prefixed('one'), prefixed('two'), { DATA_DIR: newDataDir() }]) {
      const file = path.join(newFolder(), 'shop.tar');
      const backup = await run(last, 'scripts/backup.ts', file);
      expect(backup).toEqual({ code: 0, text: expect.stringContaining('12 specimens') });
      expect(await run(next, 'scripts/restore.ts', file)).toEqual({
        code: 0,
        text: expect.stringContaining('Restored the shop'),
      });
      expect(await contentOf(next)).toEqual(before);
      last = next;
    }
  },
);

test('a shop whose media are in a bucket does not start without MEDIA_URL, until they are moved on purpose', async () => {
  const DATA_DIR = await preparedDataDir();
  const shop = await startShop({ ...server.environment, DATA_DIR });
  shop.child.kill('SIGTERM');
  expect(await shop.ended).toBe(0);
  for (const script of [
    [await builtShop()],
    ...(isThorough ? [['scripts/import.ts', newFolder()]] : []),
  ]) {
    const { code, text } = await run({ DATA_DIR }, ...script);
    expect([code, text]).toEqual([
      1,
      expect.stringContaining(`Set MEDIA_URL=${server.environment.MEDIA_URL}`),
    ]);
    expect(text).not.toMatch(/\bat .*:\d+:\d+/);
  }
  expect(await run({ DATA_DIR }, 'scripts/media-moved.ts')).toEqual({
    code: 0,
    text: expect.stringContaining('All photos and videos are in'),
  });
  const moved = await startShop({ DATA_DIR });
  moved.child.kill('SIGTERM');
  expect(await moved.ended).toBe(0);
});

test.runIf(isThorough)('the backup is refused when the bucket is unusable', async () => {
  const database = await makeSqlite();
  await database.close();
  const environment = {
    ...server.environment,
    ...database.environment,
    AWS_SECRET_ACCESS_KEY: 'hunter2',
  };
  const { code, text } = await run(
    environment,
    'scripts/backup.ts',
    path.join(newFolder(), 'shop.tar'),
  );
  expect([code, text]).toEqual([
    1,
    expect.stringContaining('AWS_SECRET_ACCESS_KEY does not belong'),
  ]);
  expect(text).not.toMatch(/hunter2|\bat .*:\d+:\d+/);
});
