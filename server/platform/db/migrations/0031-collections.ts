import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** A collection as the setting `featured_collections` held it. */
type Card = {
  id?: string;
  title?: string;
  subtitle?: string;
  description?: string;
  enabled?: boolean;
  url?: string;
  coverImage?: { id: string; alt?: string } | null;
  specimens?: { url?: string }[];
};

/** What a new shop has. */
const builtIn: Card[] = [
  {
    id: 'crystals',
    title: 'Crystal Collection',
    subtitle: 'Faces as they grew',
    description: 'Single crystals and clusters, chosen for sharp edges, whole terminations and a matrix that tells where they come from.',
    url: '/?category=Crystals',
  },
  {
    id: 'gemstones',
    title: 'Gemstone Collection',
    subtitle: 'Cut for the light',
    description: 'Faceted stones and cabochons. Look at them in daylight first; a good colour needs no lamp.',
    url: '/?category=Gemstones',
  },
  {
    id: 'minerals',
    title: 'Mineral Specimens',
    subtitle: 'From many localities',
    description: 'Pieces for the cabinet. A mineral is only half a specimen without its locality, so every one comes with its label.',
    url: '/?category=Minerals',
  },
];

/** Collections become the admin's: rows in an order, filled by hand or by a rule, instead of cards in a setting. */
export function migration(dialect: Dialect) {
  return {
    async up(db: Kysely<never>) {
      await addColumns(db);
      const cards = await takeCards(db);
      const { rows } = await sql`select id from specimens limit 1`.execute(db);
      // The home page of a shop that has no collections stays as it is.
      const isNew = cards.length === 0 && rows.length === 0;
      await insertCards(db, isNew ? builtIn : cards);
      if (dialect === 'postgres') await logChanges(db);
    },
  };
}

async function addColumns(db: Kysely<never>): Promise<void> {
  const collections = db.schema.alterTable('collections');
  await collections.dropColumn('cover_image_url').execute();
  await collections.addColumn('slug', 'text', (c) => c.notNull().defaultTo('')).execute();
  await collections.addColumn('subtitle', 'text', (c) => c.notNull().defaultTo('')).execute();
  await collections.addColumn('cover_id', 'text', (c) => c.references('media.id')).execute();
  await collections.addColumn('cover_alt', 'text', (c) => c.notNull().defaultTo('')).execute();
  await collections.addColumn('hidden', 'boolean', (c) => c.notNull().defaultTo(sql`false`)).execute();
  await collections.addColumn('rule', 'text').execute();
  await collections.addColumn('position', 'integer', (c) => c.notNull().defaultTo(0)).execute();
  await sql`update collections set slug = 'collection-' || id, position = id`.execute(db);
  await db.schema.createIndex('collections_slug').on('collections').column('slug').unique().execute();
  await db.schema.createIndex('collections_cover').on('collections').column('cover_id').execute();
  await db.schema
    .alterTable('collection_specimens')
    .addColumn('position', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update collection_specimens set position = id`.execute(db);
}

/** Takes the cards out of the setting. */
async function takeCards(db: Kysely<never>): Promise<Card[]> {
  const { rows } = await sql<{ value: unknown }>`select value from site_settings where key = 'featured_collections'`.execute(db);
  const stored = rows[0]?.value;
  const setting = typeof stored === 'string' ? JSON.parse(stored) : stored;
  const holder = setting?.value ?? setting;
  if (!Array.isArray(holder?.collections)) return [];
  const cards: Card[] = holder.collections;
  delete holder.collections;
  await sql`update site_settings set value = ${JSON.stringify(setting)} where key = 'featured_collections'`.execute(db);
  return cards;
}

async function insertCards(db: Kysely<never>, cards: Card[]): Promise<void> {
  const { rows: known } = await sql<{ slug: string }>`select slug from collections`.execute(db);
  const slugs = new Set(known.map(({ slug }) => slug));
  for (const [index, { id = '', title = '', subtitle = '', description = '', enabled = true, ...card }] of cards.entries()) {
    const isSlug = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) && !slugs.has(id);
    const slug = isSlug ? id : numbered(slugs, index + 1);
    slugs.add(slug);
    const cover = card.coverImage?.id ?? null;
    const rule = ruleIn(card.url ?? '');
    const { rows } = await sql<{ id: number }>`
      insert into collections (slug, name, subtitle, description, cover_id, cover_alt, hidden, rule, position)
      values (
        ${slug}, ${title}, ${subtitle}, ${description}, (select id from media where id = ${cover}), ${card.coverImage?.alt ?? ''},
        ${!enabled}, ${rule}, ${index + 1}
      ) returning id`.execute(db);
    if (rule === null) await insertPieces(db, rows[0]?.id ?? 0, card.specimens ?? []);
  }
}

const numbered = (taken: ReadonlySet<string>, number: number): string =>
  taken.has(`collection-${number}`) ? numbered(taken, number + 1) : `collection-${number}`;

/** The gallery's filters in a link to it; null where it has none. */
function ruleIn(url: string): string | null {
  const query = new URLSearchParams(/^\/?\?([^#]*)/.exec(url)?.[1] ?? '');
  const known = ['search', 'category', 'status', 'minPrice', 'maxPrice', 'sort'];
  const rule = new URLSearchParams(known.flatMap((name): [string, string][] => (query.get(name) ? [[name, query.get(name) ?? '']] : [])));
  return rule.size === 0 ? null : rule.toString();
}

async function insertPieces(db: Kysely<never>, collection: number, pieces: { url?: string }[]): Promise<void> {
  const ids = new Set(pieces.flatMap(({ url = '' }) => /^\/specimen\/(\d{1,9})\b/.exec(url)?.[1] ?? []));
  for (const [index, id] of [...ids].entries()) {
    await sql`
      insert into collection_specimens (collection_id, specimen_id, position)
      select ${collection}, id, ${index + 1} from specimens where id = ${Number(id)}`.execute(db);
  }
}

async function logChanges(db: Kysely<never>): Promise<void> {
  const watched = { collections: 'id', collection_specimens: 'collection_id' };
  for (const [table, key] of Object.entries(watched)) {
    for (const statement of ['insert', 'update', 'delete']) {
      await sql`
        create trigger ${sql.id(`log_${table}_${statement}`)} after ${sql.raw(statement)} on ${sql.table(table)}
        referencing ${sql.raw(statement === 'delete' ? 'old' : 'new')} table as changed_rows
        for each statement execute function log_change(${sql.lit(key)})`.execute(db);
    }
  }
}
