/** Pieces that extras keep for somebody: who brings the key may buy them. */
import type { KeyedLink } from '#contract/messages/keyed-links.ts';
import type { Offer } from '#server/extra.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { WithCookies } from '#server/platform/http/cookies.ts';
import { pluggedInto } from '#server/plugged-in.ts';

/** The keys that a browser has been given. */
export const offerKeys = async (request: WithCookies): Promise<KeyedLink[]> =>
  (await Promise.all(pluggedInto('offers').map(({ keysOf }) => keysOf(request)))).flat();

/** The offers that last and whose keys are given, one for each specimen. */
export async function offersOf(db: Db | Tx, keys: readonly KeyedLink[], now: string): Promise<Map<number, Offer>> {
  const found = new Map<number, Offer>();
  if (keys.length === 0) return found;
  for (const { find } of pluggedInto('offers')) for (const [specimenId, offer] of await find(db, keys, now)) found.set(specimenId, offer);
  return found;
}
