/** Other features need only `isAdmin` and `requireAdmin`. */

import type { IncomingHttpHeaders } from 'node:http';
import type { LoginInput, Me, PasswordDecisions } from '#core/contract/admin/auth.ts';
import { DAY_MS, HOUR_MS } from '#core/contract/durations.ts';
import { Problem } from '#core/contract/problems.ts';
import { DEMO_PASSWORD } from '#core/server/config.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { instantOf } from '#platform/clock.ts';
import type { Tx } from '#platform/db/db.ts';
import { hashToken, newToken, tokenOf, type WithCookies } from '#platform/http/cookies.ts';
import { type AccountMailer, activityEvent, recordLogin } from './activity.service.ts';
import { checkNewPassword } from './admin.service.ts';
import {
  confirmSession,
  deleteEndedSessions,
  deleteOtherSessions,
  deleteSession,
  insertSession,
  type Lifetime,
  type Session,
  selectDemoUser,
  selectSession,
  selectUserById,
  touchSession,
  type User,
  updateUser,
} from './auth.queries.ts';
import { clientOf } from './client.ts';
import { checkCredentials } from './credentials.service.ts';
import { isLocalRequest } from './local-request.ts';
import { dropProofs } from './other-proofs.service.ts';
import { hashPassword } from './passwords.ts';

export const SESSION_COOKIE = 'druse_session';
/** A session ends this long after its last use, and at MAX_SESSION_MS in any case. */
const IDLE_MS = 14 * DAY_MS;
const MAX_SESSION_MS = 30 * DAY_MS;
/** The server ends an unused session earlier. */
export const MAX_SESSION_SECONDS = MAX_SESSION_MS / 1000;

export type Request = WithCookies & { ip: string; headers: IncomingHttpHeaders };

export type LoggedIn = { token: string; me: Me };

type Admin = Pick<User, 'id' | 'username' | 'isDemo'>;

type OtherProof = {
  id: number;
  name: string;
  /**
   * Locks it against its removal, which ends the sessions that it has begun by then.
   * @returns whether it still exists.
   */
  lock: (tx: Tx) => Promise<boolean>;
};

async function adminOf(ctx: Context, request: WithCookies): Promise<Session | null> {
  return (await sessionOf(ctx, request))?.session ?? null;
}

/** @returns null for a visitor. */
async function sessionOf(
  ctx: Context,
  request: WithCookies,
): Promise<{ session: Session; tokenHash: string } | null> {
  const token = tokenOf(request, SESSION_COOKIE);
  if (token === null) return null;
  const tokenHash = hashToken(token);
  const session = await selectSession(ctx.db, tokenHash, lifetime(ctx));
  if (!session) return null;
  if (ctx.clock.now().getTime() - Date.parse(session.lastSeenAt) >= HOUR_MS)
    await touchSession(ctx.db, tokenHash, instantOf(ctx.clock));
  return { session, tokenHash };
}

export const isAdmin = async (ctx: Context, request: WithCookies): Promise<boolean> =>
  (await adminOf(ctx, request)) !== null;

const adminHooks = new WeakSet<object>();

/**
 * The `onRequest` hook of admin routes: refuses visitors with the same 401 everywhere, before the
 * rest of the request is read.
 */
export function requireAdmin(ctx: Context): (request: WithCookies) => Promise<void> {
  const hook = async (request: WithCookies) => {
    if (!(await isAdmin(ctx, request))) throw unauthorized();
  };
  adminHooks.add(hook);
  return hook;
}

export const isForAdmin = ({ onRequest }: { onRequest?: object | object[] | undefined }): boolean =>
  [onRequest].flat().some((hook) => hook !== undefined && adminHooks.has(hook));

export const unauthorized = () => new Problem('unauthorized', 'Please log in as an administrator.');

/** @throws Problem unauthorized. */
export async function currentSession(ctx: Context, request: WithCookies) {
  const found = await sessionOf(ctx, request);
  if (!found) throw unauthorized();
  return found;
}

export async function meOf(ctx: Context, request: Request): Promise<Me> {
  return toMe(ctx, await adminOf(ctx, request), request);
}

/**
 * The demo password is published, so it does not open the shop from elsewhere.
 * @throws Problem local_only.
 */
function refuseDemoFromElsewhere(request: Request): void {
  if (isLocalRequest(request)) return;
  throw new Problem(
    'local_only',
    'The demo password works only on the shop’s own computer, with no proxy or browser extension adding headers on the way. To log in otherwise, set ADMIN_PASSWORD and restart the shop.',
  );
}

