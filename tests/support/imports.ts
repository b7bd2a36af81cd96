/** Reads the project's own source as text: which files there are and what each imports. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

export type Import = {
  /** A project path such as `contract/money.ts`, or a package's name. */
  target: string;
  isOwn: boolean;
  isTypeOnly: boolean;
  isDynamic: boolean;
};

/** Paths of all source files, relative to the root: those git tracks or would. */
export function sourceFiles(): string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.js', '*.css'],
    { cwd: root },
  );
  return listed
    .toString()
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(root, file)));
}

export const sourceOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const statement = /^\s*(?:import|export)\s+(type\s+)?(?:([^'"`;]*?)\s+from\s+)?['"]([^'"]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

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
    found.push({ ...resolve(file, specifier), isTypeOnly: typeWord !== undefined || onlyTypes, isDynamic: false });
  }
  for (const [, specifier = ''] of source.matchAll(dynamic))
    found.push({ ...resolve(file, specifier), isTypeOnly: false, isDynamic: true });
  return found;
}

function resolve(file: string, specifier: string): { target: string; isOwn: boolean } {
  if (specifier.startsWith('.')) return { target: path.posix.join(path.posix.dirname(file), specifier), isOwn: true };
  if (specifier.startsWith('#')) return { target: specifier.slice(1), isOwn: true };
  const parts = specifier.split('/');
  return { target: specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier), isOwn: false };
}
