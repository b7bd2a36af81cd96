/** Unknown facts are left out. Why: `docs/decisions/0052-facts-are-worded-by-the-server.md`. */

import { formatDimensions } from '#core/contract/catalogue/dimension-text.ts';
import { formatDimensionsIn, parseDimensions } from '#core/contract/catalogue/dimensions.ts';
import { disclosureTable, sayDisclosure } from '#core/contract/catalogue/disclosures.ts';
import { damageTexts } from '#core/contract/catalogue/fact-texts.ts';
import type { FacetName } from '#core/contract/catalogue/filters.ts';
import { mindatUrl } from '#core/contract/catalogue/mindat.ts';
import type { ShownFact } from '#core/contract/catalogue/shown-facts.ts';
import {
  longestSide,
  sizeClassLabels,
  sizeClassOf,
  sizeRule,
} from '#core/contract/catalogue/size-classes.ts';
import { ultravioletLights } from '#core/contract/catalogue/species.ts';
import { type PublicFieldName, specimenFields } from '#core/contract/catalogue/specimen-fields.ts';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import { colourNames, stoneColours } from '#core/contract/catalogue/stone-colours.ts';
import { localityLink, speciesLink } from '#core/contract/catalogue/topic-urls.ts';
import { fold } from '#core/contract/fold.ts';
import type { Medium } from '#core/contract/media/media.ts';
import { pinKinds, pinLabels, pinMeanings } from '#core/contract/media/pins.ts';
import { readSettings } from '#core/server/admin/settings/settings.service.ts';
import { type Place, placesAround } from '#core/server/catalogue/places/places.service.ts';
import { careSentences } from '#core/server/catalogue/species/care.service.ts';
import {
  findSpecies,
  formulaOf,
  nameOf,
  speciesNamed,
} from '#core/server/catalogue/species/species.service.ts';
import type { Context } from '#core/server/context.ts';
import { selectColours } from './specimens.queries.ts';

type Line = ShownFact['lines'][number];
type Part = Line['parts'][number];

/** Visitors see a sentence in parentheses elsewhere. */
export const factOfField = {
  title: '(the heading of the page)',
  category: 'Category',
  species: 'Species',
  associates: 'Associated with',
  locality: 'Locality',
  description: '(the text beside the pictures)',
  origin: 'Origin',
  dimensions: 'Dimensions',
  weight: 'Weight',
  tags: 'Tags',
  coordinates: '(the maps of places)',
  mindatId: 'Locality',
  condition: 'Condition',
  disclosures: specimenFields.disclosures.label,
  fluorescence: 'Fluorescence',
  care: 'Care',
  provenance: 'Former collections',
  catalogueNumber: 'Catalog number',
  visible: '(there is a page)',
  price: '(above the buttons)',
  shippingPrice: '(beside the price)',
  quantity: '(beside the price)',
  forSale: '(the buttons)',
  status: '(the badge)',
} as const satisfies Record<PublicFieldName, string>;

type FieldFact = Exclude<(typeof factOfField)[PublicFieldName], `(${string})`>;
type FactName = FieldFact | 'Color' | 'Size class' | 'Damage map';

const say = (text: string): Line => ({ parts: [{ text }] });

/** @param media all of the specimen's, in their order. @param localityId its innermost place. */
export async function shownFacts(
  ctx: Context,
  specimen: Specimen,
  media: readonly Medium[],
  localityId: number | null,
): Promise<ShownFact[]> {
  const places = localityId === null ? [] : await placesAround(ctx.db, localityId);
  const { size_classes: limits, section_visibility: sections } = await readSettings(ctx);
  const listPart = listParts(sections.gallery);
  const {
    species,
    associates,
    category,
    dimensions,
    weight,
    condition,
    disclosures,
    fluorescence,
    catalogueNumber,
  } = specimen;
  const sizeClass = sizeClassOf(longestSide(dimensions), limits);
  const { Origin, Locality } = originLines(specimen, places);
  const kinds: Record<string, Partial<Record<FactName, Line[]>>> = {
    specified: {
      Category: [say(category)],
      Origin,
      Dimensions: sizeLines(dimensions),
      Weight: [say(weight)],
    },
    '': {
      Tags: [{ parts: joined(specimen.tags.map((tag) => listPart('search', tag, tag))) }],
      // Nobody shall have to look for damage, repairs or a danger.
      [specimenFields.disclosures.label]: disclosures.map((one) =>
        say(
          one.kind === 'not-checked' && one.note === ''
            ? `${disclosureTable[one.kind].meaning} Please ask.`
            : sayDisclosure(one),
        ),
      ),
      Condition: [say(condition)],
      'Damage map': damageLines(media),
      Care: careSentences(specimen).map(say),
    },
    'Species and color': {
      Species: species.map(speciesLine),
      'Associated with':
        associates.length === 0 ? [] : [{ parts: joined(associates.map(speciesPart)) }],
      Color: await colourLines(ctx, specimen.id, listPart),
      Fluorescence: fluorescence.map(({ light, colour }) =>
        say(`${capital(ultravioletLights[light])}: ${colour}`),
      ),
    },
    'Origin and history': {
      Locality,
      'Size class':
        sizeClass === null
          ? []
          : [
              {
                parts: [
                  listPart('size', sizeClass, sizeClassLabels[sizeClass]),
                  { text: ` (${sizeRule(sizeClass, limits)} on its longest side)` },
                ],
              },
            ],
      'Former collections': provenanceLines(specimen, media),
      'Catalog number': [say(catalogueNumber ?? '')],
    },
  };
  return Object.entries(kinds).flatMap(([kind, facts]) =>
    Object.entries(facts).flatMap(([name, lines]) => {
      const said = lines.filter(({ parts }) => parts.some(({ text }) => text !== ''));
      return said.length === 0
        ? []
        : [{ name, ...(kind !== 'specified' && { kind }), lines: said }];
    }),
  );
}

