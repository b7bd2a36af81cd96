/** Reads and adds specimens and their media. */
import { type ExpressionBuilder, type Insertable, type SelectQueryBuilder, sql } from 'kysely';
import type { FacetName } from '#contract/catalogue/filters.ts';
import type { SpecimenSort } from '#contract/catalogue/specimen-sorts.ts';
import type { SpecimenStatus } from '#contract/catalogue/statuses.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { Row, Schema } from '#server/platform/db/schema.ts';
import type { SpecimenMedia } from '#server/platform/db/schema-media.ts';
import type { Specimens } from '#server/platform/db/schema-specimens.ts';
import { fieldColumns } from './specimen-columns.ts';
import type { CursorPosition } from './specimen-cursor.ts';

/** The columns that a specimen at the API is made from. */
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
  /** Of what may be seen, only visible ones, or only hidden ones. */
  visible?: boolean;
  categoryId?: number;
  status?: SpecimenStatus;
  minCents?: number;
  maxCents?: number;
  /** What only the index in memory knows (`../facets`): queries pass it over. */
  facets?: { readonly [Name in FacetName]?: string };
};

/** At most `limit` rows after the position, in the order of the sort. Specimens without a price come last in both price sorts. */
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

export function inListOrder<Output>(query: SelectQueryBuilder<Schema, 'specimens', Output>, sort: SpecimenSort) {
  if (sort === 'newest') return query.orderBy('created_at', 'desc').orderBy('id', 'desc');
  const direction = sort === 'price-up' ? 'asc' : 'desc';
  return query.orderBy('price_cents', (order) => order[direction]().nullsLast()).orderBy('id', direction);
}

export async function countSpecimens(db: Db | Tx, filter: SpecimenFilter): Promise<number> {
  const { count } = await db
    .selectFrom('specimens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(matches(filter))
    .executeTakeFirstOrThrow();
  return count;
}

/** The id of the oldest specimen that passes; null if none does. */
export async function selectOldest(db: Db | Tx, filter: SpecimenFilter): Promise<number | null> {
  const query = db.selectFrom('specimens').select('id').where(matches(filter)).orderBy('created_at').orderBy('id').limit(1);
  return (await query.executeTakeFirst())?.id ?? null;
}

/** With its innermost place, and its longest side in millimetres. */
export async function selectSpecimen(db: Db | Tx, id: number) {
  return db
    .selectFrom('specimens')
    .select([...specimenColumns, 'locality_id', 'size_mm'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The sign keeps SQLite from using an index on the price: most prices pass most bounds, and all of them would be sorted for one page. */
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

/** Whether a specimen comes after a position in the order of the sort. */
export function isAfter(sort: SpecimenSort, { key, id }: CursorPosition) {
  return (eb: Specimen) => {
    if (sort === 'newest') return eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(String(key), id));
    const comes = sort === 'price-up' ? '>' : '<';
    const isUnpriced = eb('price_cents', 'is', null);
    if (key === null) return eb.and([isUnpriced, eb('id', comes, id)]);
    return eb.or([eb(eb.refTuple('price_cents', 'id'), comes, eb.tuple(Number(key), id)), isUnpriced]);
  };
}

export type MediumRow = Awaited<ReturnType<typeof selectMedia>>[number];

/** The media of the specimens, with the poster of each video; by specimen and position. */
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

/** A medium that a specimen shows. */
export type SpecimenLink = Omit<Row<SpecimenMedia>, 'specimen_id' | 'position'>;

/** The colours of each specimen's main picture, or of the poster of its main video; null where they are not known yet. */
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

/** Adds a specimen without media. @returns its id. */
export async function insertSpecimen(tx: Tx, row: Insertable<Specimens>): Promise<number> {
  const { id } = await tx.insertInto('specimens').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Adds the media of specimens that have none, the main one of each first. */
export async function insertLinks(tx: Tx, media: Iterable<readonly [specimenId: number, links: readonly SpecimenLink[]]>): Promise<void> {
  const rows = [...media].flatMap(([specimen_id, links]) =>
    links.map((link, position) => ({ ...link, pins: JSON.stringify(link.pins), specimen_id, position })),
  );
  await tx.insertInto('specimen_media').values(rows).execute();
}
