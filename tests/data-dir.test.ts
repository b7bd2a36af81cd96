/** One shop has a DATA_DIR, commands work beside it, and a second shop is told who was first. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { lockDataDir } from '#platform/db/data-dir-lock.ts';
import { keepDatabase, withCopy } from '../scripts/upgrade/copy.ts';
import {
  builtShop,
  NODE_COMPILE_CACHE,
  newDataDir,
  preparedDataDir,
  runShop,
  type ShopProcess,
  startShop,
} from './support/shop-process.ts';
import { isThorough } from './support/thorough.ts';

let running: { child: ChildProcess; ended?: Promise<unknown> }[] = [];
afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL');
    await ended;
  }
  running = [];
});

async function start(DATA_DIR: string): Promise<ShopProcess & { origin: string }> {
  const shop = await startShop({ DATA_DIR });
  running.push(shop);
  return shop;
}

async function run(environment: Record<string, string>, ...script: string[]) {
  const shop = runShop(environment, script);
  running.push(shop);
  return { code: await shop.ended, text: shop.printed() };
}

const holderIn = (dataDir: string) =>
  JSON.parse(readFileSync(path.join(dataDir, 'shop.lock.holder'), 'utf8'));

test('a second shop on the same DATA_DIR is told who holds it, and the first one goes on', async () => {
  const DATA_DIR = await preparedDataDir();
  const first = await start(DATA_DIR);
  const { pid, host, since } = holderIn(DATA_DIR);
  expect([pid, host]).toEqual([first.child.pid, hostname()]);
  const second = await run({ DATA_DIR }, await builtShop());
  expect(second.code).toBe(1);
  expect(second.text).toContain(
    `DATA_DIR ${DATA_DIR} is in use by the process ${pid} on ${host}, since ${since}.`,
  );
  expect(second.text).not.toMatch(/^\s+at /m);
  expect((await fetch(first.origin)).status).toBe(200);

  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(existsSync(path.join(DATA_DIR, 'shop.lock.holder'))).toBe(false);
  if (isThorough) await start(DATA_DIR);
});

test('of shops that start together on one DATA_DIR exactly one opens', async () => {
  const DATA_DIR = isThorough ? newDataDir() : await preparedDataDir();
  const outcomes = await Promise.allSettled([start(DATA_DIR), start(DATA_DIR), start(DATA_DIR)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(String(outcome.reason)).toContain('is in use by');
});

test.runIf(isThorough)(
  'a shop and a command whose data a newer version has written say so in one sentence',
  async () => {
    const DATA_DIR = await preparedDataDir();
    const database = new DatabaseSync(path.join(DATA_DIR, 'shop.db'));
    database.exec(
      `insert into kysely_migration (name, timestamp) values ('9999-later-since-9998', '2030-01-01')`,
    );
    database.close();
    const words =
      'The data were written by a newer version of Druse, which has changed the tables since (9999-later-since-9998). Start the newer version';
    for (const script of [
      [await builtShop()],
      ['scripts/export.ts', path.join(newDataDir(), 'sheets')],
    ]) {
      const { code, text } = await run({ DATA_DIR }, ...script);
      expect([code, text]).toEqual([1, expect.stringContaining(words)]);
      expect(text).not.toMatch(/corrupted|^\s+at /m);
    }
  },
);

/** Of everything in the folder that is not this user’s. */
const ofOthers = (folder: string, uid: number): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(path.join(folder, name)).uid !== uid,
  );

test.runIf(isThorough && process.getuid?.() === 0)(
  'what root restores belongs to the owner of DATA_DIR, also after a backup by root',
  async () => {
    const NOBODY = 65_534;
    const DATA_DIR = newDataDir();
    chownSync(DATA_DIR, NOBODY, NOBODY);
    expect(
      (await run({ DATA_DIR }, 'scripts/restore.ts', 'tests/fixtures/backup-1.0.0.tar')).code,
    ).toBe(0);
    expect(readdirSync(DATA_DIR)).toContain('media');
    expect(ofOthers(DATA_DIR, NOBODY)).toEqual([]);
    expect(
      (await run({ DATA_DIR }, 'scripts/backup.ts', path.join(newDataDir(), 'shop.tar'))).code,
    ).toBe(0);
    expect(ofOthers(DATA_DIR, NOBODY)).toEqual([]);
  },
);

test('a killed shop leaves no lock, even where another process has its number by now', async () => {
  const DATA_DIR = await preparedDataDir();
  const first = await start(DATA_DIR);
  first.child.kill('SIGKILL');
  await first.ended;
  // The number is that of a process which runs: this one.
  writeFileSync(
    path.join(DATA_DIR, 'shop.lock.holder'),
    JSON.stringify({ ...holderIn(DATA_DIR), pid: process.pid }),
  );
  const next = await start(DATA_DIR);
  expect(holderIn(DATA_DIR).pid).toBe(next.child.pid);
});

test.runIf(isThorough)('a shop that is only stopped keeps its DATA_DIR', async () => {
  const DATA_DIR = await preparedDataDir();
  const first = await start(DATA_DIR);
  first.child.kill('SIGSTOP');
  expect((await run({ DATA_DIR }, await builtShop())).text).toContain(
    `is in use by the process ${first.child.pid}`,
  );
  first.child.kill('SIGCONT');
  expect((await fetch(first.origin)).status).toBe(200);
});