/**
 * Ends the browser's former session.
 * @throws Problem wrong_credentials, too_many_requests; local_only for the demo account from
 * elsewhere.
 */
export async function login(
  ctx: Context,
  input: LoginInput,
  request: Request,
  mailAdmin: AccountMailer,
): Promise<LoggedIn> {
  if ((await selectDemoUser(ctx.db))?.username === input.username) refuseDemoFromElsewhere(request);
  const user = await checkCredentials(ctx, input.username, input.password, {
    request,
    tokenHash: null,
  });
  return startSession(ctx, user, request, mailAdmin, null);
}

/**
 * Takes a proof that has been checked.
 * @throws Problem unauthorized, local_only.
 */
export async function loginBy(
  ctx: Context,
  userId: number,
  proof: OtherProof,
  request: Request,
  mailAdmin: AccountMailer,
): Promise<LoggedIn> {
  const user = await selectUserById(ctx.db, userId);
  if (!user) throw unauthorized();
  if (user.isDemo) refuseDemoFromElsewhere(request);
  return startSession(ctx, user, request, mailAdmin, proof);
}

/**
 * Ends the browser's former session. Emails the admin if the device or network is new, unless the
 * account is the demo's.
 * @param proof null: the password.
 */
async function startSession(
  ctx: Context,
  user: Admin,
  request: Request,
  mailAdmin: AccountMailer,
  proof: OtherProof | null,
): Promise<LoggedIn> {
  const client = clientOf(request);
  await deleteEndedSessions(ctx.db, lifetime(ctx));
  const token = newToken();
  await perform(ctx, 'owner', async (act) => {
    const { tx, now } = act;
    if (proof && !(await proof.lock(tx))) throw unauthorized();
    const old = tokenOf(request, SESSION_COOKIE);
    if (old !== null) await deleteSession(tx, hashToken(old));
    await insertSession(
      tx,
      hashToken(token),
      { userId: user.id, proofId: proof?.id ?? null, ...client },
      now,
    );
    const isNew = await recordLogin(act, client, proof?.name ?? null);
    if (isNew && !user.isDemo)
      await mailAdmin(act, 'new_login', {
        at: now,
        client,
        ...(proof && { passkey: proof.name }),
      });
  });
  return { token, me: await toMe(ctx, user, request) };
}

export async function logout(ctx: Context, request: WithCookies): Promise<void> {
  const token = tokenOf(request, SESSION_COOKIE);
  if (token !== null) await deleteSession(ctx.db, hashToken(token));
}

/**
 * Ends all other sessions, removes the proofs that no longer log in, and leaves the demo mode.
 * @throws Problem unauthorized, wrong_credentials, too_many_requests, invalid_input.
 */
export async function changePassword(
  ctx: Context,
  {
    currentPassword,
    newPassword,
    ...decisions
  }: { currentPassword: string; newPassword: string } & PasswordDecisions,
  request: Request,
  mailAdmin: AccountMailer,
): Promise<void> {
  const found = await currentSession(ctx, request);
  const client = clientOf(request);
  const user = await checkCredentials(ctx, found.session.username, currentPassword, {
    request,
    tokenHash: found.tokenHash,
  });
  await checkNewPassword(newPassword, user.username);
  const passwordHash = await hashPassword(newPassword);
  await perform(ctx, 'owner', async (act) => {
    const { tx, now } = act;
    await updateUser(tx, { ...user, passwordHash, isDemo: false }, now);
    await deleteOtherSessions(tx, user.id, found.tokenHash);
    await confirmSession(tx, found.tokenHash, now);
    const removedPasskeys = await dropProofs(act, user.id, decisions, client);
    await act.record(activityEvent('password_changed', client));
    await mailAdmin(act, 'password_changed', { at: now, client, removedPasskeys });
  });
}

export function lifetime({ clock }: Pick<Context, 'clock'>): Lifetime {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms).toISOString();
  return { usedSince: ago(IDLE_MS), begunSince: ago(MAX_SESSION_MS) };
}

async function toMe(
  ctx: Context,
  admin: Pick<Admin, 'username'> | null,
  request: Request,
): Promise<Me> {
  const demo = isLocalRequest(request) ? await selectDemoUser(ctx.db) : undefined;
  return {
    isAuthenticated: admin !== null,
    userRole: admin === null ? 'guest' : 'admin',
    username: admin?.username ?? null,
    demoCredentials: demo ? { username: demo.username, password: DEMO_PASSWORD } : null,
  };
}
