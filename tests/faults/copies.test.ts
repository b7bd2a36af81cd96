/** Nightly copies where the shop is killed, told to end, run twice, or meets a full disk: what is no whole copy counts as none, and the next one is. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, inject, test, vi } from 'vitest';
import { filesOfMedium } from '#core/server/media/files/media-files.service.ts';
import type { CopiesState } from '#features/copies/contract/copies.ts';
import { makeDueCopy } from '#features/copies/server/copies.service.ts';
import { withCopy } from '#features/copies/server/reading.service.ts';
import { diskStore } from '#platform/storage/disk.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import { ADMIN } from '#tests/support/app.ts';
import { COPIES, copyingShop, forgetPictures } from '#tests/support/copies.ts';
import { makeSqlite, onDatabases } from '#tests/support/databases.ts';
import { type ShopProcess, startShop } from '#tests/support/shop-process.ts';
import { addVideo } from '#tests/support/specimens.ts';

const VIDEOS = 40;
/** `KILLS=40` for a longer run. */
const KILLS = Number(process.env.KILLS ?? 3);
/** How many files are written when the process is killed. */
const MOMENTS = Array.from({ length: KILLS }, (_, n) =>
  Math.max(1, Math.round((n * (VIDEOS - 1)) / (KILLS - 1))),
);
const VIDEO_BYTES = 200_000;

const running: ShopProcess[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const shop of running.splice(0)) await end(shop, 'SIGKILL');
});

async function end(
  { child, ended }: ShopProcess,
  signal: NodeJS.Signals,
): Promise<number | string> {
  child.kill(signal);
  return ended;
}

const newFolder = () => mkdtempSync(path.join(inject('runFolder'), 'copies-'));
const until = async (isSo: () => boolean | Promise<boolean>) => {
  while (!(await isSo())) await setTimeout(10);
};
const listsIn = (folder: string) =>
  readdirSync(folder).filter((name) => name.endsWith('-copy.json'));

async function addVideos(ctx: Parameters<typeof addVideo>[0], store: MediaStore): Promise<void> {
  for (let count = 0; count < VIDEOS; count++) {
    const id = await addVideo(ctx);
    const row = await ctx.db
      .selectFrom('media')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const name of filesOfMedium(row)) await store.put(name, randomBytes(VIDEO_BYTES));
  }
  await forgetPictures(ctx);
  // The shop warms its pages, which show none without a picture.
  await ctx.db.deleteFrom('specimens').execute();
}

