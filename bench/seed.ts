/** A shop of any size for measuring: specimens with titles, localities and texts whose words are as unevenly spread as in real ones. */

import { categoryOf } from '#core/contract/catalogue/categories.ts';
import { disclosureKinds } from '#core/contract/catalogue/disclosures.ts';
import { initialValues } from '#core/contract/catalogue/specimen-fields.ts';
import {
  rebuildSearchIndex,
  searchTextOf,
} from '#core/server/catalogue/search/search-index.service.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Database } from '#platform/db/open.ts';
import { inTransaction } from '#platform/db/transaction.ts';

const ROWS_AT_ONCE = 1_000;
const VOCABULARY = 40_000;
const WORDS_OF_DESCRIPTION = 30;
const MINUTE_MS = 60_000;
const NEWEST = Date.parse('2026-11-01T12:00:00Z');

const species =
  'quartz calcite fluorite pyrite amethyst barite galena sphalerite tourmaline beryl aquamarine garnet topaz apatite malachite azurite wulfenite vanadinite rhodochrosite smithsonite epidote stibnite hematite magnetite gypsum celestine cerussite dioptase cavansite stilbite apophyllite prehnite kyanite staurolite corundum spinel zircon rutile titanite scheelite wolframite cassiterite cinnabar realgar orpiment sulfur copper silver gold diamond agate opal obsidian turquoise chrysocolla variscite labradorite orthoclase albite microcline sodalite lazurite danburite benitoite neptunite ammonite trilobite pallasite chondrite';
const forms =
  'cluster crystal druse geode specimen twin scepter sphere slice nodule plate pair sheaf rosette stalactite pseudomorph cabochon point group vein';
const looks =
  'purple green blue golden smoky clear lustrous gemmy doubly-terminated botryoidal fluorescent iridescent octahedral cubic hexagonal prismatic tabular bladed radiating large small rare old classic fine sharp';
const places =
  'Veracruz,Mexico Mapimí,Durango,Mexico Cornwall,England Tsumeb,Namibia Minas-Gerais,Brazil Dalnegorsk,Russia Herkimer,New-York,USA Franklin,New-Jersey,USA Bisbee,Arizona,USA Butte,Montana,USA Idar-Oberstein,Germany Erzgebirge,Saxony,Germany Chamonix,France Panasqueira,Portugal Huaron,Pasco,Peru Artigas,Uruguay Kongsberg,Norway Långban,Värmland,Sweden Pune,Maharashtra,India Skardu,Gilgit-Baltistan,Pakistan Kunar,Afghanistan Hunan,China Kolwezi,Congo Touissit,Morocco Broken-Hill,Australia';

/** Numbers from 0 to 1, the same in every run. */
export function randomNumbers(seed = 42): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws of words: the word of rank r about 1/r as often as the first (Zipf). */
export function wordSource(random: () => number) {
  const list = (text: string) =>
    text.split(' ').map((word) => word.replaceAll('-', ' ').replaceAll(',', ', '));
  const syllables =
    'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu al en is or um'.split(' ');
  const invented = () =>
    Array.from(
      { length: 2 + Math.floor(random() * 3) },
      () => syllables[Math.floor(random() * syllables.length)],
    ).join('');
  const known = [...list(species), ...list(looks), ...list(forms)];
  const vocabulary = [...known, ...new Set(Array.from({ length: VOCABULARY }, invented))];
  const pick = (words: string[]) =>
    words[Math.floor(words.length ** random()) - 1] ?? words[0] ?? '';
  return {
    title: () =>
      `${pick(list(looks))} ${pick(list(species))} ${pick(list(forms))}, ${pick(vocabulary)}`,
    place: () => pick(list(places)),
    description: () =>
      Array.from({ length: WORDS_OF_DESCRIPTION }, () => pick(vocabulary)).join(' '),
    word: () => pick(vocabulary),
  };
}

