/** Challenges that a passkey signs: each good once, for five minutes, for one purpose and one holder. */
import { randomBytes } from 'node:crypto';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { inPlace, inTurn } from './login-networks.service.ts';
import { countChallenges, deleteOldChallenges, insertChallenge, takeChallenge } from './passkeys.queries.ts';

export const CHALLENGE_MS = 5 * 60_000;
/** How many may be open for a network, and for all strangers together. */
const MAX_OF_NETWORK = 30;
const MAX_OPEN = 1_000;

/** Who gets a challenge and may use it: the hash of a session's token or, at a login, of a token in a cookie of its own. */
export type Holder = { purpose: 'add' | 'confirm' | 'login'; holderHash: string };

/** @returns the challenge in base64url. @throws Problem too_many_requests, so that strangers cannot fill the database. */
export async function openChallenge(ctx: Context, { purpose, holderHash }: Holder, network: string): Promise<string> {
  const tokenHash = purpose === 'login' ? null : holderHash;
  return inPlace(ctx, 'challenge', { network, tokenHash }, async (standing) => {
    const challenge = randomBytes(32).toString('base64url');
    const open = async (tx: Tx) => {
      await lockNames(tx, ctx.dialect, ['passkey challenges']);
      await deleteOldChallenges(tx, openSince(ctx));
      const { all, ofNetwork } = await countChallenges(tx, network);
      if (ofNetwork >= MAX_OF_NETWORK || (standing.line === null && all >= MAX_OPEN)) {
        const message = 'Too many login attempts. Please wait a few minutes, or use your password.';
        throw new Problem('too_many_requests', message, { retryAfter: CHALLENGE_MS / 1000 });
      }
      await insertChallenge(tx, { challenge, purpose, holder_hash: holderHash, network, created_at: instantOf(ctx.clock) });
    };
    await inTurn(standing, () => inTransaction(ctx.db, open));
    return challenge;
  });
}

/** Uses a challenge up. @returns whether it was open for the holder. */
export const acceptChallenge = (ctx: Context, challenge: string, { purpose, holderHash }: Holder): Promise<boolean> =>
  takeChallenge(ctx.db, { challenge, purpose, holder_hash: holderHash }, openSince(ctx));

const openSince = ({ clock }: Context) => new Date(clock.now().getTime() - CHALLENGE_MS).toISOString();
