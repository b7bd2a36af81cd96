import { loginMessages } from '#core/contract/admin/login-rules.ts';
import { MINUTE_MS } from '#core/contract/durations.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { lockNames } from '#platform/db/locks.ts';
import { activityEvent, type Requester } from './activity.service.ts';
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
import { type Client, clientOf } from './client.ts';
import { inPlace, inTurn, refuseNetwork, type Standing } from './login-networks.service.ts';
import { createPacer } from './pacer.ts';
import { verifyPassword } from './passwords.ts';

const WINDOW_MS = 15 * MINUTE_MS;
/** Failed attempts of one IP address in the window, under any names. */
const MAX_ATTEMPTS = 5;
/** Failed attempts of a network that nobody has logged in from lately. */
const MAX_NETWORK_ATTEMPTS = 20;
/** A failed attempt takes this long, whether or not the user exists. */
const FAILURE_MS = 500;
/**
 * Further attempts are checked one after another: strangers' in one line, each known network's or
 * session's in its own.
 */
const UNDELAYED_ATTEMPTS = 10;
/** Between attempts that wait in line. */
const INTERVAL_MS = 250;
const MANY_ATTEMPTS = 100;
const LONG_INTERVAL_MS = 1_000;
const MAX_WAITING = 15;

/** `count`: what attempts are counted under. `proof`: which places they take. */
export type AttemptKind = { count: string; proof: string };
/** A count for each user name would tell which accounts exist. */
export const PASSWORDS = { count: ' passwords', proof: 'password' };

const waitForTurn = createPacer(MAX_WAITING);
const TOO_MANY = 'Too many failed logins. Please try again in 15 minutes.';

/** `tokenHash`: the session that asks; null at a login. */
type Attempter = { request: Requester; tokenHash: string | null };

type Attempt = {
  id: number;
  /** Attempts in the window: from this network if it is known, else from everywhere. */
  total: number;
};

/** Their IP addresses go with them. */
export const removeAttemptsBefore = ({ db }: Context, until: string): Promise<void> =>
  deleteOldAttempts(db, until);

/** @throws Problem wrong_credentials; too_many_requests, see `withLimits`. */
export async function checkCredentials(
  ctx: Context,
  username: string,
  password: string,
  attempter: Attempter,
): Promise<User> {
  return withLimits(ctx, PASSWORDS, attempter, async ({ line }) => {
    const user = await selectUser(ctx.db, username);
    const isRight = await verifyPassword(password, user?.passwordHash ?? null, line === null);
    if (!user || !isRight) throw new Problem('wrong_credentials', loginMessages.wrong);
    return user;
  });
}

/**
 * Runs `check` slowly and rarely enough to make guessing useless, and for few at once.
 * @param check throws Problem wrong_credentials if the attempt fails.
 * @throws what `check` throws; Problem too_many_requests beyond MAX_ATTEMPTS or
 * MAX_NETWORK_ATTEMPTS in 15 minutes, and while too many strangers wait.
 */
export async function withLimits<T>(
  ctx: Context,
  kind: AttemptKind,
  { request, tokenHash }: Attempter,
  check: (standing: Standing) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  const client = clientOf(request);
  return inPlace(
    ctx,
    kind.proof,
    { network: client.network, tokenHash },
    async (standing, leave) => {
      const attempt = await inTurn(standing, () => countAttempt(ctx, kind, client, standing));
      if (attempt.total > UNDELAYED_ATTEMPTS) {
        // The admin's networks and sessions do not queue with strangers.
        const intervalMs = attempt.total > MANY_ATTEMPTS ? LONG_INTERVAL_MS : INTERVAL_MS;
        if (
          !(await waitForTurn(`${kind.count} ${standing.line ?? ''}`, () =>
            ctx.clock.wait(intervalMs),
          ))
        ) {
          // An unchecked attempt does not count.
          await inTurn(standing, () => deleteAttempt(ctx.db, attempt.id));
          throw new Problem('too_many_requests', TOO_MANY, {
            retryAfter: Math.ceil((MAX_WAITING * intervalMs) / 1000),
          });
        }
      }
      try {
        const checked = await check(standing);
        await deleteAttempts(ctx.db, kind.count, client.ipAddress);
        return checked;
      } catch (error) {
        leave();
        if (attempt.total === UNDELAYED_ATTEMPTS + 1) {
          await perform(ctx, 'system', (act) => act.record(activityEvent('logins_slowed', client)));
        }
        await ctx.clock.wait(Math.max(0, FAILURE_MS - (performance.now() - started)));
        throw error;
      }
    },
  );
}

/**
 * Counts before the check, so that simultaneous attempts cannot all pass; a successful login clears
 * the count.
 * @throws Problem too_many_requests.
 */
async function countAttempt(
  ctx: Context,
  { count, proof }: AttemptKind,
  client: Client,
  { isKnownNetwork }: Standing,
): Promise<Attempt> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - WINDOW_MS).toISOString();
  const fromNetwork = { column: 'network', value: client.network } as const;
  const limits = [
    { column: 'ip_address', value: client.ipAddress, max: MAX_ATTEMPTS } as const,
    ...(isKnownNetwork ? [] : [{ ...fromNetwork, max: MAX_NETWORK_ATTEMPTS }]),
  ];
  // A flood from elsewhere does not slow a known network.
  const counted: AttemptsFrom = isKnownNetwork ? fromNetwork : null;
  await deleteOldAttempts(ctx.db, since);
  return perform(ctx, 'system', async (act) => {
    const { tx } = act;
    await lockNames(tx, act.dialect, [`login ${count}`]);
    for (const { max, ...from } of limits) {
      const oldest = (await selectAttempts(tx, count, from, since, max))[max - 1];
      if (oldest === undefined) continue;
      const retryAfter = Math.ceil((Date.parse(oldest) + WINDOW_MS - now.getTime()) / 1000);
      const problem = new Problem('too_many_requests', TOO_MANY, { retryAfter });
      if (from.column === 'network') refuseNetwork(act, proof, client.network, problem);
      throw problem;
    }
    const id = await insertAttempt(tx, count, client, now.toISOString());
    return { id, total: await countAttempts(tx, count, counted, since) };
  });
}