/** Adds this many specimens to an empty, migrated database, all with one picture that has no files; one in fifty is hidden. */
export async function seedSpecimens({ db }: Database, count: number): Promise<void> {
  const random = randomNumbers();
  const words = wordSource(random);
  await inTransaction(db, async (tx) => {
    const medium = 'b'.repeat(32);
    const created_at = new Date(NEWEST).toISOString();
    const picture = {
      id: medium,
      stem: medium,
      content_hash: medium,
      kind: 'picture' as const,
      width: 1600,
      height: 1200,
      widths: '[320,640,960,1440]',
      placeholder: '',
    };
    await tx
      .insertInto('media')
      .values({
        ...picture,
        created_at,
        complete: true,
        original: null,
        poster_id: null,
        video_file: null,
        video_type: null,
      })
      .execute();
    await insertPlaces(tx);
    for (let done = 0; done < count; done += ROWS_AT_ONCE) {
      const ids = Array.from(
        { length: Math.min(ROWS_AT_ONCE, count - done) },
        (_, place) => done + place + 1,
      );
      const rows = ids.map((id) =>
        specimenRow(id, new Date(NEWEST - (count - id) * MINUTE_MS).toISOString(), random, words),
      );
      await tx.insertInto('specimens').values(rows).execute();
      const links = ids.map((id) => ({
        specimen_id: id,
        position: 0,
        media_id: medium,
        alt: 'A stone',
        light: null,
      }));
      await tx.insertInto('specimen_media').values(links).execute();
    }
    await rebuildSearchIndex(tx);
  });
}

const speciesNames = species
  .split(' ')
  .map((name) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`);
const COUNTRIES = 40;
const PLACES = 2_000;

/** Countries, regions and mines, each place beneath an earlier one. */
/** What can be ordered, the newest first. */
export async function availableIds({ db }: Pick<Database, 'db'>): Promise<number[]> {
  const rows = await db
    .selectFrom('specimens')
    .select('id')
    .where('visible', '=', true)
    .where('for_sale', '=', true)
    .where('price_cents', 'is not', null)
    .where('status', '=', 'available')
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

async function insertPlaces(tx: Tx): Promise<void> {
  const places = Array.from({ length: PLACES }, (_, at) => ({
    id: at + 1,
    parent_id: at < COUNTRIES ? null : 1 + Math.floor((at - COUNTRIES) / 8),
    name: `Place ${at + 1}`,
    name_key: `place ${at + 1}`,
  }));
  for (let start = 0; start < PLACES; start += ROWS_AT_ONCE)
    await tx
      .insertInto('localities')
      .values(places.slice(start, start + ROWS_AT_ONCE))
      .execute();
}

function specimenRow(
  id: number,
  created_at: string,
  random: () => number,
  words: ReturnType<typeof wordSource>,
) {
  const cents = 1_000 + Math.floor(random() ** 3 * 500_000);
  const status = random() < 0.2 ? ('sold' as const) : ('available' as const);
  const texts = { title: words.title(), description: words.description(), origin: words.place() };
  const among = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  // From the same words as the title, as a dealer would fill them in.
  const facts = {
    species: [...new Set([among(speciesNames), ...(random() < 0.2 ? [among(speciesNames)] : [])])],
    locality_id: random() < 0.9 ? 1 + Math.floor(random() * PLACES) : null,
    size_mm: Math.round(10 + random() ** 3 * 3_000) / 10,
    disclosures: random() < 0.7 ? [{ kind: among(disclosureKinds), note: '' }] : [],
    fluorescence: random() < 0.1 ? [{ light: 'LW', colour: 'blue' }] : [],
  };
  const category_id = 1 + Math.floor(random() * 5);
  const tags = [words.word(), words.word()];
  return {
    id,
    ...texts,
    category_id,
    ...facts,
    species: JSON.stringify(facts.species),
    disclosures: JSON.stringify(facts.disclosures),
    fluorescence: JSON.stringify(facts.fluorescence),
    dimensions: '6.2 x 4.1 x 3.8 cm',
    weight: '140 g',
    acquisition_date: null,
    price: (cents / 100).toFixed(2),
    price_cents: cents,
    shipping_price: '12.00',
    shipping_cents: 1_200,
    for_sale: true,
    visible: random() >= 0.02,
    status,
    status_by_hand: null,
    quantity: status === 'sold' ? 0 : 1,
    held: 0,
    tags: JSON.stringify(tags),
    // As the shop would write it: then making the index has nothing to correct.
    search_text: searchTextOf({
      ...initialValues,
      ...texts,
      tags,
      category: categoryOf(category_id),
    }),
    created_at,
    updated_at: created_at,
  };
}
