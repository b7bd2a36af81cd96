/** Sessions. Other features need only `isAdmin` and `requireAdmin`. */
import type { IncomingHttpHeaders } from 'node:http';
import type { LoginInput, Me } from '#contract/admin/auth.ts';
import { Problem } from '#contract/problems.ts';
import { DEMO_PASSWORD } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { hashToken, newToken, tokenOf, type WithCookies } from '#server/platform/http/cookies.ts';
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
  touchSession,
  type User,
  updateUser,
} from './auth.queries.ts';
import { clientOf } from './client.ts';
import { checkCredentials } from './credentials.service.ts';
import { isLocalRequest } from './local-request.ts';
import { deletePasskeys, lockPasskey } from './passkeys.queries.ts';
import { hashPassword } from './passwords.ts';

export const SESSION_COOKIE = 'druse_session';
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A session ends when it was not used for so long, and so long after its login in any case. */
const IDLE_MS = 14 * DAY_MS;
const MAX_SESSION_MS = 30 * DAY_MS;
/** For the cookie, which outlives no session: the server ends one earlier that is not used. */
export const MAX_SESSION_SECONDS = MAX_SESSION_MS / 1000;

export type Request = WithCookies & { ip: string; headers: IncomingHttpHeaders };

/** A login that succeeded: the token for its cookie, and who that is. */
export type LoggedIn = { token: string; me: Me };

type Admin = Pick<User, 'id' | 'username' | 'isDemo'>;

/** The admin whose session cookie the request carries; null for a visitor. */
async function adminOf(ctx: Context, request: WithCookies): Promise<Session | null> {
  return (await sessionOf(ctx, request))?.session ?? null;
}

/** The session whose cookie the request carries, with the hash of its token; null for a visitor. */
export async function sessionOf(ctx: Context, request: WithCookies): Promise<{ session: Session; tokenHash: string } | null> {
  const token = tokenOf(request, SESSION_COOKIE);
  if (token === null) return null;
  const tokenHash = hashToken(token);
  const session = await selectSession(ctx.db, tokenHash, lifetime(ctx));
  if (!session) return null;
  if (ctx.clock.now().getTime() - Date.parse(session.lastSeenAt) >= HOUR_MS) await touchSession(ctx.db, tokenHash, instantOf(ctx.clock));
  return { session, tokenHash };
}

export const isAdmin = async (ctx: Context, request: WithCookies): Promise<boolean> => (await adminOf(ctx, request)) !== null;

const adminHooks = new WeakSet<object>();

/** The `onRequest` hook of admin routes: refuses visitors with the same 401 everywhere, before the rest of the request is read. */
export function requireAdmin(ctx: Context): (request: WithCookies) => Promise<void> {
  const hook = async (request: WithCookies) => {
    if (!(await isAdmin(ctx, request))) throw unauthorized();
  };
  adminHooks.add(hook);
  return hook;
}

/** Whether a route has that hook. */
export const isForAdmin = ({ onRequest }: { onRequest?: object | object[] | undefined }): boolean =>
  [onRequest].flat().some((hook) => hook !== undefined && adminHooks.has(hook));

export const unauthorized = () => new Problem('unauthorized', 'Please log in as an administrator.');

/** The session of the request. @throws Problem unauthorized. */
export async function currentSession(ctx: Context, request: WithCookies) {
  const found = await sessionOf(ctx, request);
  if (!found) throw unauthorized();
  return found;
}

/** Who is logged in, as the browser may know it. */
export async function meOf(ctx: Context, request: Request): Promise<Me> {
  return toMe(ctx, await adminOf(ctx, request), request);
}

/** The demo password is published, so it does not open the shop from elsewhere. @throws Problem local_only. */
export function refuseDemoFromElsewhere(request: Request): void {
  if (isLocalRequest(request)) return;
  throw new Problem(
    'local_only',
    'The demo password works only on the shop’s own computer, with no proxy or browser extension adding headers on the way. To log in otherwise, set ADMIN_PASSWORD and restart the shop.',
  );
}

/**
 * Starts a session and ends the one the browser had.
 * @throws Problem wrong_credentials, too_many_requests; local_only for the demo account from elsewhere.
 */
