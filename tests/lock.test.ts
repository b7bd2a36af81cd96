/** What npm installs is what was locked, byte by byte. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './support/imports.ts';

type Entry = {
  integrity?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
};

const lock: { packages: Record<string, Entry> } = JSON.parse(
  readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
);
const entries = Object.entries(lock.packages).filter(([place]) => place !== '');

/** What the image, the tests and every server of ours install: 64-bit Linux with glibc, on Intel. */
const isInstalledHere = ({ os, cpu, libc }: Entry) =>
  (os ?? ['linux']).includes('linux') &&
  (cpu ?? ['x64']).includes('x64') &&
  (libc ?? ['glibc']).includes('glibc');

test('every package that 64-bit Linux installs has its hash in the lock file', () => {
  expect(entries.length).toBeGreaterThan(300);
  expect(
    entries
      .filter(([, entry]) => !entry.integrity && isInstalledHere(entry))
      .map(([place]) => place),
  ).toEqual([]);
});

test('only optional packages of other platforms may lack a hash, where the registry does not serve them', () => {
  expect(
    entries
      .filter(([, entry]) => !entry.integrity && !(entry.optional && (entry.os || entry.cpu)))
      .map(([place]) => place),
  ).toEqual([]);
});
