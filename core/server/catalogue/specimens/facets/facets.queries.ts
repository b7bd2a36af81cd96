/** One JSON value a batch costs half of single rows. */
import { type RawBuilder, sql } from 'kysely';
import type { SpecimenStatus } from '#core/contract/catalogue/statuses.ts';
import type { Db } from '#platform/db/db.ts';
import type { Dialect } from '#platform/db/dialect.ts';

/** Lists are JSON texts. */
export type FactRow = {
  id: number;
  visible: boolean;
  created_at: string;
  price_cents: number | null;
  category_id: number;
  status: SpecimenStatus;
  locality_id: number | null;
  size_mm: number | null;
  species: string;
  disclosures: string;
  fluorescence: string;
  /** Of its main picture, or its main video's poster. */
  colours: string | null;
};

const plain = [
  'id',
  'visible',
  'created_at',
  'price_cents',
  'category_id',
  'status',
  'locality_id',
  'size_mm',
] as const;
const lists = ['species', 'disclosures', 'fluorescence'] as const;
/** In reading order. */
const names = [...plain, ...lists, 'colours'] as const satisfies readonly (keyof FactRow)[];

export const selectFactsAfter = (
  db: Db,
  dialect: Dialect,
  id: number,
  limit: number,
): Promise<FactRow[]> => selectFacts(db, dialect, sql`id > ${id} order by id limit ${limit}`);

/** Leaves out unknown ids. */
export const selectFactsOf = (
  db: Db,
  dialect: Dialect,
  ids: readonly number[],
): Promise<FactRow[]> => selectFacts(db, dialect, sql`id in (${sql.join(ids)})`);

async function selectFacts(
  db: Db,
  dialect: Dialect,
  condition: RawBuilder<unknown>,
): Promise<FactRow[]> {
  const text = (column: RawBuilder<unknown>) =>
    dialect === 'sqlite' ? column : sql`${column}::text`;
  const values = sql.join([
    ...plain.map((name) => sql.ref(`facts.${name}`)),
    ...lists.map((name) => text(sql.ref(`facts.${name}`))),
    text(sql`coalesce(media.colours, posters.colours)`),
  ]);
  const rows =
    dialect === 'sqlite'
      ? sql`json_group_array(json_array(${values}))`
      : sql`json_agg(json_build_array(${values}))`;
  const columns = sql.join([...plain, ...lists].map((name) => sql.ref(name)));
  const { rows: found } = await sql<{ rows: unknown }>`
    select ${rows} as rows from (select ${columns} from specimens where ${condition}) as facts
    left join specimen_media as link on link.specimen_id = facts.id and link.position = 0
    left join media on media.id = link.media_id
    left join media as posters on posters.id = media.poster_id`.execute(db);
  const list = found[0]?.rows ?? [];
  return ((typeof list === 'string' ? JSON.parse(list) : list) as unknown[][])
    .map(toRow)
    .sort((a, b) => a.id - b.id);
}

function toRow(values: unknown[]): FactRow {
  const row = Object.fromEntries(names.map((name, at) => [name, values[at]])) as FactRow;
  // SQLite stores booleans as numbers.
  row.visible = Boolean(row.visible);
  return row;
}

/** A main video shows its poster. */
export async function selectShowing(db: Db, mediaIds: readonly string[]): Promise<number[]> {
  const shown = await db
    .selectFrom('specimen_media')
    .innerJoin('media', 'media.id', 'specimen_media.media_id')
    .select('specimen_id')
    .where('position', '=', 0)
    .where((eb) => eb.or([eb('media.id', 'in', mediaIds), eb('poster_id', 'in', mediaIds)]))
    .execute();
  return shown.map(({ specimen_id }) => specimen_id);
}
