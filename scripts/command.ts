/** What the command lines share: reading their arguments, resolving paths, and readable errors. */
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Problem } from '#contract/problems.ts';
import { readEnvironment } from '#server/config.ts';
import { ConfigurationError } from '#server/platform/configuration-error.ts';
import { failureOf } from '#server/platform/db/failures.ts';

/**
 * Runs the command with its one path, or prints its usage. The exit code is 1 if the arguments are wrong or the command fails.
 * @param switches the switches it knows; `work` gets those that were given.
 */
export async function runCommand(usage: string, switches: string[], work: (file: string, given: string[]) => Promise<void>): Promise<void> {
  const args = process.argv.slice(2);
  const [typed, ...more] = args.filter((arg) => !switches.includes(arg));
  if (typed === undefined || typed.startsWith('-') || more.length > 0) return explain(usage, typed);
  // npm runs scripts in the package's folder; a path is relative to where it was typed.
  await withReadableErrors(async () => work(path.resolve(readEnvironment().INIT_CWD ?? '', typed), args));
}

/** Prints the usage; the exit code is 1 unless `--help` asked for it. */
export function explain(usage: string, typed: string | undefined): void {
  console.log(usage);
  process.exitCode = typed === '--help' ? 0 : 1;
}

export async function withReadableErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(messageOf(error) ?? error);
    process.exitCode = 1;
  }
}

/** Makes a file or folder completely or not at all. @throws Problem state_conflict if the name is taken. */
export async function makeWhole<T>(target: string, make: (partial: string) => Promise<T>): Promise<T> {
  if (existsSync(target)) throw new Problem('state_conflict', `${target} is there already.`);
  const partial = `${target}.part`;
  try {
    const made = await make(partial);
    await rename(partial, target);
    return made;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** Result codes of SQLite. */
const [READONLY, CANNOT_OPEN, NO_DATABASE] = [8, 14, 26];

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of this path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'this user may not fill the disk any further',
};

/** A sentence for an expected error; null for any other, whose stack is worth printing. */
function messageOf(error: unknown): string | null {
  if (error instanceof Problem || error instanceof ConfigurationError) return error.message;
  if (!(error instanceof Error)) return null;
  if (failureOf(error) || isRefusal(error)) return `The database cannot be used: ${error.message || 'it does not answer'}.`;
  const { code = '', path: where } = error as NodeJS.ErrnoException;
  const reason = reasons[code];
  return reason ? `${where ?? 'What was to be written'}: ${reason}.` : null;
}

/** Whether the database refused: not for this user, not under this name, or the file is no database. */
function isRefusal(error: Error): boolean {
  if ('errcode' in error) return [READONLY, CANNOT_OPEN, NO_DATABASE].includes(Number(error.errcode) & 0xff);
  return 'code' in error && /^(28...|3D000)$/.test(String(error.code));
}
