import type { KeyedLink } from '#core/contract/messages/keyed-links.ts';
import type { Act } from '#core/server/act.ts';
import type { Offer } from '#core/server/feature.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { isSecret } from '#platform/http/secrets.ts';
import { finishEntry } from './ending.ts';
import { selectOffered } from './waiting-list.queries.ts';

/** One for each specimen. */
export async function offersOf(
  db: Db | Tx,
  keys: readonly KeyedLink[],
  now: string,
): Promise<Map<number, Offer>> {
  const rows = await selectOffered(
    db,
    keys.map(({ id }) => id),
    now,
  );
  return new Map(
    rows.flatMap(({ id, entry_key, email, specimen_id: specimenId }) =>
      specimenId !== null && keys.some((given) => given.id === id && isSecret(given.key, entry_key))
        ? [[specimenId, { specimenId, email, take: (act) => takeOffer(act, id) }] as const]
        : [],
    ),
  );
}

/** @returns false where the offer has ended meanwhile. */
const takeOffer = async (act: Act, entryId: number): Promise<boolean> =>
  (await finishEntry(act, entryId, { as: 'bought', actor: 'buyer', isOffered: true })) !==
  undefined;
