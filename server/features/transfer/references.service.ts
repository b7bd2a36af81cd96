/** What specimens and orders are called in sheets: the reference they were imported with, or one of the shop's own making, known everywhere as its. */
import { randomBytes } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { bindReference, type Kind, selectReferences, selectTargets, shopKey } from './references.queries.ts';

export type References = {
  /** What each of the ids is called. */
  of(kind: Kind, ids: number[]): Promise<Map<number, string>>;
  /** The id that a reference stands for, whether there still is such a thing or not; null for an unknown one. */
  target(db: Db | Tx, kind: Kind, reference: string): Promise<{ id: number; isBound: boolean } | null>;
  /** Lets the reference stand for the id. @returns false where somebody else has used it meanwhile. */
  bind(tx: Tx, kind: Kind, reference: string, id: number): Promise<boolean>;
};

const makeKey = () => randomBytes(3).toString('hex');

export async function openReferences(ctx: Context): Promise<References> {
  const key = await shopKey(ctx.db, makeKey, instantOf(ctx.clock));
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
