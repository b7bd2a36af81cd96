/** A form that visitors send is handed out with the instant, signed: so the shop knows how long it took to fill in, without keeping anything. */
import { createHmac, randomBytes } from 'node:crypto';
import { MIN_FILL_MS } from '#contract/messages/form-rules.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { signingKey } from '#server/platform/db/signing-keys.ts';
import { isSecret } from '#server/platform/http/secrets.ts';

const MAX_FILL_MS = 24 * 60 * 60_000;

/** A token for a form that is handed out now. */
export async function newFormToken(ctx: Context): Promise<string> {
  const issuedAt = String(ctx.clock.now().getTime());
  return `${issuedAt}.${await signatureOf(ctx, issuedAt)}`;
}

/**
 * Refuses what only programs send.
 * @throws Problem invalid_input for a token that is not the shop's or a filled trap; state_conflict for a form that is too old;
 * too_many_requests for one that was filled in too fast.
 */
export async function checkForm(ctx: Context, { token, website = '' }: { token: string; website?: string }): Promise<void> {
  if (website !== '') throw new Problem('invalid_input', 'Please clear the “Leave this empty” field and try again.');
  const [issuedAt = '', signature = ''] = token.split('.');
  if (!isSecret(signature, await signatureOf(ctx, issuedAt)))
    throw new Problem('invalid_input', 'This page is out of date. Please reload it.');
  const age = ctx.clock.now().getTime() - Number(issuedAt);
  if (age > MAX_FILL_MS)
    throw new Problem('state_conflict', 'This page has been open for more than a day. Please wait a few seconds, then send again.');
  if (age < MIN_FILL_MS)
    throw new Problem('too_many_requests', 'Please wait a few seconds, then send again.', {
      retryAfter: Math.ceil((MIN_FILL_MS - age) / 1000),
    });
}

async function signatureOf(ctx: Context, issuedAt: string): Promise<string> {
  const key = await signingKey(ctx.db, 'inquiry-forms', () => randomBytes(32).toString('base64url'));
  return createHmac('sha256', key).update(issuedAt).digest('base64url');
}
