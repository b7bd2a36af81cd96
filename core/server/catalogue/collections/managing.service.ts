import { collectionLimits, parseRule, ruleOf } from '#core/contract/catalogue/collection-rules.ts';
import type {
  CollectionInput,
  ManagedCollection,
  SpecimenCollections,
} from '#core/contract/catalogue/collections.ts';
import { slugOf } from '#core/contract/catalogue/specimen-urls.ts';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Act } from '#core/server/act.ts';
import {
  firstMatching,
  specimensOf,
} from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import type { Context } from '#core/server/context.ts';
import {
  keepMedia,
  noSuchPhoto,
  uploadedPictures,
} from '#core/server/media/files/media.service.ts';
import { perform } from '#core/server/perform.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { lockNames } from '#platform/db/locks.ts';
import type { NewRow } from '#platform/db/schema.ts';
import type { Collections } from '#platform/db/schema-collections.ts';
import { refuseStale, versionOf } from '#platform/http/if-match.ts';
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
import {
  coversOf,
  filledByHand,
  noSuchCollection,
  textsOf,
  totalOf,
} from './collections.service.ts';

// For features that name collections.
export { type CollectionRow, selectCollections, selectMemberships };

const ADMIN = { hidden: true };
/** The admin sees only a rule's first pieces. */
const SHOWN_OF_RULE = 24;

/** Includes hidden and empty ones. */
export async function manageCollections(ctx: Context): Promise<ManagedCollection[]> {
  return managed(ctx, await selectCollections(ctx.db));
}

/**
 * Adds it last. @throws Problem invalid_input for a picture never uploaded; state_conflict where
 * there are too many.
 */
export async function addCollection(
  ctx: Context,
  input: CollectionInput,
): Promise<ManagedCollection> {
  const id = await write(ctx, 'collection_added', async ({ tx, now }) =>
    insertLast(tx, await columnsOf(tx, input, now)),
  );
  return readManaged(ctx, id);
}

/**
 * Adds it last, with a path of its own. The collections must be locked. @throws Problem
 * state_conflict if there are too many.
 */
export async function insertLast(
  tx: Tx,
  columns: Omit<NewRow<Collections>, 'slug' | 'position'>,
): Promise<number> {
  const rows = await selectCollections(tx);
  if (rows.length >= collectionLimits.collections)
    throw new Problem(
      'state_conflict',
      `You already have ${rows.length} collections. Please delete one first.`,
    );
  const slug = freeSlug(columns.name, new Set(rows.map((row) => row.slug)));
  return insertCollection(tx, {
    ...columns,
    slug,
    position: Math.max(0, ...rows.map((row) => row.position)) + 1,
  });
}

/**
 * Keeps path and pieces. @throws Problem not_found; changed_meanwhile where it has another version;
 * invalid_input for a picture never uploaded.
 */
export async function editCollection(
  ctx: Context,
  id: number,
  input: CollectionInput,
  ifMatch?: string,
): Promise<ManagedCollection> {
  await write(ctx, 'collection_changed', async ({ tx, now }) => {
    await refuseStaleCollection(tx, id, ifMatch);
    if (!(await updateCollection(tx, id, await columnsOf(tx, input, now))))
      throw noSuchCollection();
    return id;
  });
  return readManaged(ctx, id);
}

/** Its pieces stay in the shop. @throws Problem not_found. */
export async function removeCollection(ctx: Context, id: number): Promise<void> {
  await write(ctx, 'collection_deleted', async ({ tx }) => {
    if (!(await deleteCollection(tx, id))) throw noSuchCollection();
    return id;
  });
}

/** Puts unnamed collections last. */
export async function orderCollections(ctx: Context, ids: number[]): Promise<ManagedCollection[]> {
  await write(ctx, 'collections_ordered', async ({ tx }) => {
    const place = (row: CollectionRow) => (ids.includes(row.id) ? ids.indexOf(row.id) : ids.length);
    const rows = (await selectCollections(tx)).toSorted((a, b) => place(a) - place(b));
    for (const [index, { id }] of rows.entries())
      await updateCollection(tx, id, { position: index + 1 });
    return null;
  });
  return manageCollections(ctx);
}

