/** The admin's sessions: which there are, how they are ended, and when one must prove again who uses it. */
import type { SessionEntry } from '#contract/admin/auth.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { WithCookies } from '#server/platform/http/cookies.ts';
import { refuseForeignSite } from '#server/platform/http/origin.ts';
import { activityEvent } from './activity.service.ts';
import { confirmSession, deleteOtherSessions, deleteSession, selectSessions } from './auth.queries.ts';
import { currentSession, lifetime, type Request } from './auth.service.ts';
import { clientOf } from './client.ts';
import { checkCredentials } from './credentials.service.ts';

/** For so long after the password or a passkey was given it is not asked for again. */
const CONFIRMED_MS = 10 * 60_000;

/** A session's name for its admin: no cookie can be made from it. */
const idOf = (tokenHash: string) => tokenHash.slice(0, 16);

/**
 * Asks again who is there, for what gives everything away, cannot be undone, or redirects money or mail: routes name it as their `secondProof`. A stolen cookie alone does not open them, and neither does a
 * link on another site, which the browser follows with the cookie.
 * @throws Problem unauthorized; foreign_origin; confirmation_required ten minutes after password or passkey were given.
 */
export const requireConfirmed = (ctx: Context) => async (request: Request) => {
  const { session } = await currentSession(ctx, request);
  refuseForeignSite(request);
  const since = ctx.clock.now().getTime() - CONFIRMED_MS;
  if (session.confirmedAt === null || Date.parse(session.confirmedAt) <= since) {
    throw new Problem('confirmation_required', 'Please enter your password again.');
  }
};

/** Notes that the one who uses the session has given the password. @throws Problem unauthorized, wrong_credentials, too_many_requests. */
export async function confirm(ctx: Context, password: string, request: Request): Promise<void> {
  const { session, tokenHash } = await currentSession(ctx, request);
  await checkCredentials(ctx, session.username, password, { client: clientOf(request), tokenHash });
  await confirmSession(ctx.db, tokenHash, instantOf(ctx.clock));
}

export async function listSessions(ctx: Context, request: WithCookies): Promise<SessionEntry[]> {
  const { session, tokenHash: current } = await currentSession(ctx, request);
  const found = await selectSessions(ctx.db, session.userId, lifetime(ctx));
  return found.map(({ tokenHash, ...rest }) => ({ id: idOf(tokenHash), ...rest, isCurrent: tokenHash === current }));
}

/** Ends one session of the admin. @throws Problem unauthorized, not_found. */
export async function endSession(ctx: Context, id: string, request: Request): Promise<void> {
  const { session } = await currentSession(ctx, request);
  await inTransaction(ctx.db, async (tx) => {
    const found = (await selectSessions(tx, session.userId, lifetime(ctx))).find(({ tokenHash }) => idOf(tokenHash) === id);
    if (!found) throw new Problem('not_found', 'This session has already ended.');
    await deleteSession(tx, found.tokenHash);
    await addEvents(tx, [activityEvent(ctx, 'session_ended', clientOf(request))]);
  });
}

/** Ends all sessions of the admin but the one that asks. @throws Problem unauthorized. */
export async function endOtherSessions(ctx: Context, request: Request): Promise<void> {
  const { session, tokenHash } = await currentSession(ctx, request);
  await inTransaction(ctx.db, async (tx) => {
    await deleteOtherSessions(tx, session.userId, tokenHash);
    await addEvents(tx, [activityEvent(ctx, 'other_sessions_ended', clientOf(request))]);
  });
}
