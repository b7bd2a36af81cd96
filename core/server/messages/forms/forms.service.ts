/** A signed instant in each form tells how long filling it in took: nothing is stored. */

import { createHmac, randomBytes } from 'node:crypto';
import { DAY_MS } from '#core/contract/durations.ts';
import { MIN_FILL_MS } from '#core/contract/messages/form-rules.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Context } from '#core/server/context.ts';
import { signingKey } from '#platform/db/signing-keys.ts';
import { isSecret } from '#platform/http/secrets.ts';

const MAX_FILL_MS = DAY_MS;

export async function newFormToken(ctx: Context): Promise<string> {
  const issuedAt = String(ctx.clock.now().getTime());
  return `${issuedAt}.${await signatureOf(ctx, issuedAt)}`;
}

/**
 * Refuses what only programs send. @throws Problem invalid_input for a token that is not the shop's
 * or a filled trap; state_conflict for a form too old; too_many_requests for one filled in too
 * fast.
 */
export async function checkForm(
  ctx: Context,
  { token, website = '' }: { token: string; website?: string },
): Promise<void> {
  if (website !== '')
    throw new Problem('invalid_input', 'Please clear the “Leave this empty” field and try again.');
  const [issuedAt = '', signature = ''] = token.split('.');
  if (!isSecret(signature, await signatureOf(ctx, issuedAt)))
    throw new Problem('invalid_input', 'This page is out of date. Please reload it.');
  const age = ctx.clock.now().getTime() - Number(issuedAt);
  if (age > MAX_FILL_MS)
    throw new Problem(
      'state_conflict',
      'This page has been open for more than a day. Please wait a few seconds, then send again.',
    );
  if (age < MIN_FILL_MS)
    throw new Problem('too_many_requests', 'Please wait a few seconds, then send again.', {
      retryAfter: Math.ceil((MIN_FILL_MS - age) / 1000),
    });
}

async function signatureOf(ctx: Context, issuedAt: string): Promise<string> {
  const key = await signingKey(ctx.db, 'inquiry-forms', () =>
    randomBytes(32).toString('base64url'),
  );
  return createHmac('sha256', key).update(issuedAt).digest('base64url');
}
