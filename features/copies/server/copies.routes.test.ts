import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesOfMedium } from '#core/server/media/files/media-files.service.ts';
import type { S3Bucket } from '#platform/storage/bucket.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { makeApp } from '#tests/support/app.ts';
import { newFolder } from '#tests/support/backups.ts';
import { bucketless, COPIES, copyingShop, forgetPictures } from '#tests/support/copies.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import { runShop } from '#tests/support/shop-process.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { isThorough, onFirstEngine } from '#tests/support/thorough.ts';
import { makeDueCopy } from './copies.service.ts';
import { dueCopies } from './copy-state.service.ts';
import { copies } from './feature.ts';
import { addressOf } from './places.service.ts';

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  async function setUp() {
    const shop = await copyingShop(makeDatabase);
    await forgetPictures(shop.ctx);
    const told = async () => {
      const { copyOld, copyUnproved } = copies.conditions;
      const lasting = await Promise.all(
        [copyOld, copyUnproved].map(async ({ sentence, isLasting }) =>
          (await isLasting(shop.ctx)) ? [sentence] : [],
        ),
      );
      return lasting.flat();
    };
    return { ...shop, told };
  }

  onTheOtherToo(
    'a key is used only once four of its words were typed, and the shop then has none of them',
    async () => {
      const { database, owner, read, makeKey, close } = await setUp();
      await owner.post(`${COPIES}/key`);
      const wrong = await owner.put(`${COPIES}/key`, { typed: ['a', 'b', 'c', 'd'] });
      expect(wrong.statusCode).toBe(400);
      expect(wrong.json()).toMatchObject({
        message: expect.stringMatching(/^Words \d+, \d+, \d+, \d+ don’t match the sheet\.$/),
      });
      expect((await read()).key).toBe('none');
      const { proved } = await makeKey();
      expect(proved.json()).toMatchObject({ key: 'known' });
      expect(await database.db.selectFrom('sealed_secrets').select('name').execute()).toEqual([
        { name: 'copy key' },
      ]);
      await close();
    },
  );

  onTheOtherToo(
    'a folder within the shop’s data, or one that can’t be written, is refused in words',
    async () => {
      const { dataDir, add, visitor, close } = await setUp();
      const file = path.join(newFolder(), 'file');
      writeFileSync(file, '');
      const link = path.join(newFolder(), 'link');
      symlinkSync('/dev/shm', link);
      const refusals = [];
      for (const place of [
        path.join(dataDir, 'media/copies'),
        path.dirname(dataDir),
        '/',
        '/proc/copies',
        '/sys',
        link,
        path.dirname(file),
        'copies',
        path.join(file, 'copies'),
        's3://B',
        's3://bucket',
      ]) {
        const response = await add(place);
        expect([400, 409]).toContain(response.statusCode);
        refusals.push(response.json<{ message: string }>().message);
      }
      expect(refusals).toEqual([
        expect.stringContaining('part of the shop’s own data'),
        'The shop’s own data are in this folder. Enter a folder of its own, on another disk.',
        'The shop’s own data are in this folder. Enter a folder of its own, on another disk.',
        'Nothing stays in /proc, which is the system’s own. Enter a folder on a disk.',
        'Nothing stays in /sys, which is the system’s own. Enter a folder on a disk.',
        'Nothing stays in /dev, which is the system’s own. Enter a folder on a disk.',
        `There is something else in this folder. Enter one of its own, such as ${path.join(path.dirname(file), 'druse-copies')}.`,
        'Enter the folder’s whole path, such as /mnt/copies, or a bucket as s3://name.',
        'Part of this path is a file. Enter a folder.',
        'The place must have the form s3://bucket or s3://bucket/folder.',
        'Enter the region, or the store’s address if it isn’t Amazon.',
      ]);
      expect((await visitor().get(COPIES)).statusCode).toBe(401);
      await close();
    },
  );

  onTheOtherToo('a bucket, or a folder of it, that holds the shop’s media is refused', async () => {
    const database = await makeDatabase();
    const bucket: S3Bucket = {
      mediaUrl: 's3://stones/shop',
      url: 'http://127.0.0.1:9/stones/',
      prefix: 'shop/',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      sessionToken: null,
    };
    const { app, admin } = await makeApp(database, { config: { bucket } });
    const owner = await admin();
    for (const address of ['s3://stones', 's3://stones/shop', 's3://stones/shop/copies']) {
      const response = await owner.post(`${COPIES}/places`, {
        ...bucketless,
        address,
        endpoint: 'http://127.0.0.1:9',
        accessKeyId: 'key',
        secretAccessKey: 'secret',
      });
      expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
        400,
        'This place is part of the shop’s own data: what destroys one destroys the other. Choose another bucket.',
      ]);
    }
    await app.close();
    await database.close();
  });

  test('a place that is added twice, in other words or at once, is refused the second time', async () => {
    const { add, read, close } = await setUp();
    const [folder, other] = [newFolder(), newFolder()];
    expect((await add(folder)).statusCode).toBe(200);
    for (const same of [
      `${folder}/`,
      `${folder}/x/..`,
      `${path.dirname(folder)}//${path.basename(folder)}`,
    ]) {
      const refused = await add(same);
      expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
        409,
        'Copies go there already.',
      ]);
    }
    expect(addressOf('s3://bucket/folder//')).toBe('s3://bucket/folder');
    const both = await Promise.all([add(other), add(other)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await read()).places.map(({ address }) => address)).toEqual([folder, other]);
    await close();
  });

  test('a copy is made at its hour by one of two processes, proved at once and then once a week', async () => {
    const { ctx, clock, read, add, makeKey, close } = await setUp();
    await makeKey();
    await add(newFolder());
    const { nextAt } = await read();
    expect(nextAt).not.toBeNull();
    expect(await makeDueCopy(ctx)).toBe(false);
    clock.forward({ days: 1 });
    expect(await dueCopies.dueIds(ctx, clock.now().toISOString(), 1)).toEqual([1]);
    const made = await Promise.all([makeDueCopy(ctx), makeDueCopy(ctx)]);
    expect(made.toSorted()).toEqual([false, true]);
    const first = await read();
    const at = clock.now().toISOString();
    expect(first.places).toEqual([
      expect.objectContaining({ copies: 1, copiedAt: at, provedAt: at, trouble: null }),
    ]);
    expect(first.isRunning).toBe(false);
    for (let night = 1; night <= 7; night++) {
      clock.forward({ days: 1 });
      await makeDueCopy(ctx);
      const { places } = await read();
      expect(places[0]).toMatchObject({
        copies: Math.min(night + 1, 8),
        provedAt: night < 7 ? at : clock.now().toISOString(),
      });
      expect(places[0]?.copiedAt).toBe(clock.now().toISOString());
    }
    await close();
  });

  test('a copy whose process was killed is made again once its lease has ended', async () => {
    const { ctx, clock, database, owner, read, add, makeKey, close } = await setUp();
    await makeKey();
    await add(newFolder());
    expect((await owner.post(`${COPIES}/now`)).statusCode).toBe(200);
    const lease_until = new Date(clock.now().getTime() + 60_000).toISOString();
    await database.db.updateTable('copy_plans').set({ lease_until }).execute();
    expect([(await read()).isRunning, await makeDueCopy(ctx)]).toEqual([true, false]);
    expect(await dueCopies.nextAt(ctx)).toBe(lease_until);
    clock.forward({ minutes: 2 });
    expect(await makeDueCopy(ctx)).toBe(true);
    expect((await read()).places[0]?.copies).toBe(1);
    await close();
  });

  onTheOtherToo(
    'a place that is away is told after two days, holds up no other, and goes on once it is back',
    async () => {
      const { ctx, clock, read, add, makeKey, told, close } = await setUp();
      await makeKey();
      const [here, away] = [newFolder(), newFolder()];
      for (const folder of [here, away]) expect((await add(folder)).statusCode).toBe(200);
      clock.forward({ days: 1 });
      await makeDueCopy(ctx);
      renameSync(away, `${away}-gone`);
      mkdirSync(away);
      for (let night = 0; night < 2; night++) {
        clock.forward({ days: 1 });
        await makeDueCopy(ctx);
      }
      expect(await told()).toEqual([]);
      clock.forward({ days: 1 });
      await makeDueCopy(ctx);
      expect(await told()).toEqual(['There is no copy of the last two days']);
      expect(readdirSync(away)).toEqual([]);
      const { places } = await read();
      expect(places.map(({ copies, trouble }) => [copies, trouble])).toEqual([
        [4, null],
        [1, expect.stringContaining('Is the disk connected')],
      ]);
      rmSync(away, { recursive: true });
      renameSync(`${away}-gone`, away);
      clock.forward({ days: 1 });
      await makeDueCopy(ctx);
      expect(await told()).toEqual([]);
      expect((await read()).places[1]).toMatchObject({ copies: 2, trouble: null });
      await close();
    },
  );

  onTheOtherToo('what the shop itself lacks is told, and such a copy proves nothing', async () => {
    const mediaStore = diskStore(path.join(newFolder(), 'media'));
    const { ctx, database, owner, add, makeKey, read, close } = await copyingShop(makeDatabase, {
      mediaStore,
    });
    await forgetPictures(ctx);
    await makeKey();
    await add(newFolder());
    const [smoky = 0] = await addSpecimens(ctx, [{ title: 'Smoky Quartz' }]);
    const [lost = '', ...files] = (
      await database.db.selectFrom('media').selectAll().execute()
    ).flatMap(filesOfMedium);
    for (const file of files) await mediaStore.put(file, Buffer.from(file));
    const place = async () => {
      await owner.post(`${COPIES}/proof`);
      await makeDueCopy(ctx);
      return (await read()).places[0];
    };
    const trouble =
      '1 photo or video is missing from the shop itself, so this copy lacks it; older copies may have it. Add it again: “Smoky Quartz”.';
    expect(await place()).toMatchObject({ copies: 1, provedAt: null, trouble });
    await database.db.deleteFrom('specimen_media').where('specimen_id', '=', smoky).execute();
    expect((await place())?.trouble).toMatch(/The shop’s log names the files\.$/);
    await mediaStore.put(lost, Buffer.from(lost));
    expect(await place()).toMatchObject({ provedAt: expect.any(String), trouble: null });
    await close();
  });

  onTheOtherToo(
    'a place that was removed gets no more copies, and keeps those that it has',
    async () => {
      const { owner, read, add, makeKey, ctx, close } = await setUp();
      await makeKey();
      const folder = newFolder();
      await add(folder);
      await owner.post(`${COPIES}/now`);
      await makeDueCopy(ctx);
      const files = readdirSync(folder);
      const id = (await read()).places[0]?.id;
      expect((await owner.delete(`${COPIES}/places/${id}`)).json()).toMatchObject({
        places: [],
        nextAt: null,
      });
      expect((await owner.delete(`${COPIES}/places/${id}`)).statusCode).toBe(404);
      expect((await owner.post(`${COPIES}/now`)).statusCode).toBe(409);
      expect(readdirSync(folder)).toEqual(files);
      await close();
    },
  );

  onTheOtherToo(
    'copies in a folder and a bucket are restored by one command, with the words in a file',
    async () => {
      const { add, makeKey, owner, ctx, read, database, close } = await setUp();
      const server = await startS3Server();
      const {
        MEDIA_URL = '',
        S3_ENDPOINT = '',
        AWS_ACCESS_KEY_ID = '',
        AWS_SECRET_ACCESS_KEY = '',
      } = server.environment;
      const { words } = await makeKey();
      const folder = newFolder();
      const keys = {
        endpoint: S3_ENDPOINT,
        accessKeyId: AWS_ACCESS_KEY_ID,
        secretAccessKey: AWS_SECRET_ACCESS_KEY,
      };
      const bucket = `${MEDIA_URL}/copies`;
      expect((await add(folder)).statusCode).toBe(200);
      expect((await add(bucket, keys)).statusCode).toBe(200);
      await owner.post(`${COPIES}/now`);
      await makeDueCopy(ctx);
      expect((await read()).places.map(({ copies, trouble }) => [copies, trouble])).toEqual([
        [1, null],
        [1, null],
      ]);
      expect(
        JSON.stringify(await database.db.selectFrom('sealed_secrets').selectAll().execute()),
      ).not.toContain(AWS_SECRET_ACCESS_KEY);
      const sheet = path.join(newFolder(), 'words');
      writeFileSync(sheet, words);
      // Each is a process.
      for (const from of isThorough ? [folder, bucket] : [bucket]) {
        const { MEDIA_URL: _none, ...environment } = server.environment;
        const target = { ...environment, DATA_DIR: newFolder() };
        const shop = runShop(target, ['scripts/restore.ts', '--from', from, '--words', sheet]);
        expect([await shop.ended, shop.printed()]).toEqual([
          0,
          expect.stringContaining('1 specimens, 0 orders, 0 media files'),
        ]);
      }
      await server.stop();
      await close();
    },
  );
});
