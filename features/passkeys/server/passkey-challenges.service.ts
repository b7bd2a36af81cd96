/** Good once, for five minutes, for one purpose and one holder. */

import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '#core/contract/durations.ts';
import { Problem } from '#core/contract/problems.ts';
import type { BareAct } from '#core/server/act.ts';
import type { Request } from '#core/server/admin/auth/auth.service.ts';
import { inPlace, inTurn } from '#core/server/admin/auth/login-networks.service.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { lockNames } from '#platform/db/locks.ts';
import { ipAddressOf, networkOf } from '#platform/http/ip-address.ts';
import {
  countChallenges,
  deleteOldChallenges,
  insertChallenge,
  takeChallenge,
} from './passkeys.queries.ts';

export const CHALLENGE_MS = 5 * MINUTE_MS;
export const CHALLENGES = 'challenge';
/** Open challenges of a network, and of all strangers together. */
const MAX_OF_NETWORK = 30;
const MAX_OPEN = 1_000;

/** `holderHash`: of a session's token or, at a login, of a token in its own cookie. */
export type Holder = { purpose: 'add' | 'confirm' | 'login'; holderHash: string };

/**
 * @returns the challenge in base64url.
 * @throws Problem too_many_requests, so that strangers cannot fill the database.
 */
export async function openChallenge(
  ctx: Context,
  { purpose, holderHash }: Holder,
  request: Request,
): Promise<string> {
  const network = networkOf(ipAddressOf(request));
  const tokenHash = purpose === 'login' ? null : holderHash;
  return inPlace(ctx, CHALLENGES, { network, tokenHash }, async (standing) => {
    const challenge = randomBytes(32).toString('base64url');
    const open = async ({ tx, dialect, now }: BareAct) => {
      await lockNames(tx, dialect, ['passkey challenges']);
      await deleteOldChallenges(tx, openSince(ctx));
      const { all, ofNetwork } = await countChallenges(tx, network);
      if (ofNetwork >= MAX_OF_NETWORK || (standing.line === null && all >= MAX_OPEN)) {
        const message = 'Too many login attempts. Please wait a few minutes, or use your password.';
        throw new Problem('too_many_requests', message, { retryAfter: CHALLENGE_MS / 1000 });
      }
      await insertChallenge(tx, {
        challenge,
        purpose,
        holder_hash: holderHash,
        network,
        created_at: now,
      });
    };
    await inTurn(standing, () => perform(ctx, 'system', open));
    return challenge;
  });
}

/** @returns whether it was open for the holder. */
export const acceptChallenge = (
  ctx: Context,
  challenge: string,
  { purpose, holderHash }: Holder,
): Promise<boolean> =>
  takeChallenge(ctx.db, { challenge, purpose, holder_hash: holderHash }, openSince(ctx));

const openSince = ({ clock }: Context) =>
  new Date(clock.now().getTime() - CHALLENGE_MS).toISOString();
