/** Collections that are filled by hand, as sheets name them. */
import { collectionLimits } from '#contract/catalogue/collection-rules.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { foldLine } from '#server/platform/text-search.ts';
import { type CollectionRow, selectCollections, selectMemberships } from './collections.queries.ts';
import { insertLast, lockCollections, setPiece } from './managing.service.ts';

/** Where a specimen is to be, by hand: `makes` are names of collections that there are not yet. */
export type Membership = { isSame: boolean; makes: string[] };

/** The names of the collections that each specimen was put into by hand, in the collections' order; a specimen in none is missing. */
export async function collectionNames(db: Db | Tx, specimenIds: number[]): Promise<Map<number, string[]>> {
  const names = new Map<number, string[]>();
  for (const { specimen_id: id, name } of await selectMemberships(db, specimenIds)) names.set(id, [...(names.get(id) ?? []), name]);
  return names;
}

/**
 * What it would change to have the specimen in exactly these collections.
 * @param specimenId null: a specimen that is not there yet. @throws Problem invalid_input for a name too long, or of a collection that a rule fills.
 */
export async function planMembership(db: Db | Tx, specimenId: number | null, names: string[]): Promise<Membership> {
  const { makes, wanted, unwanted } = await plan(db, specimenId, names);
  return { makes, isSame: makes.length + wanted.length + unwanted.length === 0 };
}

/**
 * Has the specimen in exactly these collections; those that there are not yet are made, hidden. The caller invalidates COLLECTIONS after its commit.
 * @throws Problem as `planMembership`; state_conflict where a collection is full, or there are too many.
 */
export async function setMembership(ctx: Context, tx: Tx, specimenId: number, names: string[]): Promise<void> {
  await lockCollections(ctx, tx);
  const { makes, wanted, unwanted } = await plan(tx, specimenId, names);
  const at = instantOf(ctx.clock);
  const note = (kind: string, collection: number) => addEvents(tx, [{ at, actor: 'owner', kind, data: { collection } }]);
  for (const name of makes) {
    const id = await insertLast(tx, { name, subtitle: '', description: '', cover_id: null, cover_alt: '', hidden: true, rule: null });
    await note('collection_added', id);
    wanted.push(id);
  }
  for (const [ids, isContained] of [[wanted, true] as const, [unwanted, false] as const]) {
    for (const id of ids) {
      await setPiece(tx, id, specimenId, isContained);
      await note('collection_filled', id);
    }
  }
}

/** What is to be made, and the ids of the collections that the specimen joins and leaves. Of several with the same name it joins the first. */
async function plan(db: Db | Tx, specimenId: number | null, names: string[]) {
  const all = await selectCollections(db);
  const now = specimenId === null ? [] : (await selectMemberships(db, [specimenId])).map(({ collection_id: id }) => id);
  const isNow = ({ id }: CollectionRow) => now.includes(id);
  const makes = new Map<string, string>();
  const named = new Set<number>();
  for (const name of names) {
    if (name.length > collectionLimits.name) throw refused(`A collection’s name can have up to ${collectionLimits.name} characters.`);
    const key = foldLine(name);
    const sameName = all.filter((row) => foldLine(row.name) === key);
    const byHand = sameName.filter(({ rule }) => rule === null);
    const found = byHand.some(isNow) ? byHand.filter(isNow) : byHand.slice(0, 1);
    for (const { id } of found) named.add(id);
    if (found.length > 0) continue;
    if (sameName.length > 0) throw refused(`“${name}” is filled by a rule. Leave it out here, or make it a hand-picked collection.`);
    else makes.set(key, name);
  }
  return {
    makes: [...makes.values()],
    wanted: [...named].filter((id) => !now.includes(id)),
    unwanted: now.filter((id) => !named.has(id)),
  };
}

const refused = (message: string) => new Problem('invalid_input', message, { issues: [{ path: 'collections', message }] });