async function colourLines({ db }: Context, id: number, listPart: ListPart): Promise<Line[]> {
  const [row] = await selectColours(db, [id]);
  const names = colourNames(row?.colours ?? row?.poster_colours ?? null);
  return [
    { parts: joined(names.map((name) => listPart('colour', name, stoneColours[name].label))) },
  ];
}

type ListPart = (name: FacetName | 'search', value: string, text: string) => Part;

/** Links to lists of the gallery, while there is a gallery. */
const listParts =
  (isGalleryShown: boolean): ListPart =>
  (name, value, text) => ({
    text,
    ...(isGalleryShown && { href: `/?${new URLSearchParams({ [name]: value })}#gallery` }),
  });

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const joined = (parts: readonly Part[]): Part[] =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [{ text: ', ' }, part]));

const linked = (text: string, href: string | undefined): Part => ({
  text,
  ...(href !== undefined && { href }),
});

function speciesPart(name: string): Part {
  const found = findSpecies(name);
  return linked(name, found ? speciesLink(nameOf(found)) : undefined);
}

/** `Amethyst, variety of Quartz` and the formula. */
function speciesLine(name: string): Line {
  const found = findSpecies(name);
  const formula = found && formulaOf(found);
  const variety = speciesNamed(name)?.variety;
  const species = variety ? [{ text: `, ${variety.kind} of ` }, speciesPart(variety.of)] : [];
  return { parts: [speciesPart(name), ...species], ...(formula && { formula }) };
}

/** Draws one line where origin or places say all. */
function originLines(
  { origin, mindatId }: Specimen,
  places: readonly Place[],
): Record<'Origin' | 'Locality', Line[]> {
  const names = new Set(places.map(({ name }) => fold(name)));
  const placeLine = {
    parts: joined(places.map((place) => linked(place.name, localityLink(place)))),
  };
  const mindat =
    mindatId === null ? [] : [{ parts: [{ text: 'On mindat.org', href: mindatUrl(mindatId) }] }];
  if (places.length === 0) return { Origin: [say(origin)], Locality: mindat };
  const isSaid = origin
    .split(',')
    .every((part) => part.trim() === '' || names.has(fold(part.trim())));
  if (isSaid) return { Origin: [placeLine, ...mindat], Locality: [] };
  const parts = partsWithPlaces(origin, places);
  return parts === null
    ? { Origin: [say(origin)], Locality: [placeLine, ...mindat] }
    : { Origin: [{ parts }, ...mindat], Locality: [] };
}

const WORD = /[\p{L}\p{N}]/u;

/** Returns null where the text does not name them all in order. */
function partsWithPlaces(text: string, places: readonly Place[]): Part[] | null {
  const parts: Part[] = [];
  let rest = text;
  for (const place of places) {
    const start = rest.toLowerCase().indexOf(place.name.toLowerCase());
    const end = start + place.name.length;
    if (start < 0 || WORD.test(rest.charAt(start - 1)) || WORD.test(rest.charAt(end))) return null;
    parts.push({ text: rest.slice(0, start) }, linked(rest.slice(start, end), localityLink(place)));
    rest = rest.slice(end);
  }
  return [...parts, { text: rest }].filter((part) => part.text !== '');
}

/** Collectors measure in millimeters; what was typed in them stays in them too. */
function sizeLines(typed: string): Line[] {
  const measures = parseDimensions(typed);
  const asTyped = formatDimensions(typed).trim();
  if (!measures) return [say(asTyped)];
  const isMillimetres = measures.every(({ unit }) => unit === 'mm');
  const sizes = [formatDimensionsIn(measures, 'cm'), formatDimensionsIn(measures, 'in')];
  return [{ parts: (isMillimetres ? [asTyped, ...sizes] : sizes).map((text) => ({ text })) }];
}

/** Explains the words to a beginner. */
function damageLines(media: readonly Medium[]): Line[] {
  const pins = new Set(
    media
      .flatMap((medium) => (medium.kind === 'picture' ? (medium.pins ?? []) : []))
      .map(({ kind }) => kind),
  );
  const meanings = pinKinds.flatMap((kind) =>
    pins.has(kind) && pinMeanings[kind] ? [say(`${pinLabels[kind]}: ${pinMeanings[kind]}`)] : [],
  );
  return [...damageTexts(media).map((text, index) => say(`${index + 1}. ${text}`)), ...meanings];
}

function provenanceLines({ provenance }: Specimen, media: readonly Medium[]): Line[] {
  const labels = media.filter(
    (medium) => medium.kind === 'picture' && medium.light === 'label',
  ).length;
  const pictured =
    labels === 0
      ? []
      : [
          say(
            labels === 1
              ? 'Its old label is among the photos.'
              : `${labels} old labels are among the photos.`,
          ),
        ];
  return [...provenance.map(say), ...pictured];
}
