/** Checks user name and password, and limits attempts of every kind. */

import { loginMessages } from '#contract/admin/login-rules.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { activityEvent, isKnownNetwork } from './activity.service.ts';
import {
  countAttempts,
  deleteAttempt,
  deleteAttempts,
  deleteOldAttempts,
  insertAttempt,
  selectAttempts,
  selectUser,
  type User,
} from './auth.queries.ts';
import type { Client } from './client.ts';
import { createPacer } from './pacer.ts';
import { verifyPassword } from './passwords.ts';

const WINDOW_MS = 15 * 60_000;
/** How many failed attempts one IP address has for one user name in the window. */
const MAX_ATTEMPTS = 5;
/** How many a whole network has that nobody has logged in from lately. */
const MAX_NETWORK_ATTEMPTS = 20;
/** A failed attempt takes this long, whether or not the user exists. */
const FAILURE_MS = 500;
/** Attempts for one user name beyond this number, from all IP addresses, are checked one after another. */
const UNDELAYED_ATTEMPTS = 10;
/** Time between two attempts, from this many in the window on. */
const INTERVAL_MS = 250;
const MANY_ATTEMPTS = 100;
const LONG_INTERVAL_MS = 1_000;
const MAX_WAITING = 15;

/** Uses of passkeys are counted together under this name, which no user has. */
export const PASSKEYS = ' passkeys';

const waitForTurn = createPacer(MAX_WAITING);
const TOO_MANY = 'Too many failed logins. Please try again in 15 minutes.';

type Attempt = {
  id: number;
  /** For this user name in the window, from all IP addresses. */
  total: number;
};

/** Forgets failed logins, with their IP addresses, up to the instant. */
export const removeAttemptsBefore = ({ db }: Context, until: string): Promise<void> => deleteOldAttempts(db, until);

/**
 * @returns the user.
 * @throws Problem wrong_credentials; too_many_requests, see `withLimits`.
 */
export async function checkCredentials(ctx: Context, username: string, password: string, client: Client): Promise<User> {
  return withLimits(ctx, username, client, async () => {
    const user = await selectUser(ctx.db, username);
    const isRight = await verifyPassword(password, user?.passwordHash ?? null);
    if (!user || !isRight) throw new Problem('wrong_credentials', loginMessages.wrong);
    return user;
  });
}

/**
 * Lets `check` decide on an attempt to log in, slowly and rarely enough to make guessing useless.
 * @param name whose attempts are counted together: a user name. @param check throws Problem wrong_credentials if the attempt fails.
 * @throws what `check` throws; Problem too_many_requests after five failed attempts from the IP address, or twenty from a strange network, in
 * 15 minutes, and while too many strangers wait.
 */
export async function withLimits<T>(ctx: Context, name: string, client: Client, check: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const isKnown = await isKnownNetwork(ctx, client.network);
  const attempt = await countAttempt(ctx, name, client, isKnown);
  if (attempt.total > UNDELAYED_ATTEMPTS) {
    // Requests from the admin's networks do not queue with strangers.
    const line = isKnown ? `${name} ${client.network}` : name;
    const intervalMs = attempt.total > MANY_ATTEMPTS ? LONG_INTERVAL_MS : INTERVAL_MS;
    if (!(await waitForTurn(line, () => ctx.clock.wait(intervalMs)))) {
      // It was not checked, so it does not count.
      await deleteAttempt(ctx.db, attempt.id);
      throw new Problem('too_many_requests', TOO_MANY, { retryAfter: Math.ceil((MAX_WAITING * intervalMs) / 1000) });
    }
  }
  try {
    const checked = await check();
    await deleteAttempts(ctx.db, name, client.ipAddress);
    return checked;
  } catch (error) {
    if (attempt.total === UNDELAYED_ATTEMPTS + 1 && (name === PASSKEYS || (await selectUser(ctx.db, name)))) {
      await inTransaction(ctx.db, (tx) => addEvents(tx, [{ ...activityEvent(ctx, 'logins_slowed', client), actor: 'system' }]));
    }
    await ctx.clock.wait(Math.max(0, FAILURE_MS - (performance.now() - started)));
    throw error;
  }
}

/**
 * Counts an attempt before it is checked, so that simultaneous ones cannot all pass; a successful login clears the count.
 * @throws Problem too_many_requests.
 */
async function countAttempt(ctx: Context, username: string, client: Client, isKnown: boolean): Promise<Attempt> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - WINDOW_MS).toISOString();
  await deleteOldAttempts(ctx.db, since);
  const limits = [
    { column: 'ip_address', value: client.ipAddress, max: MAX_ATTEMPTS },
    ...(isKnown ? [] : [{ column: 'network', value: client.network, max: MAX_NETWORK_ATTEMPTS } as const]),
  ] as const;
  return inTransaction(ctx.db, async (tx) => {
    await lockNames(tx, ctx.dialect, [`login ${username}`]);
    for (const { max, ...from } of limits) {
      const oldest = (await selectAttempts(tx, username, from, since, max))[max - 1];
      if (oldest === undefined) continue;
      const retryAfter = Math.ceil((Date.parse(oldest) + WINDOW_MS - now.getTime()) / 1000);
      throw new Problem('too_many_requests', TOO_MANY, { retryAfter });
    }
    const id = await insertAttempt(tx, username, client, now.toISOString());
    return { id, total: await countAttempts(tx, username, since) };
  });
}