/** Reads a rule's first pieces only. @throws Problem not_found. */
export async function readPieces(ctx: Context, id: number): Promise<Specimen[]> {
  const row = await selectCollection(ctx.db, { id });
  if (!row) throw noSuchCollection();
  if (row.rule !== null) return firstMatching(ctx, parseRule(row.rule), SHOWN_OF_RULE);
  return specimensOf(ctx, await selectPieceIds(ctx.db, id, ADMIN), ADMIN);
}

/**
 * Unknown pieces are left out. @throws Problem not_found; changed_meanwhile where it has another
 * version; state_conflict where a rule fills it.
 */
export async function arrangePieces(
  ctx: Context,
  id: number,
  specimenIds: number[],
  ifMatch?: string,
): Promise<Specimen[]> {
  await write(ctx, 'collection_filled', async ({ tx }) => {
    await filledByHand(tx, id);
    await refuseStaleCollection(tx, id, ifMatch);
    await replacePieces(tx, id, [...new Set(specimenIds)]);
    return id;
  });
  return readPieces(ctx, id);
}

export async function collectionsOf(
  { db }: Pick<Context, 'db'>,
  specimenId: number,
): Promise<SpecimenCollections> {
  const containing = new Set(
    (await selectMemberships(db, [specimenId])).map((row) => row.collection_id),
  );
  const byHand = (await selectCollections(db)).filter(({ rule }) => rule === null);
  return byHand.map(({ id, name }) => ({ id, name, contains: containing.has(id) }));
}

/**
 * Adds a specimen at the end, or takes it out; idempotent. @throws Problem not_found;
 * state_conflict where a rule fills it, or it is full.
 */
export async function setContained(
  ctx: Context,
  id: number,
  specimenId: number,
  isContained: boolean,
): Promise<void> {
  await write(ctx, 'collection_filled', async ({ tx }) => {
    await filledByHand(tx, id);
    await setPiece(tx, id, specimenId, isContained);
    return id;
  });
}

/** The collections must be locked. @throws Problem state_conflict if it is full. */
export async function setPiece(
  tx: Tx,
  id: number,
  specimenId: number,
  isContained: boolean,
): Promise<void> {
  if (!isContained) return deletePiece(tx, id, specimenId);
  const { count, last } = await selectOthers(tx, id, specimenId);
  if (count >= collectionLimits.pieces)
    throw new Problem(
      'state_conflict',
      `A collection can have up to ${collectionLimits.pieces} pieces.`,
    );
  await insertPiece(tx, { collection_id: id, specimen_id: specimenId, position: last + 1 });
}

export const lockCollections = ({ tx, dialect }: Act): Promise<void> =>
  lockNames(tx, dialect, ['collections']);

/** @param work returns the collection's id. */
function write<Id extends number | null>(
  ctx: Context,
  kind: string,
  work: (act: Act) => Promise<Id>,
): Promise<Id> {
  return perform(ctx, 'owner', async (act) => {
    await lockCollections(act);
    const changed = await work(act);
    await act.record({ kind, data: changed === null ? {} : { collection: changed } });
    return changed;
  });
}

async function collectionVersion(
  db: Db | Tx,
  { position: _, ...columns }: CollectionRow,
): Promise<string> {
  return versionOf([columns, await selectPieceIds(db, columns.id, ADMIN)]);
}

async function refuseStaleCollection(
  tx: Tx,
  id: number,
  ifMatch: string | undefined,
): Promise<void> {
  const row = await selectCollection(tx, { id });
  if (row) refuseStale(ifMatch, await collectionVersion(tx, row));
}

async function columnsOf(
  tx: Tx,
  { name, subtitle, description, cover, hidden, rule }: CollectionInput,
  now: string,
) {
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
