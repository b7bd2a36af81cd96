import type { CollectionCard as SettingCard } from '#core/contract/admin/settings.ts';
import {
  COLLECTION_PAGE_SIZE,
  collectionPath,
  parseRule,
  SHOWN_PIECES,
} from '#core/contract/catalogue/collection-rules.ts';
import type { Collection, CollectionCard } from '#core/contract/catalogue/collections.ts';
import { specimenPath } from '#core/contract/catalogue/specimen-urls.ts';
import type { Specimen, SpecimenPage } from '#core/contract/catalogue/specimens.ts';
import type { Picture } from '#core/contract/media/media.ts';
import { largestJpeg, posterOf } from '#core/contract/media/media-urls.ts';
import { Problem } from '#core/contract/problems.ts';
import { editedTag, LISTS, STOCK } from '#core/server/catalogue/specimens/cache-tags.ts';
import { listTags } from '#core/server/catalogue/specimens/reading/public-list.service.ts';
import {
  anyMatching,
  countMatching,
  firstMatching,
  listSpecimens,
  specimensOf,
} from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import type { Context } from '#core/server/context.ts';
import { mediaTags } from '#core/server/media/files/cache-tags.ts';
import { uploadedPictures } from '#core/server/media/files/media.service.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { COLLECTIONS, collectionTag } from './cache-tags.ts';
import {
  type CollectionRow,
  selectCollection,
  selectCollections,
  selectPieceIds,
} from './collections.queries.ts';

const VISITORS = { hidden: false };

/** Leaves out hidden and empty ones. @param tags gets the cache tags of what is read. */
export async function listCollections(ctx: Context, tags: Set<string>): Promise<CollectionCard[]> {
  tags.add(COLLECTIONS);
  const rows = await shownRows(ctx.db);
  const covers = await coversOf(ctx.db, rows);
  const cards: CollectionCard[] = [];
  for (const row of rows) {
    for (const tag of tagsOfList(row)) tags.add(tag);
    const pieces = (await firstPieces(ctx, row)).map(({ id, title, main }) => ({
      id,
      title,
      picture: posterOf(main),
    }));
    const cover = covers.get(row.id) ?? pieces[0]?.picture;
    if (cover) cards.push({ ...textsOf(row), cover, pieces });
  }
  for (const tag of mediaTags(cards)) tags.add(tag);
  return cards;
}

/**
 * An empty collection has a page. @param tags gets the cache tags of what is read. @throws Problem
 * not_found; bad_request for a bad cursor.
 */
export async function getCollection(
  ctx: Context,
  slug: string,
  cursor: string | undefined,
  tags: Set<string>,
): Promise<Collection> {
  tags.add(COLLECTIONS);
  const row = await selectCollection(ctx.db, { slug });
  if (!row || row.hidden) throw noSuchCollection();
  const { specimens, next, total } = await piecesPage(ctx, row, cursor);
  const first = specimens[0] ?? null;
  const cover = (await coversOf(ctx.db, [row])).get(row.id) ?? (first && posterOf(first.main));
  const found = { ...textsOf(row), cover, specimens, next, total };
  for (const tag of [...listTags(parseRule(row.rule ?? ''), specimens), ...mediaTags(cover)])
    tags.add(tag);
  return found;
}

/** Leaves out hidden and empty ones. @param tags gets the cache tags of what is read. */
export async function shownCollections(ctx: Context, tags: Set<string>): Promise<string[]> {
  const slugs: string[] = [];
  tags.add(COLLECTIONS);
  for (const row of await shownRows(ctx.db)) {
    for (const tag of tagsOfList(row)) tags.add(tag);
    if ((await anyPiece(ctx, row)) !== null) slugs.push(row.slug);
  }
  return slugs;
}

export async function hasCollection({ db }: Pick<Context, 'db'>, slug: string): Promise<boolean> {
  const row = await selectCollection(db, { slug });
  return row !== undefined && !row.hidden;
}

/**
 * Every page depends on this, so it rests on one piece that proves it, and on stock only where a
 * rule asks for it. @param tags gets the cache tags of what is read.
 */
export async function hasCollections(ctx: Context, tags: Set<string>): Promise<boolean> {
  const rows = await shownRows(ctx.db);
  const rules = rows.map(({ rule }) => parseRule(rule ?? ''));
  if (rules.some(({ status, sold }) => (status ?? sold) !== undefined)) tags.add(STOCK);
  for (const row of rows) {
    const proof = await anyPiece(ctx, row);
    if (proof === null) continue;
    // This collection stays whatever happens to others. What a search finds may change with other
    // pieces too.
    for (const tag of [
      collectionTag(row.id),
      editedTag(proof),
      ...(parseRule(row.rule ?? '').search ? [LISTS] : []),
    ])
      tags.add(tag);
    return true;
  }
  tags.add(LISTS).add(COLLECTIONS);
  return false;
}

