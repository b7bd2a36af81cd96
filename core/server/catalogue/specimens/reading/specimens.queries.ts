import { type ExpressionBuilder, type Insertable, type SelectQueryBuilder, sql } from 'kysely';
import type { FacetName } from '#core/contract/catalogue/filters.ts';
import type { SpecimenSort } from '#core/contract/catalogue/specimen-sorts.ts';
import type { SpecimenStatus } from '#core/contract/catalogue/statuses.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Row, Schema } from '#platform/db/schema.ts';
import type { SpecimenMedia } from '#platform/db/schema-media.ts';
import type { Specimens } from '#platform/db/schema-specimens.ts';
import { fieldColumns } from './specimen-columns.ts';
import type { CursorPosition } from './specimen-cursor.ts';

export const specimenColumns = [
  ...fieldColumns,
  'id',
  'price_cents',
  'shipping_cents',
  'held',
  'waiting',
  'created_at',
  'updated_at',
  'version',
  'delete_at',
] as const satisfies readonly (keyof Specimens)[];

export type SpecimenRow = Awaited<ReturnType<typeof selectSpecimens>>[number];

export type SpecimenFilter = {
  /** Hidden specimens too. */
  hidden: boolean;
  /** Narrows to visible, or to hidden ones. */
  visible?: boolean;
  categoryId?: number;
  status?: SpecimenStatus;
  minCents?: number;
  maxCents?: number;
  /** Queries ignore these: only the index in memory knows them (`../facets`). */
  facets?: { readonly [Name in FacetName]?: string };
};

/** Puts specimens without a price last. */
export async function selectSpecimens(
  db: Db | Tx,
  filter: SpecimenFilter,
  sort: SpecimenSort,
  after: CursorPosition | null,
  limit: number,
) {
  let query = db.selectFrom('specimens').select(specimenColumns).where(matches(filter));
  if (after) query = query.where(isAfter(sort, after));
  return inListOrder(query, sort).limit(limit).execute();
}

export function inListOrder<Output>(
  query: SelectQueryBuilder<Schema, 'specimens', Output>,
  sort: SpecimenSort,
) {
  if (sort === 'newest') return query.orderBy('created_at', 'desc').orderBy('id', 'desc');
  const direction = sort === 'price-up' ? 'asc' : 'desc';
  return query
    .orderBy('price_cents', (order) => order[direction]().nullsLast())
    .orderBy('id', direction);
}

export async function countSpecimens(db: Db | Tx, filter: SpecimenFilter): Promise<number> {
  const { count } = await db
    .selectFrom('specimens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(matches(filter))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns null if none passes. */
export async function selectOldest(db: Db | Tx, filter: SpecimenFilter): Promise<number | null> {
  const query = db
    .selectFrom('specimens')
    .select('id')
    .where(matches(filter))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1);
  return (await query.executeTakeFirst())?.id ?? null;
}

/** Adds the innermost place, and the longest side in millimeters. */
export async function selectSpecimen(db: Db | Tx, id: number) {
  return db
    .selectFrom('specimens')
    .select([...specimenColumns, 'locality_id', 'size_mm'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * The sign keeps SQLite from an index on the price: most prices pass most bounds, and all would be
 * sorted for one page.
 */
const price = sql<number>`+price_cents`;

type Specimen = ExpressionBuilder<Schema, 'specimens'>;

export function matches(filter: SpecimenFilter) {
  return (eb: Specimen) =>
    eb.and([
      ...(filter.hidden ? [] : [eb('visible', '=', true)]),
      ...(filter.visible === undefined ? [] : [eb('visible', '=', filter.visible)]),
      ...(filter.categoryId === undefined ? [] : [eb('category_id', '=', filter.categoryId)]),
      ...(filter.status === undefined ? [] : [eb('status', '=', filter.status)]),
      ...(filter.minCents === undefined ? [] : [eb(price, '>=', filter.minCents)]),
      ...(filter.maxCents === undefined ? [] : [eb(price, '<=', filter.maxCents)]),
    ]);
}

export function isAfter(sort: SpecimenSort, { key, id }: CursorPosition) {
  return (eb: Specimen) => {
    if (sort === 'newest')
      return eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(String(key), id));
    const comes = sort === 'price-up' ? '>' : '<';
    const isUnpriced = eb('price_cents', 'is', null);
    if (key === null) return eb.and([isUnpriced, eb('id', comes, id)]);
    return eb.or([
      eb(eb.refTuple('price_cents', 'id'), comes, eb.tuple(Number(key), id)),
      isUnpriced,
    ]);
  };
}

export type MediumRow = Awaited<ReturnType<typeof selectMedia>>[number];

export async function selectMedia(db: Db | Tx, specimenIds: number[], which: 'main' | 'all') {
  let query = db
    .selectFrom('specimen_media')
    .innerJoin('media', 'media.id', 'specimen_media.media_id')
    .leftJoin('media as poster', 'poster.id', 'media.poster_id')
    .select([
      'specimen_id',
      'position',
      'alt',
      'light',
      'pins',
      'as_taken',
      'media.id',
      'media.stem',
      'media.kind',
      'media.width',
      'media.height',
      'media.widths',
      'media.placeholder',
      'media.complete',
      'media.video_file',
      'media.video_type',
      'media.has_plain_poster',
      'media.turn',
    ])
    .select([
      'poster.id as poster_id',
      'poster.width as poster_width',
      'poster.height as poster_height',
      'poster.widths as poster_widths',
      'poster.placeholder as poster_placeholder',
      'poster.complete as poster_complete',
    ])
    .where('specimen_id', 'in', specimenIds);
  if (which === 'main') query = query.where('position', '=', 0);
  return query.orderBy('specimen_id').orderBy('position').execute();
}

export type SpecimenLink = Omit<Row<SpecimenMedia>, 'specimen_id' | 'position'>;

/** A main video shows its poster; null: not known yet. */
export async function selectColours(db: Db | Tx, specimenIds: number[]) {
  if (specimenIds.length === 0) return [];
  return db
    .selectFrom('specimen_media')
    .innerJoin('media', 'media.id', 'specimen_media.media_id')
    .leftJoin('media as poster', 'poster.id', 'media.poster_id')
    .select(['specimen_id', 'media.colours', 'poster.colours as poster_colours'])
    .where('specimen_id', 'in', specimenIds)
    .where('position', '=', 0)
    .execute();
}

/** @returns its id. */
export async function insertSpecimen(tx: Tx, row: Insertable<Specimens>): Promise<number> {
  const { id } = await tx
    .insertInto('specimens')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The first of each is the main one; the specimens must have none. */
export async function insertLinks(
  tx: Tx,
  media: Iterable<readonly [specimenId: number, links: readonly SpecimenLink[]]>,
): Promise<void> {
  const rows = [...media].flatMap(([specimen_id, links]) =>
    links.map((link, position) => ({
      ...link,
      pins: JSON.stringify(link.pins),
      specimen_id,
      position,
    })),
  );
  await tx.insertInto('specimen_media').values(rows).execute();
}
