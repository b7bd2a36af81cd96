/** The archive that `druse upgrade` gets. */
import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keysOf } from '../scripts/install/releases.ts';
import { releasedDescription } from '../scripts/release/plan.ts';
import {
  isSigned,
  publicKeyOf,
  readSigningKey,
  signatureOf,
} from '../scripts/release/signature.ts';
import { takeRelease } from '../scripts/upgrade/archive.ts';
import { newFolder } from './support/backups.ts';

const newKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey;
const sumOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
const sign = (archive: string, ...keys: KeyObject[]) =>
  writeFileSync(`${archive}.sig`, signatureOf(keys, sumOf(archive)));

function newHome(): { home: string; releases: string } {
  const home = newFolder();
  const releases = path.join(home, 'releases');
  mkdirSync(releases);
  return { home, releases };
}

function packedRelease(): string {
  const folder = newFolder();
  mkdirSync(path.join(folder, 'druse'));
  const description = JSON.stringify({ version: '2.0.0', commit: 'abcdef' });
  writeFileSync(path.join(folder, 'druse/package.json'), description);
  const archive = path.join(folder, 'druse-2.0.0-linux-x64.tar.gz');
  execFileSync('tar', ['-czf', archive, '-C', folder, 'druse']);
  return archive;
}

test('what is no archive is refused in words, whatever its sum, and leaves nothing', async () => {
  const { home, releases } = newHome();
  const archive = path.join(home, 'druse-2.0.0-linux-x64.tar.gz');
  writeFileSync(archive, 'a page that says: not found');
  const take = () => takeRelease(archive, home, []);
  await expect(take()).rejects.toThrow('put it beside the archive');
  writeFileSync(`${archive}.sha256`, `${'0'.repeat(64)}  druse-2.0.0-linux-x64.tar.gz\n`);
  await expect(take()).rejects.toThrow('the sums differ');
  writeFileSync(`${archive}.sha256`, sumOf(archive));
  await expect(take()).rejects.toMatchObject({
    name: 'Problem',
    message: expect.stringContaining(`can’t be unpacked into ${releases}`),
  });
  expect(readdirSync(releases)).toEqual([]);
});

test('where the present release has a key, a release is taken only with the signature of that key', async () => {
  const { home, releases } = newHome();
  const [makers, others] = [newKey(), newKey()];
  const archive = packedRelease();
  const take = () => takeRelease(archive, home, [publicKeyOf(makers)]);
  writeFileSync(`${archive}.sha256`, sumOf(archive));
  await expect(take()).rejects.toThrow(`There is no ${archive}.sig.`);
  for (const text of ['', 'not a signature', signatureOf([makers], '0'.repeat(64))]) {
    writeFileSync(`${archive}.sig`, text);
    await expect(take()).rejects.toThrow('isn’t signed by the maker');
  }
  sign(archive, others);
  await expect(take()).rejects.toThrow('isn’t signed by the maker');
  expect(readdirSync(releases)).toEqual([]);
  sign(archive, makers);
  expect(await take()).toBe('2.0.0-abcdef');
  expect(readdirSync(path.join(releases, '2.0.0-abcdef'))).toEqual(['package.json']);
});

test('a key is changed by a release of both, after which the new one alone is enough', async () => {
  const [former, next, stranger] = [newKey(), newKey(), newKey()];
  const archive = packedRelease();
  const isTaken = async (...present: KeyObject[]) => {
    const { home } = newHome();
    return takeRelease(archive, home, present.map(publicKeyOf)).then(
      () => true,
      () => false,
    );
  };
  const takers = async () => [
    await isTaken(former),
    await isTaken(former, next),
    await isTaken(next),
    await isTaken(stranger),
  ];
  sign(archive, former, next);
  expect(await takers()).toEqual([true, true, true, false]);
  // A shop of one key read nothing but the first line.
  const [first = ''] = readFileSync(`${archive}.sig`, 'utf8').split('\n');
  expect(isSigned(sumOf(archive), first, [publicKeyOf(former)])).toBe(true);
  sign(archive, next);
  expect(await takers()).toEqual([false, true, true, false]);
  sign(archive, stranger);
  expect(await takers()).toEqual([false, false, false, true]);
});

test('what is exchanged after it was signed is refused', async () => {
  const { home, releases } = newHome();
  const key = newKey();
  const archive = packedRelease();
  sign(archive, key);
  writeFileSync(archive, Buffer.concat([readFileSync(archive), Buffer.from('x')]));
  await expect(takeRelease(archive, home, [publicKeyOf(key)])).rejects.toThrow('is damaged');
  expect(readdirSync(releases)).toEqual([]);
});

test('a release has the public half of the key that signs it, and one without a key has none', () => {
  const folder = newFolder();
  const file = path.join(folder, 'key.pem');
  const key = newKey();
  writeFileSync(file, key.export({ format: 'pem', type: 'pkcs8' }));
  const publicKey = publicKeyOf(readSigningKey(file));
  expect(publicKey).toBe(publicKeyOf(key));
  for (const expected of [[publicKey], [publicKey, publicKeyOf(newKey())], []]) {
    const text = releasedDescription({ scripts: {}, version: '2.0.0' }, 'abc', expected);
    writeFileSync(path.join(folder, 'package.json'), text);
    expect(keysOf(folder)).toEqual(expected);
  }
  // As releases of one key have it.
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ releaseKey: publicKey }));
  expect(keysOf(folder)).toEqual([publicKey]);
  writeFileSync(file, 'no key');
  expect(() => readSigningKey(file)).toThrow('is no private Ed25519 key');
});
