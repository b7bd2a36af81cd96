/** A release for this machine, made in earnest, and run where there is no Node: it sells, is backed up, and comes back from the backup. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { directBody } from '../support/orders.ts';
import { madeRelease } from './made.ts';

const TIMEOUT = 900_000;
const run = promisify(execFile);

/** Where it says that it is open. */
async function start(druse: string, env: Record<string, string>) {
  const child = spawn(druse, ['start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  await expect.poll(() => printed).toMatch(/Druse is open at http\S+/);
  const origin = /open at (http\S+)/.exec(printed)?.[1] ?? '';
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { origin, stop };
}

test('a release for this machine starts without Node, takes an order, and is backed up and restored', {
  timeout: TIMEOUT,
}, async () => {
  const { archive, top } = await madeRelease();
  const [sum] = readFileSync(`${archive}.sha256`, 'utf8').split('  ');
  expect(createHash('sha256').update(readFileSync(archive)).digest('hex')).toBe(sum);

  const folder = path.join(inject('runFolder'), 'release');
  mkdirSync(folder);
  execFileSync('tar', ['-xzf', archive, '-C', folder]);
  const druse = path.join(folder, `${top}/druse`);
  // The starter needs a shell with `readlink` and `dirname`; a Node of the system would be found here too.
  const PATH = path.join(folder, 'programs');
  mkdirSync(PATH);
  for (const program of ['readlink', 'dirname'])
    execFileSync('ln', ['-s', `${systemFolder(program)}/${program}`, PATH]);
  const env = { PATH, HOME: folder, PORT: '0', PICTURE_EFFORT: '0' };

  const shop = await start(druse, { ...env, DATA_DIR: path.join(folder, 'one') });
  const specimens = JSON.parse(await (await fetch(`${shop.origin}/api/specimens`)).text());
  const buyable = specimens.find(
    (one: { price: string | null; status: string }) =>
      one.price !== null && one.status === 'available',
  );
  const order = await fetch(`${shop.origin}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop.origin },
    body: JSON.stringify(directBody(buyable.id)),
  });
  expect(order.status).toBe(201);
  const command = (data: string, ...words: string[]) =>
    run(druse, words, { cwd: folder, env: { ...env, DATA_DIR: path.join(folder, data) } });
  expect((await command('one', 'backup', '--help')).stdout).toMatch(/^\.\/druse backup FILE\n/);
  // A path is relative to where it is typed.
  expect((await command('one', 'backup', 'shop.tar')).stdout).toMatch(/ 1 orders, /);
  expect(await shop.stop()).toBe(0);
  expect((await command('two', 'restore', 'shop.tar')).stdout).toMatch(
    /^Restored the shop of .* 1 orders, /,
  );
  const restored = await start(druse, { ...env, DATA_DIR: path.join(folder, 'two') });
  const page = await fetch(`${restored.origin}/specimen/${buyable.id}`);
  expect(page.status).toBe(200);
  const { status } = JSON.parse(
    await (await fetch(`${restored.origin}/api/specimens/${buyable.id}`)).text(),
  );
  expect(status).toBe('pending');
  expect(await restored.stop()).toBe(0);
});

const systemFolder = (program: string): string =>
  path.dirname(execFileSync('which', [program], { encoding: 'utf8' }).trim());
