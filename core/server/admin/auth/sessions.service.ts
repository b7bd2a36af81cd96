import type { SessionEntry } from '#core/contract/admin/auth.ts';
import { MINUTE_MS } from '#core/contract/durations.ts';
import { Problem } from '#core/contract/problems.ts';
import type { BareAct } from '#core/server/act.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { instantOf } from '#platform/clock.ts';
import type { WithCookies } from '#platform/http/cookies.ts';
import { refuseForeignSite } from '#platform/http/origin.ts';
import { activityOf } from './activity.service.ts';
import {
  confirmSession,
  deleteOtherSessions,
  deleteSession,
  deleteSessionsBegunBy,
  lockSession,
  selectSessions,
} from './auth.queries.ts';
import { currentSession, lifetime, type Request, unauthorized } from './auth.service.ts';
import { checkCredentials } from './credentials.service.ts';
import { proofNames } from './other-proofs.service.ts';

/** How long a proof is not asked for again. */
const CONFIRMED_MS = 10 * MINUTE_MS;

/** No cookie can be made from it. */
const idOf = (tokenHash: string) => tokenHash.slice(0, 16);

/**
 * Asks again who is there, for what gives everything away, cannot be undone, or redirects money or
 * mail; routes name it as their `secondProof`. Stops a stolen cookie, and a link on another site,
 * which the browser follows with the cookie.
 * @throws Problem unauthorized; foreign_origin; confirmation_required ten minutes after the last
 * proof.
 */
export const requireConfirmed = (ctx: Context) => async (request: Request) => {
  const { session } = await currentSession(ctx, request);
  refuseForeignSite(request);
  const since = ctx.clock.now().getTime() - CONFIRMED_MS;
  if (session.confirmedAt === null || Date.parse(session.confirmedAt) <= since) {
    throw new Problem('confirmation_required', 'Please enter your password again.');
  }
};

/** @throws Problem unauthorized, wrong_credentials, too_many_requests. */
export async function confirm(ctx: Context, password: string, request: Request): Promise<void> {
  const { session, tokenHash } = await currentSession(ctx, request);
  await checkCredentials(ctx, session.username, password, { request, tokenHash });
  await confirmSession(ctx.db, tokenHash, instantOf(ctx.clock));
}

/**
 * Notes a proof that has been checked.
 * @throws Problem unauthorized if it is not of the session's user.
 */
export async function confirmBy(ctx: Context, userId: number, request: Request): Promise<void> {
  const { session, tokenHash } = await currentSession(ctx, request);
  if (userId !== session.userId) throw unauthorized();
  await confirmSession(ctx.db, tokenHash, instantOf(ctx.clock));
}

export async function listSessions(ctx: Context, request: WithCookies): Promise<SessionEntry[]> {
  const { session, tokenHash: current } = await currentSession(ctx, request);
  const found = await selectSessions(ctx.db, session.userId, lifetime(ctx));
  const names = await proofNames(ctx.db, session.userId);
  return found.map(({ tokenHash, proofId, ...rest }) => ({
    id: idOf(tokenHash),
    ...rest,
    passkey: (proofId !== null && names.get(proofId)) || null,
    isCurrent: tokenHash === current,
  }));
}

/** @throws Problem unauthorized, not_found. */
export async function endSession(ctx: Context, id: string, request: Request): Promise<void> {
  const { session } = await currentSession(ctx, request);
  await perform(ctx, 'owner', async (act) => {
    const { tx } = act;
    const found = (await selectSessions(tx, session.userId, lifetime(act))).find(
      ({ tokenHash }) => idOf(tokenHash) === id,
    );
    if (!found) throw new Problem('not_found', 'This session has already ended.');
    await deleteSession(tx, found.tokenHash);
    await act.record(activityOf('session_ended', request));
  });
}

/**
 * Keeps the session that asks.
 * @throws Problem unauthorized.
 */
export async function endOtherSessions(ctx: Context, request: Request): Promise<void> {
  const { session, tokenHash } = await currentSession(ctx, request);
  await perform(ctx, 'owner', async (act) => {
    const { tx } = act;
    await deleteOtherSessions(tx, session.userId, tokenHash);
    await act.record(activityOf('other_sessions_ended', request));
  });
}

/**
 * Called first in an act that gives the session's user another way in: one whose session has ended
 * meanwhile, such as a thief's, gets none.
 * @throws Problem unauthorized.
 */
export async function holdSession({ tx }: BareAct, tokenHash: string): Promise<void> {
  if (!(await lockSession(tx, tokenHash))) throw unauthorized();
}

export const endAllSessions = ({ tx }: BareAct, userId: number): Promise<void> =>
  deleteOtherSessions(tx, userId, null);

/** Keeps the session that asks. Called in the act that removes the proof. */
export const endSessionsBegunBy = (
  { tx }: BareAct,
  { session, tokenHash }: Awaited<ReturnType<typeof currentSession>>,
  proofId: number,
): Promise<void> => deleteSessionsBegunBy(tx, session.userId, proofId, tokenHash);