/** @param tags gets the cache tags of what is read. */
export async function settingCards(ctx: Context, tags: Set<string>): Promise<SettingCard[]> {
  const rows = await selectCollections(ctx.db);
  return Promise.all(
    (await listCollections(ctx, tags)).map(async ({ slug, name, cover, pieces, ...texts }) => ({
      id: slug,
      title: name,
      subtitle: texts.subtitle,
      description: texts.description,
      specimenCount: await totalOf(
        ctx,
        rows.find((row) => row.slug === slug),
      ),
      coverImage: cover,
      imageUrl: largestJpeg(cover),
      url: collectionPath(slug),
      enabled: true,
      specimens: pieces.map((piece) => ({
        name: piece.title,
        image: piece.picture,
        url: specimenPath(piece),
      })),
    })),
  );
}

export async function totalOf(ctx: Context, row: CollectionRow | undefined): Promise<number> {
  if (!row) return 0;
  if (row.rule !== null) return countMatching(ctx, parseRule(row.rule), VISITORS);
  return (await selectPieceIds(ctx.db, row.id, VISITORS)).length;
}

export async function coversOf(db: Db | Tx, rows: CollectionRow[]): Promise<Map<number, Picture>> {
  const pictures = await uploadedPictures(
    db,
    rows.flatMap(({ cover_id: id }) => id ?? []),
  );
  return new Map(
    rows.flatMap(({ id, cover_id, cover_alt: alt }) => {
      const uploaded = pictures.get(cover_id ?? '');
      return uploaded ? [[id, { ...uploaded, kind: 'picture' as const, alt, light: null }]] : [];
    }),
  );
}

export const textsOf = ({ slug, name, subtitle, description }: CollectionRow) => ({
  slug,
  name,
  subtitle,
  description,
});

async function shownRows(db: Db): Promise<CollectionRow[]> {
  return (await selectCollections(db)).filter(({ hidden }) => !hidden);
}

/** Leaves out the pieces' own tags. */
const tagsOfList = ({ rule }: CollectionRow): string[] => listTags(parseRule(rule ?? ''), []);

/** Returns the same piece as long as possible; null for none. */
async function anyPiece(ctx: Context, { id, rule }: CollectionRow): Promise<number | null> {
  if (rule !== null) return anyMatching(ctx, parseRule(rule));
  return (await selectPieceIds(ctx.db, id, VISITORS))[0] ?? null;
}

async function firstPieces(ctx: Context, { id, rule }: CollectionRow): Promise<Specimen[]> {
  if (rule !== null) return firstMatching(ctx, parseRule(rule), SHOWN_PIECES);
  const ids = await selectPieceIds(ctx.db, id, VISITORS);
  return specimensOf(ctx, ids.slice(0, SHOWN_PIECES), VISITORS);
}

/** In a hand-filled collection a cursor is the number of pieces before it. */
async function piecesPage(
  ctx: Context,
  { id, rule }: CollectionRow,
  cursor: string | undefined,
): Promise<SpecimenPage> {
  if (rule !== null)
    return listSpecimens(
      ctx,
      { ...parseRule(rule), cursor, limit: COLLECTION_PAGE_SIZE },
      VISITORS,
    );
  if (cursor !== undefined && !/^\d{1,6}$/.test(cursor))
    throw new Problem('bad_request', 'This cursor is not one of the shop');
  const ids = await selectPieceIds(ctx.db, id, VISITORS);
  const start = Number(cursor ?? 0);
  const end = start + COLLECTION_PAGE_SIZE;
  const specimens = await specimensOf(ctx, ids.slice(start, end), VISITORS);
  return { specimens, next: end < ids.length ? String(end) : null, total: ids.length };
}

/** @throws Problem not_found; state_conflict where a rule fills it. */
export async function filledByHand(db: Db | Tx, id: number): Promise<CollectionRow> {
  const row = await selectCollection(db, { id });
  if (!row) throw noSuchCollection();
  if (row.rule !== null) throw new Problem('state_conflict', `“${row.name}” is filled by a rule.`);
  return row;
}

export const noSuchCollection = () => new Problem('not_found', 'Collection not found');
