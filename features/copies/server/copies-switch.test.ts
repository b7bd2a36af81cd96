import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import type { Activity } from '#core/contract/admin/auth.ts';
import type { Context } from '#core/server/context.ts';
import { filesOfMedium } from '#core/server/media/files/media-files.service.ts';
import type { CopiesState } from '#features/copies/contract/copies.ts';
import { diskStore } from '#platform/storage/disk.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import { newFolder } from '#tests/support/backups.ts';
import { COPIES, copyingShop, forgetPictures } from '#tests/support/copies.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import { addVideo } from '#tests/support/specimens.ts';
import { isThorough, onFirstEngine } from '#tests/support/thorough.ts';
import { makeDueCopy } from './copies.service.ts';
import { dueCopies } from './copy-state.service.ts';
import { copies } from './feature.ts';
import { withCopy } from './reading.service.ts';

afterEach(() => {
  vi.useRealTimers();
});

async function videoFiles(ctx: Context): Promise<string[]> {
  const id = await addVideo(ctx);
  await forgetPictures(ctx);
  return filesOfMedium(
    await ctx.db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
}

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  const setUp = async () => {
    const shop = await copyingShop(makeDatabase);
    await forgetPictures(shop.ctx);
    const { words } = await shop.makeKey();
    const folder = newFolder();
    await shop.add(folder);
    return { ...shop, words, folder };
  };

  /** A shop whose copy stands still, once it has begun, until it is let go on. */
  async function setUpSlow(places: string[] = [newFolder()]) {
    const mediaStore = diskStore(path.join(newFolder(), 'media'));
    const [reached, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow: MediaStore = {
      ...mediaStore,
      open: async (name) => {
        reached.resolve();
        await release.promise;
        return mediaStore.open(name);
      },
    };
    const shop = await copyingShop(makeDatabase, { mediaStore: slow });
    await mediaStore.put((await videoFiles(shop.ctx))[0] ?? '', Buffer.from('film'));
    await shop.makeKey();
    for (const folder of places) await shop.add(folder);
    await shop.owner.post(`${COPIES}/now`);
    const making = makeDueCopy(shop.ctx);
    await reached.promise;
    return { ...shop, making, release: release.resolve };
  }

  onTheOtherToo(
    'while copies are off none is made, and they go on in the night after they are on again',
    async () => {
      const { ctx, clock, owner, admin, close } = await setUp();
      const { plan } = (await owner.get(COPIES)).json<CopiesState>();
      const off = await owner.put(COPIES, { ...plan, isOn: false });
      expect(off.json()).toMatchObject({ plan: { ...plan, isOn: false }, nextAt: null });
      expect((await owner.post(`${COPIES}/now`)).json()).toMatchObject({
        message: 'Copies are off. Turn them on first.',
      });
      clock.forward({ days: 30 });
      expect([await makeDueCopy(ctx), await dueCopies.nextAt(ctx)]).toEqual([false, null]);
      const later = await admin();
      await later.put(COPIES, { ...plan, isOn: true });
      clock.forward({ days: 1 });
      expect(await makeDueCopy(ctx)).toBe(true);
      expect((await later.get(COPIES)).json<CopiesState>().places[0]).toMatchObject({
        copies: 1,
        trouble: null,
      });
      await close();
    },
  );

  test.runIf(isThorough)(
    'a proof that is asked for is made at once, though the last one was yesterday',
    async () => {
      const { ctx, clock, owner, read, close } = await setUp();
      await owner.post(`${COPIES}/now`);
      await makeDueCopy(ctx);
      const proved = [(await read()).places[0]?.provedAt];
      for (const kind of ['now', 'proof', 'now']) {
        clock.forward({ hours: 1 });
        await owner.post(`${COPIES}/${kind}`);
        await makeDueCopy(ctx);
        proved.push((await read()).places[0]?.provedAt);
      }
      expect(proved[1]).toBe(proved[0]);
      expect(proved[2]).not.toBe(proved[1]);
      expect(proved[3]).toBe(proved[2]);
      await close();
    },
  );

  onTheOtherToo(
    'after a change of the key the new words open the new copies, and the old ones those before',
    async () => {
      const { ctx, clock, owner, admin, words, folder, makeKey, close } = await setUp();
      const copied = async () => {
        await owner.post(`${COPIES}/now`);
        await makeDueCopy(ctx);
        return clock.now().toISOString();
      };
      const first = await copied();
      clock.forward({ days: 1 });
      const changed = await makeKey(await admin());
      const second = await copied();
      const createdAt = (typed: string) =>
        new Promise((resolve, reject) => {
          withCopy(
            diskStore(folder),
            folder,
            { words: typed, day: null, dataDir: newFolder() },
            async ({ manifest }) => resolve(manifest.createdAt),
          ).catch(reject);
        });
      expect([await createdAt(words), await createdAt(changed.words)]).toEqual([first, second]);
      await close();
    },
  );

  onTheOtherToo(
    'without shop.key the copies say what to do, and go on with a new key',
    async () => {
      const { ctx, dataDir, owner, read, makeKey, close } = await setUp();
      rmSync(path.join(dataDir, 'shop.key'));
      expect((await read()).key).toBe('lost');
      await owner.post(`${COPIES}/now`);
      await makeDueCopy(ctx);
      expect((await read()).places[0]).toMatchObject({
        copies: 0,
        trouble: expect.stringContaining('Make a new key.'),
      });
      await makeKey();
      await owner.post(`${COPIES}/now`);
      await makeDueCopy(ctx);
      expect(await read()).toMatchObject({ key: 'known', places: [{ copies: 1, trouble: null }] });
      await close();
    },
  );

  test('a copy that the closing shop stops stays due, and another process makes it at once', async () => {
    const { ctx, owner, read, close } = await setUp();
    await owner.post(`${COPIES}/now`);
    expect(await makeDueCopy(ctx, () => true)).toBe(false);
    expect(await read()).toMatchObject({
      isRunning: false,
      progress: null,
      places: [{ copies: 0, trouble: null }],
    });
    expect(await dueCopies.dueIds(ctx, ctx.clock.now().toISOString(), 1)).toEqual([1]);
    expect(await makeDueCopy(ctx)).toBe(true);
    await close();
  });

  test('a process that makes a copy says so for as long as it takes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { ctx, clock, database, read, making, release, close } = await setUpSlow();
    const lease = async () =>
      (await database.db.selectFrom('copy_plans').select('lease_until').executeTakeFirstOrThrow())
        .lease_until;
    const first = await lease();
    clock.forward({ minutes: 9 });
    vi.advanceTimersByTime(60_000);
    await expect.poll(lease).not.toBe(first);
    clock.forward({ minutes: 9 });
    expect(await makeDueCopy(ctx)).toBe(false);
    const other = clock.now().toISOString();
    await database.db.updateTable('copy_plans').set({ lease_until: other }).execute();
    vi.advanceTimersByTime(60_000);
    release();
    expect(await making).toBe(false);
    expect([await lease(), (await read()).places[0]?.copies]).toEqual([other, 0]);
    await close();
  });

  test('a copy that is being made says how many of its files a place has', async () => {
    const mediaStore = diskStore(path.join(newFolder(), 'media'));
    const told: CopiesState['progress'][] = [];
    let tell = async () => {};
    const shop = await copyingShop(makeDatabase, {
      mediaStore: {
        ...mediaStore,
        open: async (name) => {
          const file = await mediaStore.open(name);
          const telling = async function* () {
            await tell();
            if (file) yield* file.read();
          };
          return file && { ...file, read: () => Readable.from(telling(), { objectMode: false }) };
        },
      },
    });
    tell = async () => {
      told.push((await shop.read()).progress);
    };
    for (const name of await videoFiles(shop.ctx)) await mediaStore.put(name, Buffer.from(name));
    await shop.makeKey();
    await shop.add(newFolder());
    await shop.owner.post(`${COPIES}/now`);
    expect(await makeDueCopy(shop.ctx)).toBe(true);
    expect(told.length).toBeGreaterThan(0);
    const place = (await shop.read()).places[0]?.id;
    expect(told).toEqual(told.map((_, done) => ({ place, step: 'files', done, of: told.length })));
    expect((await shop.read()).progress).toBeNull();
    await shop.close();
  });

  test('a copy that is asked for while one is made is made after it', async () => {
    const { ctx, clock, owner, read, making, release, close } = await setUpSlow();
    clock.forward({ minutes: 1 });
    await owner.post(`${COPIES}/proof`);
    release();
    expect([await making, await makeDueCopy(ctx), await makeDueCopy(ctx)]).toEqual([
      true,
      true,
      false,
    ]);
    expect((await read()).places[0]).toMatchObject({
      copies: 1,
      provedAt: clock.now().toISOString(),
    });
    await close();
  });

  onTheOtherToo(
    'a place that is removed while a copy is written into another gets none',
    async () => {
      const second = newFolder();
      const { owner, read, making, release, close } = await setUpSlow([newFolder(), second]);
      await owner.delete(`${COPIES}/places/${(await read()).places[1]?.id}`);
      release();
      expect([await making, readdirSync(second)]).toEqual([true, ['druse-copies.txt']]);
      await close();
    },
  );

  test.runIf(isThorough)(
    'a bucket that is away is told with its reason, and has its copies again once it is back',
    async () => {
      const { ctx, clock, owner, admin, read, add, close } = await setUp();
      const server = await startS3Server();
      const {
        MEDIA_URL = '',
        S3_ENDPOINT = '',
        AWS_ACCESS_KEY_ID = '',
        AWS_SECRET_ACCESS_KEY = '',
      } = server.environment;
      const keys = {
        endpoint: S3_ENDPOINT,
        accessKeyId: AWS_ACCESS_KEY_ID,
        secretAccessKey: AWS_SECRET_ACCESS_KEY,
      };
      await add(`${MEDIA_URL}/copies`, keys);
      await server.stop();
      await owner.post(`${COPIES}/now`);
      await makeDueCopy(ctx);
      expect((await read()).places).toMatchObject([
        { copies: 1, trouble: null },
        {
          copies: 0,
          trouble: expect.stringMatching(
            /^The bucket can’t be used: .+\. Check its name, its address and the keys\.$/,
          ),
        },
      ]);
      await server.resume();
      clock.forward({ days: 1 });
      await owner.post(`${COPIES}/now`);
      await makeDueCopy(ctx);
      expect((await read()).places).toMatchObject([
        { copies: 2, trouble: null },
        { copies: 1, trouble: null },
      ]);
      expect(
        (
          await add(`${MEDIA_URL}/others`, { ...keys, secretAccessKey: 'another' }, await admin())
        ).json(),
      ).toMatchObject({
        message: expect.stringMatching(/^The bucket can’t be used/),
      });
      await server.stop();
      await close();
    },
  );

  test.runIf(isThorough)(
    'the doctor says how the copies stand, and Account that they were changed',
    async () => {
      const { ctx, clock, owner, read, add, close } = await setUp();
      const finding = async () => {
        const { state, text } = await copies.findings.Copies(ctx);
        return [state, text];
      };
      expect(await finding()).toEqual(['warning', 'The first copy isn’t made yet.']);
      await owner.post(`${COPIES}/now`);
      await makeDueCopy(ctx);
      const at = clock.now().toISOString();
      expect(await finding()).toEqual([
        'good',
        `Every place has a copy, the oldest of ${at}, proved ${at}.`,
      ]);
      const away = newFolder();
      await add(away);
      rmSync(away, { recursive: true });
      await owner.post(`${COPIES}/now`);
      await makeDueCopy(ctx);
      expect(await finding()).toEqual(['bad', 'The last copy failed in 1 of 2 places.']);
      const { plan } = await read();
      await owner.put(COPIES, { ...plan, isOn: false });
      expect(await finding()).toEqual(['warning', 'Nightly copies are off.']);
      const texts = (await owner.get('/api/auth/activity'))
        .json<Activity[]>()
        .map(({ text }) => text);
      expect(texts[0]).toBe('The nightly copies were changed');
      await close();
    },
  );
});
