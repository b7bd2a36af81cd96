/** Buying what is reserved: an order comes with the keys of entries, and ends those that it uses. */
import type { KeyedLink } from '#contract/messages/keyed-links.ts';
import type { Context } from '#server/context.ts';
import type { Offer } from '#server/extra.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { isSecret } from '#server/platform/http/secrets.ts';
import { finishEntry } from './ending.ts';
import { selectOffered } from './waiting-list.queries.ts';

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
        ? [[specimenId, { specimenId, email, take: (ctx, tx) => takeOffer(ctx, tx, id) }] as const]
        : [],
    ),
  );
}

/** Ends the entry of an offer. @returns false where the offer has ended meanwhile. */
async function takeOffer({ clock }: Context, tx: Tx, entryId: number): Promise<boolean> {
  const now = instantOf(clock);
  return (await finishEntry(tx, entryId, { as: 'bought', at: now, actor: 'buyer', offeredAfter: now })) !== undefined;
}
