/** References of specimens and orders in sheets: the one that was imported, or one of the shop's own, which no other shop makes. */
import { randomBytes } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { insertMarker, markerValue } from '#server/platform/db/markers.ts';
import { insertReferences, type Kind, moveReference, selectReferences, selectTargets } from './references.queries.ts';

export type References = {
  /** The reference of each id. */
  of(kind: Kind, ids: number[]): Promise<Map<number, string>>;
  /** The id of each known reference, even where its specimen or order has been deleted. */
  targets(db: Db, kind: Kind, references: readonly string[]): Promise<Map<string, number>>;
  /** Gives each reference to its id. @returns one that somebody else has used meanwhile; undefined: none. */
  bind(tx: Tx, kind: Kind, ids: ReadonlyMap<string, number>): Promise<string | undefined>;
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

  return {
    async of(kind, ids) {
      const given = await selectReferences(ctx.db, kind, ids);
      return new Map(ids.map((id) => [id, given.get(id) ?? `${key}-${id}`]));
    },
    async targets(db, kind, references) {
      const own = references.flatMap((reference): [string, number][] => {
        const [, id] = ownId.exec(reference) ?? [];
        return id === undefined ? [] : [[reference, Number(id)]];
      });
      return new Map([...own, ...(await selectTargets(db, kind, [...references]))]);
    },
    async bind(tx, kind, ids) {
      const bound = await selectTargets(tx, kind, [...ids.keys()]);
      const rows = [...ids].map(([reference, target_id]) => ({ kind, reference, target_id }));
      const isDone = await insertReferences(
        tx,
        rows.filter(({ reference }) => !bound.has(reference)),
      );
      for (const row of rows) {
        const before = bound.get(row.reference);
        if (before !== undefined && (await moveReference(tx, row, before))) isDone.add(row.reference);
      }
      return rows.find(({ reference }) => !isDone.has(reference))?.reference;
    },
  };
}
