/** Logging in, and proving again who is there, with a passkey. */
import type { Assertion, RequestOptions } from '#contract/admin/passkeys.ts';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import { hashToken, newToken, tokenOf } from '#server/platform/http/cookies.ts';
import type { AccountMailer } from './activity.service.ts';
import { confirmSession, selectUserById } from './auth.queries.ts';
import { currentSession, type LoggedIn, type Request, refuseDemoFromElsewhere, startSession, unauthorized } from './auth.service.ts';
import type { Holder } from './passkey-challenges.service.ts';
import { beginPasskeyUse, checkPasskey } from './passkeys.service.ts';

/** Ties a login that has begun to its browser. */
export const PASSKEY_COOKIE = 'druse_passkey';

const holderOf = (token: string): Holder => ({ purpose: 'login', holderHash: hashToken(token) });

/** @returns what the browser uses a passkey for, and the token for its cookie. @throws Problem state_conflict, too_many_requests. */
export async function beginPasskeyLogin(ctx: Context, request: Request): Promise<{ token: string; options: RequestOptions }> {
  const token = newToken();
  return { token, options: await beginPasskeyUse(ctx, holderOf(token), request) };
}

/** Starts a session and ends the one the browser had. @throws Problem wrong_credentials, too_many_requests, local_only. */
export async function loginWithPasskey(ctx: Context, credential: Assertion, request: Request, mailAdmin: AccountMailer): Promise<LoggedIn> {
  // Without the cookie no challenge fits, and the attempt counts as a failed one.
  const passkey = await checkPasskey(ctx, credential, holderOf(tokenOf(request, PASSKEY_COOKIE) ?? ''), request);
  const user = await selectUserById(ctx.db, passkey.user_id);
  if (!user) throw unauthorized();
  if (user.isDemo) refuseDemoFromElsewhere(request);
  return startSession(ctx, user, request, mailAdmin, passkey);
}

/** @returns what the browser uses a passkey for. @throws Problem unauthorized, state_conflict, too_many_requests. */
export async function beginConfirmation(ctx: Context, request: Request): Promise<RequestOptions> {
  const { tokenHash } = await currentSession(ctx, request);
  return beginPasskeyUse(ctx, { purpose: 'confirm', holderHash: tokenHash }, request);
}

/** Notes that the one who uses the session has given a passkey. @throws Problem unauthorized, wrong_credentials, too_many_requests. */
export async function confirmWithPasskey(ctx: Context, credential: Assertion, request: Request): Promise<void> {
  const { session, tokenHash } = await currentSession(ctx, request);
  const passkey = await checkPasskey(ctx, credential, { purpose: 'confirm', holderHash: tokenHash }, request);
  if (passkey.user_id !== session.userId) throw unauthorized();
  await confirmSession(ctx.db, tokenHash, instantOf(ctx.clock));
}
