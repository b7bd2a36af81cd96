/** Reads the project's own source as text: which files there are and what each imports. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

export type Import = {
  /** A project path such as `core/contract/money.ts`, or a package's name. */
  target: string;
  isOwn: boolean;
  isTypeOnly: boolean;
  isDynamic: boolean;
};

/** Paths of all files, relative to the root: those git tracks or would. Where there is no git, or no repository of its own, all that `.gitignore` does not name. */
export function projectFiles(): string[] {
  const words = ['ls-files', '--cached', '--others', '--exclude-standard'];
  try {
    // Unpacked within another repository, the project would be no file of that one's.
    if (!existsSync(path.join(root, '.git'))) throw new Error('The project is no repository');
    const listed = execFileSync('git', words, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1e8,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return listed.split('\n').filter((file) => file !== '' && existsSync(path.join(root, file)));
  } catch {
    const ignored = [
      '.git',
      ...readFileSync(path.join(root, '.gitignore'), 'utf8').split('\n'),
    ].map((line) => line.replace(/\/$/, ''));
    return filesIn('', ignored);
  }
}

function filesIn(folder: string, ignored: readonly string[]): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (ignored.some((pattern) => path.matchesGlob(entry.name, pattern))) return [];
    const inside = path.posix.join(folder, entry.name);
    return entry.isDirectory() ? filesIn(inside, ignored) : [inside];
  });
}

/** Paths of all source files, relative to the root. */
export const sourceFiles = (): string[] =>
  projectFiles().filter((file) => /\.(?:tsx?|mjs|js|css)$/.test(file));

export const sourceOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const statement = /^\s*(?:import|export)\s+(type\s+)?(?:([^'"`;]*?)\s+from\s+)?['"]([^'"]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** What the shop is made of: everything but its commands, its tests and what builds it. */
const ROOMS = /^(?:core|features|platform|ui)\/.*\.tsx?$/;
const TESTS = /\.test\.tsx?$|^features\/[^/]+\/tests\//;

/** Whether a file is code of the shop itself, and no test of it. */
export const isOfShop = (file: string): boolean => ROOMS.test(file) && !TESTS.test(file);

/** What a file imports, exports from and loads later. */
export function importsOf(file: string): Import[] {
  const source = sourceOf(file);
  const found: Import[] = [];
  for (const [, typeWord, names = '', specifier = ''] of source.matchAll(statement)) {
    const onlyTypes =
      names.startsWith('{') &&
      names
        .replace(/[{}]/g, '')
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
        .every((name) => name.startsWith('type '));
    found.push({
      ...resolve(file, specifier),
      isTypeOnly: typeWord !== undefined || onlyTypes,
      isDynamic: false,
    });
  }
  for (const [, specifier = ''] of source.matchAll(dynamic))
    found.push({ ...resolve(file, specifier), isTypeOnly: false, isDynamic: true });
  return found;
}

function resolve(file: string, specifier: string): { target: string; isOwn: boolean } {
  if (specifier.startsWith('.'))
    return { target: path.posix.join(path.posix.dirname(file), specifier), isOwn: true };
  if (specifier.startsWith('#')) return { target: specifier.slice(1), isOwn: true };
  const parts = specifier.split('/');
  return {
    target: specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier),
    isOwn: false,
  };
}
