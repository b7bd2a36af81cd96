import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';

export const placeOf = (home: string, name: string): string => path.join(home, 'releases', name);

/**
 * The version and the commit, since several commits share a version. Null: the folder is no
 * release.
 */
export function nameOf(folder: string): string | null {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) return null;
  const { version, commit } = JSON.parse(readFileSync(file, 'utf8'));
  return typeof commit === 'string' && /^[\w.-]+$/.test(`${version}${commit}`)
    ? `${version}-${commit.slice(0, 12)}`
    : null;
}

/** The public keys of its maker: the next release is signed with one of them. Empty: it was not signed. */
export function keysOf(folder: string): string[] {
  const text = readFileSync(path.join(folder, 'package.json'), 'utf8');
  // Releases of one key had it under its own name.
  const { releaseKey, releaseKeys = [releaseKey] } = JSON.parse(text);
  return [releaseKeys].flat().filter((key) => typeof key === 'string');
}

/** Null: there is no such link. */
export function linked(home: string, link = 'current'): string | null {
  try {
    return path.basename(readlinkSync(path.join(home, link)));
  } catch {
    return null;
  }
}

/** At every moment the link names the release before or this one. */
export function relink(home: string, name: string, link = 'current'): void {
  const next = path.join(home, `${link}.new`);
  rmSync(next, { force: true });
  symlinkSync(path.join('releases', name), next);
  renameSync(next, path.join(home, link));
}

/**
 * Adds a release, whole or not at all; one that is there already stays.
 * @param make writes it into the folder that it gets.
 */
export function addRelease(home: string, name: string, make: (folder: string) => void): void {
  const target = placeOf(home, name);
  if (existsSync(target)) return;
  const partial = path.join(home, 'releases', `.new-${name}`);
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true, mode: 0o755 });
  make(partial);
  // A machine that loses its power must not come back with half of it under its name.
  execFileSync('sync', ['-f', partial]);
  renameSync(partial, target);
}
