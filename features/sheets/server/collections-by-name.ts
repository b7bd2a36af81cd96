import { collectionLimits } from '#core/contract/catalogue/collection-rules.ts';
import { invalidField } from '#core/contract/problems.ts';
import type { Act } from '#core/server/act.ts';
import {
  type CollectionRow,
  insertLast,
  lockCollections,
  selectCollections,
  selectMemberships,
  setPiece,
} from '#core/server/catalogue/collections/managing.service.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { foldLine } from '#platform/text-search.ts';

export type Membership = { isSame: boolean; makes: string[] };

/** The hand-filled collections of each specimen, by name; a specimen in none is missing. */
export async function collectionNames(
  db: Db | Tx,
  specimenIds: number[],
): Promise<Map<number, string[]>> {
  const names = new Map<number, string[]>();
  for (const { specimen_id: id, name } of await selectMemberships(db, specimenIds))
    names.set(id, [...(names.get(id) ?? []), name]);
  return names;
}

/**
 * @param specimenId null: not there yet.
 * @throws Problem invalid_input for a name too long, or of a collection that a rule fills.
 */
export async function planMembership(
  db: Db | Tx,
  specimenId: number | null,
  names: string[],
): Promise<Membership> {
  const { makes, wanted, unwanted } = await plan(db, specimenId, names);
  return { makes, isSame: makes.length + wanted.length + unwanted.length === 0 };
}

/**
 * Adds missing collections, hidden.
 * @throws Problem as `planMembership`; state_conflict where a collection is full, or there are too
 * many.
 */
export async function setMembership(act: Act, specimenId: number, names: string[]): Promise<void> {
  const { tx } = act;
  await lockCollections(act);
  const { makes, wanted, unwanted } = await plan(tx, specimenId, names);
  const note = (kind: string, collection: number) => act.record({ kind, data: { collection } });
  for (const name of makes) {
    const id = await insertLast(tx, {
      name,
      subtitle: '',
      description: '',
      cover_id: null,
      cover_alt: '',
      hidden: true,
      rule: null,
    });
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

async function plan(db: Db | Tx, specimenId: number | null, names: string[]) {
  const all = await selectCollections(db);
  const now =
    specimenId === null
      ? []
      : (await selectMemberships(db, [specimenId])).map(({ collection_id: id }) => id);
  const isNow = ({ id }: CollectionRow) => now.includes(id);
  const makes = new Map<string, string>();
  const named = new Set<number>();
  for (const name of names) {
    if (name.length > collectionLimits.name)
      throw refused(`A collection’s name can have up to ${collectionLimits.name} characters.`);
    const key = foldLine(name);
    const sameName = all.filter((row) => foldLine(row.name) === key);
    const byHand = sameName.filter(({ rule }) => rule === null);
    const found = byHand.some(isNow) ? byHand.filter(isNow) : byHand.slice(0, 1);
    for (const { id } of found) named.add(id);
    if (found.length > 0) continue;
    if (sameName.length > 0)
      throw refused(
        `“${name}” is filled by a rule. Leave it out here, or make it a hand-picked collection.`,
      );
    else makes.set(key, name);
  }
  return {
    makes: [...makes.values()],
    wanted: [...named].filter((id) => !now.includes(id)),
    unwanted: now.filter((id) => !named.has(id)),
  };
}

const refused = (message: string) => invalidField('collections', message);
