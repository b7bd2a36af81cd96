/** Writes the facts that a specimen's page shows, in words. What is not known is left out. */

import { formatDimensions } from '#contract/catalogue/dimension-text.ts';
import { formatDimensionsIn, parseDimensions } from '#contract/catalogue/dimensions.ts';
import { disclosureTable, sayDisclosure } from '#contract/catalogue/disclosures.ts';
import { damageTexts } from '#contract/catalogue/fact-texts.ts';
import type { FacetName } from '#contract/catalogue/filters.ts';
import { mindatUrl } from '#contract/catalogue/mindat.ts';
import type { ShownFact } from '#contract/catalogue/shown-facts.ts';
import { longestSide, sizeClassLabels, sizeClassOf, sizeRule } from '#contract/catalogue/size-classes.ts';
import { ultravioletLights } from '#contract/catalogue/species.ts';
import { type PublicFieldName, specimenFields } from '#contract/catalogue/specimen-fields.ts';
import type { Specimen } from '#contract/catalogue/specimens.ts';
import { colourNames, stoneColours } from '#contract/catalogue/stone-colours.ts';
import { localityPath, speciesPath } from '#contract/catalogue/topic-urls.ts';
import { fold } from '#contract/fold.ts';
import type { Medium } from '#contract/media/media.ts';
import { pinKinds, pinLabels, pinMeanings } from '#contract/media/pins.ts';
import type { Context } from '#server/context.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import { type Place, placesAround } from '#server/features/catalogue/places/places.service.ts';
import { careSentences } from '#server/features/catalogue/species/care.service.ts';
import { findSpecies, formulaOf, nameOf, speciesNamed } from '#server/features/catalogue/species/species.service.ts';
import { selectColours } from './specimens.queries.ts';

type Line = ShownFact['lines'][number];
type Part = Line['parts'][number];

/** The facts that say each public field; a sentence in parentheses where visitors see it elsewhere. */
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
/** What is no field, but follows from some. */
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
  const { species, associates, category, dimensions, weight, condition, disclosures, fluorescence, catalogueNumber } = specimen;
  const sizeClass = sizeClassOf(longestSide(dimensions), limits);
  const facts: Record<FactName, Line[]> = {
    Species: species.map(speciesLine),
    'Associated with': associates.length === 0 ? [] : [{ parts: joined(associates.map(speciesPart)) }],
    Category: [say(category)],
    Color: await colourLines(ctx, specimen.id, listPart),
    ...originLines(specimen, places),
    Dimensions: sizeLines(dimensions),
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
    Weight: [say(weight)],
    Condition: [say(condition)],
    [specimenFields.disclosures.label]: disclosures.map((one) =>
      say(one.kind === 'not-checked' && one.note === '' ? `${disclosureTable[one.kind].meaning} Please ask.` : sayDisclosure(one)),
    ),
    'Damage map': damageLines(media),
    Fluorescence: fluorescence.map(({ light, colour }) => say(`${capital(ultravioletLights[light])}: ${colour}`)),
    'Former collections': provenanceLines(specimen, media),
    'Catalog number': [say(catalogueNumber ?? '')],
    Care: careSentences(specimen).map(say),
    Tags: [{ parts: joined(specimen.tags.map((tag) => listPart('search', tag, tag))) }],
  };
  return Object.entries(facts).flatMap(([name, lines]) => {
    const said = lines.filter(({ parts }) => parts.some(({ text }) => text !== ''));
    return said.length === 0 ? [] : [{ name, lines: said }];
  });
}

/** Each colour leads to more of it. */
async function colourLines({ db }: Context, id: number, listPart: ListPart): Promise<Line[]> {
  const [row] = await selectColours(db, [id]);
  const names = colourNames(row?.colours ?? row?.poster_colours ?? null);
  return [{ parts: joined(names.map((name) => listPart('colour', name, stoneColours[name].label))) }];
}

type ListPart = (name: FacetName | 'search', value: string, text: string) => Part;

/** Parts that lead to a list of the gallery, while there is a gallery. */
const listParts =
  (isGalleryShown: boolean): ListPart =>
  (name, value, text) => ({ text, ...(isGalleryShown && { href: `/?${new URLSearchParams({ [name]: value })}#gallery` }) });

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The parts with commas between them. */
const joined = (parts: readonly Part[]): Part[] => parts.flatMap((part, index) => (index === 0 ? [part] : [{ text: ', ' }, part]));

