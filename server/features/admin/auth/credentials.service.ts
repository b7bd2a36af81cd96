/** Checks user name and password, and limits attempts of every kind. */

import { loginMessages } from '#contract/admin/login-rules.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { activityEvent } from './activity.service.ts';
import {
  type AttemptsFrom,
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
import { inPlace, inTurn, refuseNetwork, type Standing } from './login-networks.service.ts';
import { createPacer } from './pacer.ts';
import { verifyPassword } from './passwords.ts';

const WINDOW_MS = 15 * 60_000;
/** How many failed attempts one IP address has in the window, whatever names it gives. */
const MAX_ATTEMPTS = 5;
/** How many a whole network has that nobody has logged in from lately. */
const MAX_NETWORK_ATTEMPTS = 20;
/** A failed attempt takes this long, whether or not the user exists. */
const FAILURE_MS = 500;
/** Attempts beyond this number are checked one after another: those of all strangers together, those of a network or session that is known apart. */
const UNDELAYED_ATTEMPTS = 10;
/** Time between two attempts, from this many in the window on. */
const INTERVAL_MS = 250;
const MANY_ATTEMPTS = 100;
const LONG_INTERVAL_MS = 1_000;
const MAX_WAITING = 15;

/** What attempts are counted under. Those with a password share one count: a name of its own for each would tell which accounts there are. */
export const PASSWORDS = ' passwords';
export const PASSKEYS = ' passkeys';
const places = { [PASSWORDS]: 'password', [PASSKEYS]: 'passkey' } as const;
type AttemptKind = keyof typeof places;

const waitForTurn = createPacer(MAX_WAITING);
const TOO_MANY = 'Too many failed logins. Please try again in 15 minutes.';

/** Who attempts it. `tokenHash`: of the session in which it is asked for; null at a login. */
export type Attempter = { client: Client; tokenHash: string | null };

type Attempt = {
  id: number;
  /** In the window: from this network where it is known, else from everywhere. */
  total: number;
};

/** Forgets failed logins, with their IP addresses, up to the instant. */
export const removeAttemptsBefore = ({ db }: Context, until: string): Promise<void> => deleteOldAttempts(db, until);

/**
 * @returns the user.
 * @throws Problem wrong_credentials; too_many_requests, see `withLimits`.
 */
export async function checkCredentials(ctx: Context, username: string, password: string, attempter: Attempter): Promise<User> {
  return withLimits(ctx, PASSWORDS, attempter, async ({ line }) => {
    const user = await selectUser(ctx.db, username);
    const isRight = await verifyPassword(password, user?.passwordHash ?? null, line === null);
    if (!user || !isRight) throw new Problem('wrong_credentials', loginMessages.wrong);
    return user;
  });
}

/**
 * Lets `check` decide on an attempt to log in, slowly and rarely enough to make guessing useless, and for few at once.
 * @param check throws Problem wrong_credentials if the attempt fails.
 * @throws what `check` throws; Problem too_many_requests after five failed attempts from the IP address, or twenty from a strange network, in
 * 15 minutes, and while too many strangers wait.
 */
export async function withLimits<T>(
  ctx: Context,
  kind: AttemptKind,
  { client, tokenHash }: Attempter,
  check: (standing: Standing) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  return inPlace(ctx, places[kind], { network: client.network, tokenHash }, async (standing, leave) => {
    const attempt = await inTurn(standing, () => countAttempt(ctx, kind, client, standing));
    if (attempt.total > UNDELAYED_ATTEMPTS) {
      // Requests from the admin's networks and sessions do not queue with strangers.
      const intervalMs = attempt.total > MANY_ATTEMPTS ? LONG_INTERVAL_MS : INTERVAL_MS;
      if (!(await waitForTurn(`${kind} ${standing.line ?? ''}`, () => ctx.clock.wait(intervalMs)))) {
        // It was not checked, so it does not count.
        await inTurn(standing, () => deleteAttempt(ctx.db, attempt.id));
        throw new Problem('too_many_requests', TOO_MANY, { retryAfter: Math.ceil((MAX_WAITING * intervalMs) / 1000) });
      }
    }
    try {
      const checked = await check(standing);
      await deleteAttempts(ctx.db, kind, client.ipAddress);
      return checked;
    } catch (error) {
      leave();
      if (attempt.total === UNDELAYED_ATTEMPTS + 1) {
        await inTransaction(ctx.db, (tx) => addEvents(tx, [{ ...activityEvent(ctx, 'logins_slowed', client), actor: 'system' }]));
      }
      await ctx.clock.wait(Math.max(0, FAILURE_MS - (performance.now() - started)));
      throw error;
    }
  });
}

/**
 * Counts an attempt before it is checked, so that simultaneous ones cannot all pass; a successful login clears the count.
 * @throws Problem too_many_requests.
 */
async function countAttempt(ctx: Context, kind: AttemptKind, client: Client, { isKnownNetwork }: Standing): Promise<Attempt> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - WINDOW_MS).toISOString();
  const fromNetwork = { column: 'network', value: client.network } as const;
  const limits = [
    { column: 'ip_address', value: client.ipAddress, max: MAX_ATTEMPTS } as const,
    ...(isKnownNetwork ? [] : [{ ...fromNetwork, max: MAX_NETWORK_ATTEMPTS }]),
  ];
  // A flood from elsewhere slows nobody down here.
  const counted: AttemptsFrom = isKnownNetwork ? fromNetwork : null;
  await deleteOldAttempts(ctx.db, since);
  return inTransaction(ctx.db, async (tx) => {
    await lockNames(tx, ctx.dialect, [`login ${kind}`]);
    for (const { max, ...from } of limits) {
      const oldest = (await selectAttempts(tx, kind, from, since, max))[max - 1];
      if (oldest === undefined) continue;
      const retryAfter = Math.ceil((Date.parse(oldest) + WINDOW_MS - now.getTime()) / 1000);
      const problem = new Problem('too_many_requests', TOO_MANY, { retryAfter });
      if (from.column === 'network') refuseNetwork(ctx, places[kind], client.network, problem);
      throw problem;
    }
    const id = await insertAttempt(tx, kind, client, now.toISOString());
    return { id, total: await countAttempts(tx, kind, counted, since) };
  });
}
