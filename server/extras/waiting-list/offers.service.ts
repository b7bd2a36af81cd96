/** Buying what is reserved: an order comes with the keys of entries, and ends those that it uses. */
import type { KeyedLink } from '#contract/messages/keyed-links.ts';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { isSecret } from '#server/platform/http/secrets.ts';
import { finishEntry } from './ending.ts';
import { selectOffered } from './waiting-list.queries.ts';

/** An offer that an order may use. */
export type Offer = { entryId: number; specimenId: number; email: string };

/** The offers that last and whose keys are given, one for each specimen. */
export async function offersOf(db: Db | Tx, keys: readonly KeyedLink[], now: string): Promise<Map<number, Offer>> {
  const rows = await selectOffered(
    db,
    keys.map(({ id }) => id),
    now,
  );
  return new Map(
    rows.flatMap(({ id, entry_key, email, specimen_id: specimenId }) =>
      specimenId !== null && keys.some((given) => given.id === id && isSecret(given.key, entry_key))
        ? [[specimenId, { entryId: id, specimenId, email }]]
        : [],
    ),
  );
}

/**
 * Ends the entry of an offer whose piece the transaction holds already, so that the specimen is locked.
 * @returns false where the offer has ended meanwhile: then the transaction must be rolled back.
 */
export async function takeOffer({ clock }: Context, tx: Tx, { entryId }: Offer): Promise<boolean> {
  const now = instantOf(clock);
  return (await finishEntry(tx, entryId, { as: 'bought', at: now, actor: 'buyer', offeredAfter: now })) !== undefined;
}
