import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Problem } from '#core/contract/problems.ts';
import { readEnvironment } from '#core/server/config.ts';
import { ConfigurationError } from '#platform/configuration-error.ts';
import { DataDirInUse } from '#platform/db/data-dir-lock.ts';
import { failureOf } from '#platform/db/failures.ts';
import { UnfitTables } from '#platform/db/migrate.ts';
import { asTyped } from '#platform/process/way-of-running.ts';

/**
 * Runs the command with its one path, or prints its usage. The exit code is 1 if the arguments are
 * wrong or it fails.
 * @param switches the command knows.
 * @param work gets the path and the given arguments.
 */
export async function runCommand(
  usage: string,
  switches: string[],
  work: (file: string, given: string[]) => Promise<void>,
): Promise<void> {
  const args = process.argv.slice(2);
  const [typed, ...more] = args.filter((arg) => !switches.includes(arg));
  if (typed === undefined || typed.startsWith('-') || more.length > 0) return explain(usage, typed);
  // npm runs scripts in the package's folder, but a path is relative to where it was typed.
  await withReadableErrors(async () =>
    work(path.resolve(readEnvironment().INIT_CWD ?? '', typed), args),
  );
}

/** The exit code is 1 unless `--help` asked for it. */
export function explain(usage: string, typed: string | undefined): void {
  console.log(asTyped(usage));
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

/**
 * Creates a file or folder completely or not at all.
 * @throws Problem state_conflict if it exists.
 */
export async function createWhole<T>(
  target: string,
  create: (partial: string) => Promise<T>,
): Promise<T> {
  if (existsSync(target)) throw new Problem('state_conflict', `${target} already exists.`);
  const partial = `${target}.part`;
  try {
    const result = await create(partial);
    await rename(partial, target);
    return result;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

const [READONLY, CANNOT_OPEN, NO_DATABASE] = [8, 14, 26];

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'part of this path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'it is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: "this user's disk quota is used up",
};

/** Null for an unexpected error, whose stack is printed. */
function messageOf(error: unknown): string | null {
  if (error instanceof DataDirInUse || error instanceof UnfitTables) return `${error.message}.`;
  if (error instanceof Problem || error instanceof ConfigurationError) return error.message;
  if (!(error instanceof Error)) return null;
  if (failureOf(error) || isRefusal(error))
    return `The database cannot be used: ${error.message || 'it does not answer'}.`;
  const { code = '', path: where } = error as NodeJS.ErrnoException;
  const reason = reasons[code];
  return reason ? `${where ?? 'What was to be written'}: ${reason}.` : null;
}

/** The database refused: no permission, no such database, or the file is none. */
function isRefusal(error: Error): boolean {
  if ('errcode' in error)
    return [READONLY, CANNOT_OPEN, NO_DATABASE].includes(Number(error.errcode) & 0xff);
  return 'code' in error && /^(28...|3D000)$/.test(String(error.code));
}
