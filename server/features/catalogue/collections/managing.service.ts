/** The admin's work on collections. */
import { collectionLimits, parseRule, ruleOf } from '#contract/catalogue/collection-rules.ts';
import type { CollectionInput, ManagedCollection, SpecimenCollections } from '#contract/catalogue/collections.ts';
import { slugOf } from '#contract/catalogue/specimen-urls.ts';
import type { Specimen } from '#contract/catalogue/specimens.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { firstMatching, specimensOf } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { keepMedia, noSuchPhoto, uploadedPictures } from '#server/features/media/files/media.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import type { NewRow } from '#server/platform/db/schema.ts';
import type { Collections } from '#server/platform/db/schema-collections.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { refuseStale, versionOf } from '#server/platform/http/if-match.ts';
import { COLLECTIONS } from './cache-tags.ts';
import {
  type CollectionRow,
  deleteCollection,
  deletePiece,
  insertCollection,
  insertPiece,
  replacePieces,
  selectCollection,
  selectCollections,
  selectMemberships,
  selectOthers,
  selectPieceIds,
  updateCollection,
} from './collections.queries.ts';
import { coversOf, filledByHand, noSuchCollection, textsOf, totalOf } from './collections.service.ts';

const ADMIN = { hidden: true };
/** Of what a rule finds, the admin sees only the first. */
const SHOWN_OF_RULE = 24;

/** Every collection in its order, hidden and empty ones too. */
export async function manageCollections(ctx: Context): Promise<ManagedCollection[]> {
  return managed(ctx, await selectCollections(ctx.db));
}

/** Adds a collection as the last one. @throws Problem invalid_input for a picture that was never uploaded; state_conflict where there are too many. */
export async function addCollection(ctx: Context, input: CollectionInput): Promise<ManagedCollection> {
  const id = await write(ctx, 'collection_added', async (tx, now) => insertLast(tx, await columnsOf(tx, input, now)));
  return readManaged(ctx, id);
}

/** Adds a collection as the last one, with a path of its own; the caller has locked the collections. @throws Problem state_conflict where there are too many. */
export async function insertLast(tx: Tx, columns: Omit<NewRow<Collections>, 'slug' | 'position'>): Promise<number> {
  const rows = await selectCollections(tx);
  if (rows.length >= collectionLimits.collections)
    throw new Problem('state_conflict', `You already have ${rows.length} collections. Please delete one first.`);
  const slug = freeSlug(columns.name, new Set(rows.map((row) => row.slug)));
  return insertCollection(tx, { ...columns, slug, position: Math.max(0, ...rows.map((row) => row.position)) + 1 });
}

/**
 * Replaces all of a collection but its path and its pieces.
 * @throws Problem not_found; changed_meanwhile where it has another version; invalid_input for a picture that was never uploaded.
 */
export async function editCollection(ctx: Context, id: number, input: CollectionInput, ifMatch?: string): Promise<ManagedCollection> {
  await write(ctx, 'collection_changed', async (tx, now) => {
    await refuseStaleCollection(tx, id, ifMatch);
    if (!(await updateCollection(tx, id, await columnsOf(tx, input, now)))) throw noSuchCollection();
    return id;
  });
  return readManaged(ctx, id);
}

/** Deletes a collection; its pieces stay in the shop. @throws Problem not_found. */
export async function removeCollection(ctx: Context, id: number): Promise<void> {
  await write(ctx, 'collection_deleted', async (tx) => {
    if (!(await deleteCollection(tx, id))) throw noSuchCollection();
    return id;
  });
}

/** Puts the collections into the order of the ids; those that are not named come after them. */
export async function orderCollections(ctx: Context, ids: number[]): Promise<ManagedCollection[]> {
  await write(ctx, 'collections_ordered', async (tx) => {
    const place = (row: CollectionRow) => (ids.includes(row.id) ? ids.indexOf(row.id) : ids.length);
    const rows = (await selectCollections(tx)).toSorted((a, b) => place(a) - place(b));
    for (const [index, { id }] of rows.entries()) await updateCollection(tx, id, { position: index + 1 });
    return null;
  });
  return manageCollections(ctx);
}

/** The pieces of a collection: all of them where it is filled by hand, the first that its rule finds else. @throws Problem not_found. */
export async function readPieces(ctx: Context, id: number): Promise<Specimen[]> {
  const row = await selectCollection(ctx.db, { id });
  if (!row) throw noSuchCollection();
  if (row.rule !== null) return firstMatching(ctx, parseRule(row.rule), SHOWN_OF_RULE);
  return specimensOf(ctx, await selectPieceIds(ctx.db, id, ADMIN), ADMIN);
}

/**
 * Replaces the pieces of a collection, in their order; unknown ones are left out.
 * @throws Problem not_found; changed_meanwhile where it has another version; state_conflict where a rule fills it.
 */
