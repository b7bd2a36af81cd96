import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { formerDatabaseOf, openWorkFolder, removeLeftovers, replacedOf } from './leftovers.ts';

const now = new Date();
const newDataDir = () => mkdtempSync(path.join(inject('runFolder'), 'data-'));
const workIn = (dataDir: string) => readdirSync(path.join(dataDir, 'work'));
const age = (file: string, days: number) => {
  const then = now.getTime() / 1000 - days * 24 * 3600;
  utimesSync(file, then, then);
};

test('a folder in use stays, is for its user alone, and goes when its work ends', () => {
  const dataDir = newDataDir();
  const { folder, remove } = openWorkFolder(dataDir, 'backup');
  writeFileSync(path.join(folder, 'rows'), 'Ada');
  removeLeftovers(dataDir, now);
  expect(readdirSync(folder)).toEqual(['rows']);
  for (const place of [folder, path.dirname(folder), path.join(dataDir, 'work')])
    expect(statSync(place).mode & 0o077).toBe(0);
  remove();
  expect(workIn(dataDir)).toEqual([]);
});

test('what a killed process has left goes at once', async () => {
  const dataDir = newDataDir();
  const script = `
    const { openWorkFolder } = await import('#platform/storage/leftovers.ts');
    const { folder } = openWorkFolder(${JSON.stringify(dataDir)}, 'copy');
    (await import('node:fs')).writeFileSync(folder + '/orders.jsonl', 'Ada');
    console.log('written');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  removeLeftovers(dataDir, now);
  expect(workIn(dataDir)).toHaveLength(1);
  child.kill('SIGKILL');
  await ended;
  removeLeftovers(dataDir, now);
  expect(workIn(dataDir)).toEqual([]);
});

test.each(['backup', 'copy', 'import', 'proof', 'restore'])(
  'what an earlier version has left of a %s goes after a day, and nothing of others',
  (kind) => {
    const [own, young, other] = [
      `druse-${kind}-${randomUUID()}`,
      `druse-${kind}-aB3xYz`,
      `druse-${kind}-2026.tar`,
    ].map((name) => path.join(tmpdir(), name)) as [string, string, string];
    for (const folder of [own, young, other]) mkdirSync(folder);
    writeFileSync(path.join(own, 'orders.jsonl'), 'Ada');
    age(own, 1.1);
    age(other, 1.1);
    removeLeftovers(newDataDir(), now);
    expect([own, young, other].map((folder) => existsSync(folder))).toEqual([false, true, true]);
  },
);

test('the database before an upgrade goes after two weeks, a replaced shop after ninety days', () => {
  const dataDir = newDataDir();
  const former = formerDatabaseOf(dataDir);
  mkdirSync(replacedOf(dataDir));
  const replaced = path.join(replacedOf(dataDir), 'druse-20261101t000000z.tar.age');
  for (const file of [former, replaced]) writeFileSync(file, 'Ada');
  const left = (days: number) => {
    for (const file of [former, replaced]) if (existsSync(file)) age(file, days);
    removeLeftovers(dataDir, now);
    return [former, replaced].map((file) => existsSync(file));
  };
  expect([left(13), left(15), left(91)]).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ]);
});
