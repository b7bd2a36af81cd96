import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#core/server/config.ts';
import { makeApp, makeSecondApp, type TestApp } from '#tests/support/app.ts';
import { backUp, newFolder, restore } from '#tests/support/backups.ts';
import { makeSqlite, onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { filesOfMedium } from './media-files.service.ts';
import { moveMediaPlace, settleMediaPlace } from './media-place.service.ts';

const keys = {
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  S3_ENDPOINT: 'https://s3.example',
};
const folder = readConfig({});
const bucket = readConfig({ ...keys, MEDIA_URL: 's3://stones/shop' });

onEveryDatabase((makeDatabase, engine) => {
  let database: TestDatabase;
  let shop: TestApp;
  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  /** The shop over a store that has these files. */
  const over = (files: string[]) => {
    const list = async function* () {
      for (const name of files) yield { name, size: 1, modified: new Date(0) };
    };
    return {
      ...shop.ctx,
      mediaStore: {
        ...shop.ctx.mediaStore,
        has: async (name: string) => files.includes(name),
        list,
      },
    };
  };
  const filesNow = async () =>
    (await database.db.selectFrom('media').selectAll().execute()).flatMap(filesOfMedium);

  test('a shop of an earlier version records where its media are only where some of them are found', async () => {
    await addSpecimens(shop.ctx, [{}, {}]);
    expect(await settleMediaPlace(over([]), folder)).toContain(
      'none of those looked for is in the folder media/ of DATA_DIR',
    );
    expect(await settleMediaPlace(over(await filesNow()), bucket)).toBeNull();
  });

  test('a process that looks elsewhere for media is refused with what to set', async () => {
    const ctx = over(await filesNow());
    await expect(settleMediaPlace(ctx, folder)).rejects.toThrow(
      /are in the bucket s3:\/\/stones\/shop, and this process looks for them in the folder media\/ of DATA_DIR\. Set MEDIA_URL=s3:\/\/stones\/shop; or,/,
    );
    await settleMediaPlace(
      ctx,
      readConfig({ ...keys, MEDIA_URL: 's3://stones/shop/', S3_ENDPOINT: 'http://10.0.0.7:9000' }),
    );
    const second = await makeSecondApp(database);
    if (second) {
      await expect(settleMediaPlace(second.ctx, folder)).rejects.toThrow(
        'Set MEDIA_URL=s3://stones/shop',
      );
      await second.close();
    }
  });

  test('a move is recorded once every file is there', async () => {
    const [first = '', ...others] = await filesNow();
    expect(await moveMediaPlace(over(others), folder)).toEqual({
      place: 'the folder media/ of DATA_DIR',
      missing: [first],
    });
    await expect(settleMediaPlace(over(others), folder)).rejects.toThrow('Set MEDIA_URL');
    expect((await moveMediaPlace(over([first, ...others]), folder)).missing).toEqual([]);
    await settleMediaPlace(over([]), folder);
    await expect(settleMediaPlace(over([]), bucket)).rejects.toThrow('Remove MEDIA_URL');
  });

  test.runIf(engine !== 'pglite')(
    'a backup is restored into any place, which the next start records',
    async () => {
      await moveMediaPlace(over(await filesNow()), bucket);
      const target = await makeSqlite();
      await restore(await backUp(database, newFolder()), target, newFolder());
      const restored = { ...over(await filesNow()), db: target.db, dialect: target.dialect };
      await settleMediaPlace(restored, folder);
      await expect(settleMediaPlace(restored, bucket)).rejects.toThrow('Remove MEDIA_URL');
      await target.close();
    },
  );
});