/** A name as typed leads to the page of what it means. */
function speciesPart(name: string): Part {
  const found = findSpecies(name);
  return { text: name, ...(found && { href: speciesPath(nameOf(found)) }) };
}

/** `Amethyst, variety of Quartz` and the formula. */
function speciesLine(name: string): Line {
  const found = findSpecies(name);
  const formula = found && formulaOf(found);
  const variety = speciesNamed(name)?.variety;
  const species = variety ? [{ text: `, ${variety.kind} of ` }, speciesPart(variety.of)] : [];
  return { parts: [speciesPart(name), ...species], ...(formula && { formula }) };
}

/** The origin as typed, and the places one by one, each with a link; one line where either says all that the other does. */
function originLines({ origin, mindatId }: Specimen, places: readonly Place[]): Record<'Origin' | 'Locality', Line[]> {
  const names = new Set(places.map(({ name }) => fold(name)));
  const placeLine = { parts: joined(places.map((place) => ({ text: place.name, href: localityPath(place) }))) };
  const mindat = mindatId === null ? [] : [{ parts: [{ text: 'On mindat.org', href: mindatUrl(mindatId) }] }];
  if (places.length === 0) return { Origin: [say(origin)], Locality: mindat };
  const isSaid = origin.split(',').every((part) => part.trim() === '' || names.has(fold(part.trim())));
  if (isSaid) return { Origin: [placeLine, ...mindat], Locality: [] };
  const parts = partsWithPlaces(origin, places);
  return parts === null ? { Origin: [say(origin)], Locality: [placeLine, ...mindat] } : { Origin: [{ parts }, ...mindat], Locality: [] };
}

const WORD = /[\p{L}\p{N}]/u;

/** The text with a link at each place: `Tatatila (Las Vigas), Veracruz`; null where it does not name them all in their order. */
function partsWithPlaces(text: string, places: readonly Place[]): Part[] | null {
  const parts: Part[] = [];
  let rest = text;
  for (const place of places) {
    const start = rest.toLowerCase().indexOf(place.name.toLowerCase());
    const end = start + place.name.length;
    if (start < 0 || WORD.test(rest.charAt(start - 1)) || WORD.test(rest.charAt(end))) return null;
    parts.push({ text: rest.slice(0, start) }, { text: rest.slice(start, end), href: localityPath(place) });
    rest = rest.slice(end);
  }
  return [...parts, { text: rest }].filter((part) => part.text !== '');
}

/** In centimetres and inches, or as typed. Stones are measured in millimetres; what was typed in them stays in them too. */
function sizeLines(typed: string): Line[] {
  const measures = parseDimensions(typed);
  const asTyped = formatDimensions(typed).trim();
  if (!measures) return [say(asTyped === '' ? 'Not recorded' : asTyped), say('No measurements, so we can’t show it at actual size.')];
  const isMillimetres = measures.every(({ unit }) => unit === 'mm');
  const sizes = [formatDimensionsIn(measures, 'cm'), formatDimensionsIn(measures, 'in')];
  return [{ parts: (isMillimetres ? [asTyped, ...sizes] : sizes).map((text) => ({ text })) }];
}

/** The pins of all pictures, numbered as on them: `1. Chip, 2 mm (photo 1, top left)`; then what a beginner may not know. */
function damageLines(media: readonly Medium[]): Line[] {
  const pins = new Set(media.flatMap((medium) => (medium.kind === 'picture' ? (medium.pins ?? []) : [])).map(({ kind }) => kind));
  const meanings = pinKinds.flatMap((kind) =>
    pins.has(kind) && pinMeanings[kind] ? [say(`${pinLabels[kind]}: ${pinMeanings[kind]}`)] : [],
  );
  return [...damageTexts(media).map((text, index) => say(`${index + 1}. ${text}`)), ...meanings];
}

function provenanceLines({ provenance }: Specimen, media: readonly Medium[]): Line[] {
  const labels = media.filter((medium) => medium.kind === 'picture' && medium.light === 'label').length;
  const pictured =
    labels === 0 ? [] : [say(labels === 1 ? 'Its old label is among the photos.' : `${labels} old labels are among the photos.`)];
  return [...provenance.map(say), ...pictured];
}