onDatabases(['sqlite', 'postgres'], (makeDatabase, engine) => {
  /** A shop with a key, a place and many videos; its database is then a process's own. */
  async function prepare() {
    const mediaStore = diskStore(path.join(newFolder(), 'media'));
    const shop = await copyingShop(makeDatabase, { mediaStore, start: new Date() });
    const place = newFolder();
    const { words } = await shop.makeKey();
    await shop.add(place);
    const { environment } = shop.database;
    const dataDir = environment?.DATA_DIR ?? shop.dataDir;
    await addVideos(shop.ctx, diskStore(path.join(dataDir, 'media')));
    if (dataDir !== shop.dataDir)
      copyFileSync(path.join(shop.dataDir, 'shop.key'), path.join(dataDir, 'shop.key'));
    const due = async () => {
      const now = new Date(Date.now() - 1000).toISOString();
      await shop.database.db
        .updateTable('copy_plans')
        .set({ due_at: now, lease_until: null })
        .execute();
    };
    const start = async () => {
      const started = await startShop({
        DATABASE_URL: '',
        ...environment,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'info',
        ADMIN_PASSWORD: ADMIN.password,
      });
      running.push(started);
      return started;
    };
    const plan = () =>
      shop.database.db.selectFrom('copy_plans').selectAll().executeTakeFirstOrThrow();
    const files = () =>
      withCopy(
        diskStore(place),
        place,
        { words, day: null, dataDir: newFolder() },
        async ({ manifest }) => manifest.files,
      );
    return { ...shop, place, due, start, plan, files };
  }

  const KILLED_MS = 120_000 + KILLS * 20_000;
  test('a copy whose process is killed counts only if it is whole', {
    timeout: KILLED_MS,
  }, async () => {
    const { place, due, start, files, database, close } = await prepare();
    for (const written of MOMENTS) {
      await due();
      const shop = await start();
      await until(() => readdirSync(place).length > written);
      await end(shop, 'SIGKILL');
      // It may have been faster than the kill.
      if (listsIn(place).length > 0) expect(await files()).toBe(VIDEOS);
      else await expect(files()).rejects.toThrow('There is no whole copy');
    }
    await due();
    await start();
    await until(
      async () =>
        (await database.db.selectFrom('copy_places').select('proved_at').executeTakeFirstOrThrow())
          .proved_at !== null,
    );
    expect(await files()).toBe(VIDEOS);
    await close();
  });

  test('a shop that is told to end in the middle of a copy ends in order, and its next start goes on at once', async () => {
    const { place, due, start, plan, files, close } = await prepare();
    do {
      for (const name of readdirSync(place))
        if (/^[0-9a-f]{12}-/.test(name)) rmSync(path.join(place, name));
      await due();
      const shop = await start();
      await until(() => readdirSync(place).length > 3);
      expect(await end(shop, 'SIGTERM')).toBe(0);
      expect(shop.printed()).not.toContain('"level":50');
      // It may have been faster than the signal.
    } while (listsIn(place).length > 0);
    const { due_at, lease_until } = await plan();
    expect([due_at !== null && due_at < new Date().toISOString(), lease_until]).toEqual([
      true,
      null,
    ]);
    await start();
    await until(() => listsIn(place).length === 1);
    expect(await files()).toBe(VIDEOS);
    await close();
  });

  test.skipIf(engine === 'sqlite')('of two processes one makes the copy', async () => {
    const { place, due, start, plan, close } = await prepare();
    await due();
    const shops = await Promise.all([start(), start()]);
    await until(async () => ((await plan()).due_at ?? '') > new Date().toISOString());
    // What the other had begun would end.
    await Promise.all(shops.map((shop) => end(shop, 'SIGTERM')));
    expect(
      shops.map(({ printed }) => printed().split('a copy was made').length - 1).toSorted(),
    ).toEqual([0, 1]);
    expect(listsIn(place)).toHaveLength(1);
    await close();
  });
});

function mounted(bytes: number): string | null {
  const folder = newFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return folder;
  } catch {
    return null;
  }
}

const disk = mounted(4 * 1024 * 1024);

afterAll(() => {
  if (disk !== null) execFileSync('umount', [disk]);
});

describe.skipIf(disk === null)(
  `full disk${disk === null ? ' (skipped: a small disk cannot be mounted here)' : ''}`,
  () => {
    const folder = disk ?? '';
    const fill = (free: number) => {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(path.join(folder, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - free)));
    };
    const empty = () => rmSync(path.join(folder, 'filler'), { force: true });

    test('a full place and a full disk of the shop’s own are told apart, and the copies before stay whole', async () => {
      const mediaStore = diskStore(path.join(newFolder(), 'media'));
      const { ctx, clock, dataDir, owner, add, makeKey, close } = await copyingShop(makeSqlite, {
        mediaStore,
      });
      await forgetPictures(ctx);
      const { words } = await makeKey();
      const place = path.join(folder, 'copies');
      await add(place);
      const made = async () => {
        clock.forward({ days: 1 });
        await makeDueCopy(ctx);
        const [found] = (await owner.get(COPIES)).json<CopiesState>().places;
        const opened = await withCopy(
          diskStore(place),
          place,
          { words, day: null, dataDir: newFolder() },
          async ({ manifest }) => manifest.files,
        );
        return [found?.trouble, opened, listsIn(place).length];
      };
      expect(await made()).toEqual([null, 0, 1]);
      const id = await addVideo(ctx);
      const row = await ctx.db
        .selectFrom('media')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      for (const name of filesOfMedium(row)) await mediaStore.put(name, randomBytes(VIDEO_BYTES));
      await forgetPictures(ctx);
      for (const free of [0, 40_000, VIDEO_BYTES]) {
        fill(free);
        expect(await made()).toEqual(['It is full. Make room there, or keep fewer copies.', 0, 1]);
        empty();
      }
      const work = path.join(dataDir, 'work');
      rmSync(work, { recursive: true });
      symlinkSync(folder, work);
      fill(100_000);
      expect(await made()).toEqual([
        expect.stringContaining('The disk of the shop’s own machine is full'),
        0,
        1,
      ]);
      rmSync(work);
      empty();
      expect(await made()).toEqual([null, 1, 2]);
      await close();
    });
  },
);
