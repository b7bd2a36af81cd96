/** A reference is imported, or the shop's own, which no other shop makes. */
import { randomBytes } from 'node:crypto';
import type { Context } from '#core/server/context.ts';
import { instantOf } from '#platform/clock.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { insertMarker, markerValue } from '#platform/db/markers.ts';
import {
  insertReferences,
  type Kind,
  moveReference,
  selectOwnOrder,
  selectReferences,
  selectTargets,
} from './references.queries.ts';

export type References = {
  of(kind: Kind, ids: number[]): Promise<Map<number, string>>;
  /** Includes what has been deleted. */
  targets(db: Db, kind: Kind, references: readonly string[]): Promise<Map<string, number>>;
  /** @returns a reference that somebody else has used meanwhile; undefined: none. */
  bind(tx: Tx, kind: Kind, ids: ReadonlyMap<string, number>): Promise<string | undefined>;
};

/** Whether there is an order that no import brought. */
export const hasOwnOrders = async (db: Db): Promise<boolean> =>
  (await selectOwnOrder(db)) !== undefined;

const KEY = 'shop-key';

/** Six hexadecimal digits, stored on first use. */
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
        if (before !== undefined && (await moveReference(tx, row, before)))
          isDone.add(row.reference);
      }
      return rows.find(({ reference }) => !isDone.has(reference))?.reference;
    },
  };
}
