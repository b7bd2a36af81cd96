/** Features keep pieces for someone: who brings the key may buy them. */
import type { KeyedLink } from '#core/contract/messages/keyed-links.ts';
import type { Offer } from '#core/server/feature.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { WithCookies } from '#platform/http/cookies.ts';

export const offerKeys = async (request: WithCookies): Promise<KeyedLink[]> =>
  (await Promise.all(pluggedInto('offers').map(({ keysOf }) => keysOf(request)))).flat();

/** Returns one per specimen. */
export async function offersOf(
  db: Db | Tx,
  keys: readonly KeyedLink[],
  now: string,
): Promise<Map<number, Offer>> {
  const found = new Map<number, Offer>();
  if (keys.length === 0) return found;
  for (const { find } of pluggedInto('offers'))
    for (const [specimenId, offer] of await find(db, keys, now)) found.set(specimenId, offer);
  return found;
}
