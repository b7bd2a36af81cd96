/** Checks a user name and password, slowly and rarely enough to make guessing useless. */
import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { countAttempts, deleteAttempts, deleteOldAttempts, insertAttempt, selectAttempts, selectUser, type User } from './auth.queries.ts';
import { verifyPassword } from './passwords.ts';

const WINDOW_MS = 15 * 60_000;
/** How many failed attempts one IP address has for one user name in the window. */
const MAX_ATTEMPTS = 5;
/** A failed attempt takes this long, whether or not the user exists. */
const FAILURE_MS = 500;
/** Each attempt for one user name beyond this number, from all IP addresses, delays the response by another `DELAY_STEP_MS`. */
const UNDELAYED_ATTEMPTS = 10;
const DELAY_STEP_MS = 100;
const MAX_DELAY_MS = 3_000;

/** Forgets failed logins, with their IP addresses, up to the instant. */
export const removeAttemptsBefore = ({ db }: Context, until: string): Promise<void> => deleteOldAttempts(db, until);

/**
 * @returns the user.
 * @throws Problem wrong_credentials; too_many_requests after five failed attempts from the IP address in 15 minutes.
 */
export async function checkCredentials(ctx: Context, username: string, password: string, ipAddress: string): Promise<User> {
  const started = performance.now();
  const attempts = await countAttempt(ctx, username, ipAddress);
  const delayMs = Math.min(MAX_DELAY_MS, Math.max(0, attempts - UNDELAYED_ATTEMPTS) * DELAY_STEP_MS);
  const user = await selectUser(ctx.db, username);
  const isRight = await verifyPassword(password, user?.passwordHash ?? null);
  const spentMs = performance.now() - started;
  if (!user || !isRight) {
    await wait(Math.max(0, FAILURE_MS + delayMs - spentMs));
    throw new Problem('wrong_credentials', 'Invalid username or password. Please try again.');
  }
  await deleteAttempts(ctx.db, username, ipAddress);
  await wait(Math.max(0, delayMs - spentMs));
  return user;
}

/**
 * Counts an attempt before it is checked, so that simultaneous ones cannot all pass; a successful login clears the count.
 * @returns attempts for this user name in the window, from all IP addresses. @throws Problem too_many_requests.
 */
async function countAttempt(ctx: Context, username: string, ipAddress: string): Promise<number> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - WINDOW_MS).toISOString();
  await deleteOldAttempts(ctx.db, since);
  return inTransaction(ctx.db, async (tx) => {
    await lockNames(tx, ctx.dialect, [`login ${username} ${ipAddress}`]);
    const attempts = await selectAttempts(tx, username, ipAddress, since, MAX_ATTEMPTS);
    const oldest = attempts[MAX_ATTEMPTS - 1];
    if (oldest !== undefined) {
      const retryAfter = Math.ceil((Date.parse(oldest) + WINDOW_MS - now.getTime()) / 1000);
      throw new Problem('too_many_requests', 'Too many wrong tries. Please wait a while and try again.', { retryAfter });
    }
    await insertAttempt(tx, username, ipAddress, now.toISOString());
    return countAttempts(tx, username, since);
  });
}
