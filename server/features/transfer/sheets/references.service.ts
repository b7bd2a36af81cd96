/** References of specimens and orders in sheets: the one that was imported, or one of the shop's own, which no other shop makes. */
import { randomBytes } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { insertMarker, markerValue } from '#server/platform/db/markers.ts';
import { bindReference, type Kind, selectReferences, selectTargets } from './references.queries.ts';

export type References = {
  /** The reference of each id. */
  of(kind: Kind, ids: number[]): Promise<Map<number, string>>;
  /** The id of a reference, even where its specimen or order has been deleted; null for an unknown reference. */
  target(db: Db | Tx, kind: Kind, reference: string): Promise<{ id: number; isBound: boolean } | null>;
  /** Gives the reference to the id. @returns false where somebody else has used it meanwhile. */
  bind(tx: Tx, kind: Kind, reference: string, id: number): Promise<boolean>;
};

const KEY = 'shop-key';

/** The prefix of the references that this shop makes, six hexadecimal digits; stored on first use. */
async function shopKey(db: Db, now: string): Promise<string> {
  const known = await markerValue(db, KEY);
  if (known !== null) return known;
  await insertMarker(db, `${KEY}:${randomBytes(3).toString('hex')}`, now);
  // Another process may have stored one too: both use the first in order.
  return (await markerValue(db, KEY)) ?? '';
}

export async function openReferences(ctx: Context): Promise<References> {
  const key = await shopKey(ctx.db, instantOf(ctx.clock));
  const ownId = new RegExp(`^${key}-([1-9]\\d{0,8})$`);

  const target: References['target'] = async (db, kind, reference) => {
    const bound = (await selectTargets(db, kind, [reference])).get(reference);
    if (bound !== undefined) return { id: bound, isBound: true };
    const [, own] = ownId.exec(reference) ?? [];
    return own === undefined ? null : { id: Number(own), isBound: false };
  };

  return {
    async of(kind, ids) {
      const given = await selectReferences(ctx.db, kind, ids);
      return new Map(ids.map((id) => [id, given.get(id) ?? `${key}-${id}`]));
    },
    target,
    async bind(tx, kind, reference, id) {
      const known = await target(tx, kind, reference);
      return bindReference(tx, { kind, reference, target_id: id }, known?.isBound ? known.id : null);
    },
  };
}