test.runIf(isThorough)(
  'backup, export, import and a new password work beside the shop; a restore does not',
  async () => {
    const DATA_DIR = await preparedDataDir();
    await start(DATA_DIR);
    const archive = path.join(newDataDir(), 'shop.tar');
    const sheets = path.join(newDataDir(), 'sheets');
    const codes = [
      await run({ DATA_DIR }, 'scripts/backup.ts', archive),
      await run({ DATA_DIR }, 'scripts/export.ts', sheets),
      await run({ DATA_DIR }, 'scripts/import.ts', sheets),
    ];
    expect(codes.map(({ code }) => code)).toEqual([0, 0, 0]);
    const user = spawn(process.execPath, ['scripts/user.ts', 'set-password'], {
      cwd: path.join(import.meta.dirname, '..'),
      env: { PATH: process.env.PATH, DATA_DIR, NODE_COMPILE_CACHE, NODE_NO_WARNINGS: '1' },
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    running.push({ child: user });
    user.stdin.end('a-much-better-password-of-granite\n');
    expect((await once(user, 'close'))[0]).toBe(0);

    const restored = await run({ DATA_DIR }, 'scripts/restore.ts', archive);
    expect(restored.code).toBe(1);
    expect(restored.text).toMatch(/^DATA_DIR .* is in use by the process \d+ on .*\.\n$/);
  },
);

/** Of everything in the folder that group or others may read, write or enter. What the running shop has removed meanwhile is open to nobody. */
const openToOthers = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const found = statSync(path.join(folder, name), { throwIfNoEntry: false });
    return found && (found.mode & 0o077) !== 0;
  });

test.skipIf(process.platform === 'win32')(
  'what the shop keeps is for its user alone, also what looser hands have left in DATA_DIR',
  async () => {
    const DATA_DIR = await preparedDataDir();
    // As an earlier version left it with umask 022, beside a file that is not the shop's.
    chmodSync(DATA_DIR, 0o755);
    mkdirSync(path.join(DATA_DIR, 'media/private'), { recursive: true });
    for (const file of ['notes.txt', 'media/one.jpg', 'media/private/two.jpg'])
      writeFileSync(path.join(DATA_DIR, file), '');
    for (const file of ['shop.db', 'notes.txt', 'media/one.jpg', 'media/private/two.jpg'])
      chmodSync(path.join(DATA_DIR, file), 0o644);
    for (const folder of ['media', 'media/private']) chmodSync(path.join(DATA_DIR, folder), 0o755);

    const umask = process.umask(0o022);
    try {
      const first = await start(DATA_DIR);
      expect(first.printed()).toContain(
        `5 files and folders in DATA_DIR ${DATA_DIR} were open to other users`,
      );
      expect((await fetch(`${first.origin}/api/specimens`)).status).toBe(200);
      expect(existsSync(path.join(DATA_DIR, 'shop.db-wal'))).toBe(true);
      expect(openToOthers(DATA_DIR)).toEqual(['notes.txt']);
      if (!isThorough) return;
      first.child.kill('SIGTERM');
      await first.ended;
      const again = await start(DATA_DIR);
      expect(again.printed()).not.toContain('open to other users');
      expect(openToOthers(DATA_DIR)).toEqual(['notes.txt']);
    } finally {
      process.umask(umask);
    }
  },
);

test.skipIf(process.platform === 'win32')(
  'every file of an upgrade’s copies, and every one that a command writes, is for its user alone',
  async () => {
    const DATA_DIR = await preparedDataDir();
    chmodSync(path.join(DATA_DIR, 'shop.db'), 0o600);
    const umask = process.umask(0o022);
    try {
      await withCopy(DATA_DIR, keepDatabase(DATA_DIR), async (folder) => {
        expect(readdirSync(folder).sort()).toEqual(['media', 'shop.db']);
        expect(openToOthers(DATA_DIR).filter((name) => !name.endsWith('/media'))).toEqual([]);
      });
      expect(existsSync(path.join(DATA_DIR, 'before-upgrade.db'))).toBe(true);
      expect(readdirSync(path.join(DATA_DIR, 'work'))).toEqual([]);
      if (!isThorough) return;
      const out = path.join(newDataDir(), 'out');
      mkdirSync(out, { mode: 0o700 });
      const restored = path.join(out, 'restored');
      const file = (name: string) => path.join(out, name);
      const commands: [string, string[], Record<string, string>?][] = [
        ['backup', [file('shop.tar')]],
        ['backup', ['--encrypt', file('shop.tar.age')], { BACKUP_PASSPHRASE: 'five random words' }],
        ['export', [file('shop.zip')]],
        ['export', [file('sheets')]],
        ['import', [file('shop.zip')]],
        ['restore', [file('shop.tar')], { DATA_DIR: restored }],
        ['doctor', []],
      ];
      for (const [command, given, more] of commands) {
        const { code, text } = await run({ DATA_DIR, ...more }, `scripts/${command}.ts`, ...given);
        if (command !== 'doctor') expect([command, code, text]).toEqual([command, 0, text]);
        expect([command, openToOthers(DATA_DIR), openToOthers(out)]).toEqual([command, [], []]);
      }
    } finally {
      process.umask(umask);
    }
  },
);

test('a lock that was given back can be taken again, by the same process too', () => {
  const dataDir = newDataDir();
  const now = new Date('2026-11-22T06:00:00.000Z');
  const unlock = lockDataDir(dataDir, now);
  expect(() => lockDataDir(dataDir, now)).toThrow(
    `the process ${process.pid} on ${hostname()}, since ${now.toISOString()}`,
  );
  writeFileSync(path.join(dataDir, 'shop.lock.holder'), '{');
  expect(() => lockDataDir(dataDir, now)).toThrow('is in use by another process.');
  unlock();
  lockDataDir(dataDir, now)();
});
