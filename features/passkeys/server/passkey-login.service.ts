import {
  currentSession,
  type LoggedIn,
  loginBy,
  type Request,
} from '#core/server/admin/auth/auth.service.ts';
import { confirmBy } from '#core/server/admin/auth/sessions.service.ts';
import type { Context } from '#core/server/context.ts';
import { accountMailer } from '#core/server/messages/mail/account-mails.service.ts';
import type { Assertion, RequestOptions } from '#features/passkeys/contract/passkeys.ts';
import type { Tx } from '#platform/db/db.ts';
import { hashToken, newToken, tokenOf } from '#platform/http/cookies.ts';
import type { Holder } from './passkey-challenges.service.ts';
import { lockPasskey } from './passkeys.queries.ts';
import { beginPasskeyUse, checkPasskey } from './passkeys.service.ts';

/** Ties a login that has begun to its browser. */
export const PASSKEY_COOKIE = 'druse_passkey';

const holderOf = (token: string): Holder => ({ purpose: 'login', holderHash: hashToken(token) });

/**
 * @returns what the browser asks a passkey for, and the token for its cookie.
 * @throws Problem state_conflict, too_many_requests.
 */
export async function beginPasskeyLogin(
  ctx: Context,
  request: Request,
): Promise<{ token: string; options: RequestOptions }> {
  const token = newToken();
  return { token, options: await beginPasskeyUse(ctx, holderOf(token), request) };
}

/**
 * Ends the browser's former session.
 * @throws Problem wrong_credentials, too_many_requests, local_only.
 */
export async function loginWithPasskey(
  ctx: Context,
  credential: Assertion,
  request: Request,
): Promise<LoggedIn> {
  // Without the cookie no challenge fits, and the attempt counts as failed.
  const { id, name, user_id } = await checkPasskey(
    ctx,
    credential,
    holderOf(tokenOf(request, PASSKEY_COOKIE) ?? ''),
    request,
  );
  const proof = { id, name, lock: (tx: Tx) => lockPasskey(tx, id) };
  return loginBy(ctx, user_id, proof, request, accountMailer);
}

/** @throws Problem unauthorized, state_conflict, too_many_requests. */
export async function beginConfirmation(ctx: Context, request: Request): Promise<RequestOptions> {
  const { tokenHash } = await currentSession(ctx, request);
  return beginPasskeyUse(ctx, { purpose: 'confirm', holderHash: tokenHash }, request);
}

/** @throws Problem unauthorized, wrong_credentials, too_many_requests. */
export async function confirmWithPasskey(
  ctx: Context,
  credential: Assertion,
  request: Request,
): Promise<void> {
  const { tokenHash } = await currentSession(ctx, request);
  const passkey = await checkPasskey(
    ctx,
    credential,
    { purpose: 'confirm', holderHash: tokenHash },
    request,
  );
  await confirmBy(ctx, passkey.user_id, request);
}