export async function arrangePieces(ctx: Context, id: number, specimenIds: number[], ifMatch?: string): Promise<Specimen[]> {
  await write(ctx, 'collection_filled', async (tx) => {
    await filledByHand(tx, id);
    await refuseStaleCollection(tx, id, ifMatch);
    await replacePieces(tx, id, [...new Set(specimenIds)]);
    return id;
  });
  return readPieces(ctx, id);
}

/** The collections that are filled by hand, and whether the specimen is in them. */
export async function collectionsOf({ db }: Pick<Context, 'db'>, specimenId: number): Promise<SpecimenCollections> {
  const containing = new Set((await selectMemberships(db, [specimenId])).map((row) => row.collection_id));
  const byHand = (await selectCollections(db)).filter(({ rule }) => rule === null);
  return byHand.map(({ id, name }) => ({ id, name, contains: containing.has(id) }));
}

/**
 * Puts a specimen at the end of a collection, or takes it out. Once more it changes nothing.
 * @throws Problem not_found; state_conflict where a rule fills it, or it is full.
 */
export async function setContained(ctx: Context, id: number, specimenId: number, isContained: boolean): Promise<void> {
  await write(ctx, 'collection_filled', async (tx) => {
    await filledByHand(tx, id);
    await setPiece(tx, id, specimenId, isContained);
    return id;
  });
}

/** Puts a specimen at the end of a collection, or takes it out; the caller has locked the collections. @throws Problem state_conflict where it is full. */
export async function setPiece(tx: Tx, id: number, specimenId: number, isContained: boolean): Promise<void> {
  if (!isContained) return deletePiece(tx, id, specimenId);
  const { count, last } = await selectOthers(tx, id, specimenId);
  if (count >= collectionLimits.pieces)
    throw new Problem('state_conflict', `A collection can have up to ${collectionLimits.pieces} pieces.`);
  await insertPiece(tx, { collection_id: id, specimen_id: specimenId, position: last + 1 });
}

/** Has changes of collections wait for each other. */
export const lockCollections = ({ dialect }: Pick<Context, 'dialect'>, tx: Tx): Promise<void> => lockNames(tx, dialect, ['collections']);

/** Runs a change of collections, one after the other, and notes it. @param work returns the id of the collection that it changes. */
async function write<Id extends number | null>(ctx: Context, kind: string, work: (tx: Tx, now: string) => Promise<Id>): Promise<Id> {
  const id = await inTransaction(ctx.db, async (tx) => {
    await lockCollections(ctx, tx);
    const now = instantOf(ctx.clock);
    const changed = await work(tx, now);
    await addEvents(tx, [{ at: now, actor: 'owner', kind, data: changed === null ? {} : { collection: changed } }]);
    return changed;
  });
  ctx.invalidateCache([COLLECTIONS]);
  return id;
}

/** What an editor of a collection sees of it; its place among the others is changed elsewhere. */
async function collectionVersion(db: Db | Tx, { position: _, ...columns }: CollectionRow): Promise<string> {
  return versionOf([columns, await selectPieceIds(db, columns.id, ADMIN)]);
}

async function refuseStaleCollection(tx: Tx, id: number, ifMatch: string | undefined): Promise<void> {
  const row = await selectCollection(tx, { id });
  if (row) refuseStale(ifMatch, await collectionVersion(tx, row));
}

async function columnsOf(tx: Tx, { name, subtitle, description, cover, hidden, rule }: CollectionInput, now: string) {
  if (cover) await keepMedia(tx, [cover.id], now);
  if (cover && !(await uploadedPictures(tx, [cover.id])).has(cover.id)) throw noSuchPhoto();
  return {
    name,
    subtitle,
    description,
    hidden,
    cover_id: cover?.id ?? null,
    cover_alt: cover?.alt ?? '',
    rule: rule === null ? null : ruleOf(parseRule(rule)),
  };
}

function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(name) || 'collection';
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? slug : `${slug}-${number}`;
    if (!taken.has(numbered)) return numbered;
  }
}

async function readManaged(ctx: Context, id: number): Promise<ManagedCollection> {
  const row = await selectCollection(ctx.db, { id });
  const [found] = row ? await managed(ctx, [row]) : [];
  if (!found) throw noSuchCollection();
  return found;
}

async function managed(ctx: Context, rows: CollectionRow[]): Promise<ManagedCollection[]> {
  const covers = await coversOf(ctx.db, rows);
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      ...textsOf(row),
      hidden: row.hidden,
      rule: row.rule,
      cover: covers.get(row.id) ?? null,
      total: await totalOf(ctx, row),
      version: await collectionVersion(ctx.db, row),
    })),
  );
}
