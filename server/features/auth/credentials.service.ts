/** Checking a user name and a password, slowly and seldom enough that guessing leads nowhere. */
import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { countAttempts, deleteAttempts, deleteOldAttempts, insertAttempt, selectAttempts, selectUser, type User } from './auth.queries.ts';
import { verifyPassword } from './passwords.ts';

const WINDOW_MS = 15 * 60_000;
/** Wrong tries in the window for one address and user name. */
const MAX_ATTEMPTS = 5;
/** A wrong answer comes after this long, whoever was asked for. */
const WRONG_ANSWER_MS = 500;
/** Tries for one user name from everywhere after which each further one slows the answers, and how much in all. */
const CALM_TRIES = 10;
const SLOWER_BY_MS = 100;
const SLOWEST_MS = 3_000;

/**
 * @param address where the try comes from.
 * @returns the user. @throws Problem wrong_credentials; too_many_requests after five wrong tries in 15 minutes.
 */
export async function checkCredentials(ctx: Context, username: string, password: string, address: string): Promise<User> {
  const started = performance.now();
  const triesEverywhere = await countTry(ctx, username, address);
  const slowness = Math.min(SLOWEST_MS, Math.max(0, triesEverywhere - CALM_TRIES) * SLOWER_BY_MS);
  const user = await selectUser(ctx.db, username);
  const isRight = await verifyPassword(password, user?.passwordHash ?? null);
  const spent = performance.now() - started;
  if (!user || !isRight) {
    await wait(Math.max(0, WRONG_ANSWER_MS + slowness - spent));
    throw new Problem('wrong_credentials', 'Invalid username or password. Please try again.');
  }
  await deleteAttempts(ctx.db, username, address);
  await wait(Math.max(0, slowness - spent));
  return user;
}

/**
 * Counts a try before it is made, so that many at once cannot pass together; a right one takes its count back.
 * @returns tries for this user name in the window, from everywhere.
 */
async function countTry(ctx: Context, username: string, address: string): Promise<number> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - WINDOW_MS).toISOString();
  await deleteOldAttempts(ctx.db, since);
  return inTransaction(ctx.db, async (tx) => {
    await lockNames(tx, ctx.dialect, [`login ${username} ${address}`]);
    const tries = await selectAttempts(tx, username, address, since, MAX_ATTEMPTS);
    const oldest = tries[MAX_ATTEMPTS - 1];
    if (oldest !== undefined) {
      const retryAfter = Math.ceil((Date.parse(oldest) + WINDOW_MS - now.getTime()) / 1000);
      throw new Problem('too_many_requests', 'Too many wrong tries. Please wait a while and try again.', { retryAfter });
    }
    await insertAttempt(tx, username, address, now.toISOString());
    return countAttempts(tx, username, since);
  });
}
