/** What the command lines have in common: what may be typed, where it is meant, and clear words where something cannot be done. */
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Problem } from '#contract/problems.ts';
import { readEnvironment } from '#server/config.ts';
import { ConfigurationError } from '#server/platform/configuration-error.ts';
import { failureOf } from '#server/platform/db/failures.ts';

/**
 * Does the work with the one place that was typed, or prints how the command is used. Exit code 1 where it was typed wrongly or fails.
 * @param switches words that may be typed besides; the work is given those that were.
 */
export async function runCommand(
  usage: string,
  switches: string[],
  work: (place: string, chosen: string[]) => Promise<void>,
): Promise<void> {
  const words = process.argv.slice(2);
  const [typed, ...more] = words.filter((word) => !switches.includes(word));
  if (typed === undefined || typed.startsWith('-') || more.length > 0) return explain(usage, typed);
  // npm runs scripts in the package's folder; a name is meant where it was typed.
  await inPlainWords(async () => work(path.resolve(readEnvironment().INIT_CWD ?? '', typed), words));
}

/** Prints how the command is used; exit code 1 but where that was asked for. */
export function explain(usage: string, typed: string | undefined): void {
  console.log(usage);
  process.exitCode = typed === '--help' ? 0 : 1;
}

export async function inPlainWords(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(tokensOf(error) ?? error);
    process.exitCode = 1;
  }
}

/** Makes a file or folder that is there whole or not at all. @throws Problem state_conflict where something has its name. */
export async function makeWhole<T>(place: string, make: (partial: string) => Promise<T>): Promise<T> {
  if (existsSync(place)) throw new Problem('state_conflict', `${place} is there already.`);
  const partial = `${place}.part`;
  try {
    const made = await make(partial);
    await rename(partial, place);
    return made;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** SQLite's numbers. */
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

/** null for what nobody expected: its stack helps then. */
function tokensOf(error: unknown): string | null {
  if (error instanceof Problem || error instanceof ConfigurationError) return error.message;
  if (!(error instanceof Error)) return null;
  if (failureOf(error) || isRefusal(error)) return `The database cannot be used: ${error.message || 'it does not answer'}.`;
  const { code = '', path: where } = error as NodeJS.ErrnoException;
  const reason = reasons[code];
  return reason ? `${where ?? 'What was to be written'}: ${reason}.` : null;
}

/** The database is there, but not for this user, or not under this name; or the file is none. */
function isRefusal(error: Error): boolean {
  if ('errcode' in error) return [READONLY, CANNOT_OPEN, NO_DATABASE].includes(Number(error.errcode) & 0xff);
  return 'code' in error && /^(28...|3D000)$/.test(String(error.code));
}