export async function login(ctx: Context, input: LoginInput, request: Request, mailAdmin: AccountMailer): Promise<LoggedIn> {
  if ((await selectDemoUser(ctx.db))?.username === input.username) refuseDemoFromElsewhere(request);
  const user = await checkCredentials(ctx, input.username, input.password, { client: clientOf(request), tokenHash: null });
  return startSession(ctx, user, request, mailAdmin, null);
}

/**
 * Starts a session and ends the one the browser had. The admin gets a mail if the device or the network is new; not while the account is the demo's.
 * @param passkey what the user has logged in with; null: the password.
 */
export async function startSession(
  ctx: Context,
  user: Admin,
  request: Request,
  mailAdmin: AccountMailer,
  passkey: { id: number; name: string } | null,
): Promise<LoggedIn> {
  const client = clientOf(request);
  await deleteEndedSessions(ctx.db, lifetime(ctx));
  const token = newToken();
  const now = instantOf(ctx.clock);
  await inTransaction(ctx.db, async (tx) => {
    if (passkey && !(await lockPasskey(tx, passkey.id))) throw unauthorized();
    const old = tokenOf(request, SESSION_COOKIE);
    if (old !== null) await deleteSession(tx, hashToken(old));
    await insertSession(tx, hashToken(token), { userId: user.id, passkeyId: passkey?.id ?? null, ...client }, now);
    const isNew = await recordLogin(ctx, tx, client, passkey?.name ?? null);
    if (isNew && !user.isDemo) await mailAdmin(tx, 'new_login', { at: now, client, ...(passkey && { passkey: passkey.name }) });
  });
  return { token, me: await toMe(ctx, user, request) };
}

export async function logout(ctx: Context, request: WithCookies): Promise<void> {
  const token = tokenOf(request, SESSION_COOKIE);
  if (token !== null) await deleteSession(ctx.db, hashToken(token));
}

/**
 * Changes the admin's password, removes the passkeys that are not to stay, ends all other sessions and leaves the demo mode.
 * @throws Problem unauthorized, wrong_credentials, too_many_requests, invalid_input.
 */
export async function changePassword(
  ctx: Context,
  input: { currentPassword: string; newPassword: string; remainingPasskeys?: number[] | undefined },
  request: Request,
  mailAdmin: AccountMailer,
): Promise<void> {
  const found = await currentSession(ctx, request);
  const client = clientOf(request);
  const user = await checkCredentials(ctx, found.session.username, input.currentPassword, { client, tokenHash: found.tokenHash });
  await checkNewPassword(input.newPassword, user.username);
  const passwordHash = await hashPassword(input.newPassword);
  const now = instantOf(ctx.clock);
  await inTransaction(ctx.db, async (tx) => {
    await updateUser(tx, { ...user, passwordHash, isDemo: false }, now);
    await deleteOtherSessions(tx, user.id, found.tokenHash);
    await confirmSession(tx, found.tokenHash, now);
    const removedPasskeys = input.remainingPasskeys ? await deletePasskeys(tx, user.id, input.remainingPasskeys) : [];
    await addEvents(tx, [
      ...removedPasskeys.map((passkey) => activityEvent(ctx, 'passkey_removed', client, { passkey })),
      activityEvent(ctx, 'password_changed', client),
    ]);
    await mailAdmin(tx, 'password_changed', { at: now, client, removedPasskeys });
  });
}

export function lifetime({ clock }: Pick<Context, 'clock'>): Lifetime {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms).toISOString();
  return { usedSince: ago(IDLE_MS), begunSince: ago(MAX_SESSION_MS) };
}

async function toMe(ctx: Context, admin: Pick<Admin, 'username'> | null, request: Request): Promise<Me> {
  const demo = isLocalRequest(request) ? await selectDemoUser(ctx.db) : undefined;
  return {
    isAuthenticated: admin !== null,
    userRole: admin === null ? 'guest' : 'admin',
    username: admin?.username ?? null,
    demoCredentials: demo ? { username: demo.username, password: DEMO_PASSWORD } : null,
  };
}
