/** The names and states of certificates. Free of schemas, so pages may import it. */
import { formatDimensions } from '#contract/catalogue/dimension-text.ts';
import { keysOf, type Tone } from '#contract/catalogue/statuses.ts';

/** 100 random bits in four groups; without letters that are mistaken for others. */
export const CERTIFICATE_CODE = /^[0-9a-hjkmnp-tv-z]{5}(-[0-9a-hjkmnp-tv-z]{5}){3}$/;

/** `isPrinted`: whether it may still come with a piece. */
type CertificateStateEntry = { label: string; tone: Tone; isPrinted: boolean; text: string };

/** What has become of a certificate, or else how it compares with the specimen now. */
export const certificateStateTable = {
  unchanged: {
    label: 'Unchanged',
    tone: 'good',
    isPrinted: true,
    text: 'Our description of this piece hasn’t changed since we signed this.',
  },
  changed: {
    label: 'Changed since',
    tone: 'warn',
    isPrinted: true,
    text: 'We’ve updated our listing since we signed this. What changed:',
  },
  not_listed: {
    label: 'No longer listed',
    tone: 'quiet',
    isPrinted: true,
    text: 'This piece is no longer in our gallery, so we have nothing to compare. The certificate is still valid as a record of the day it was signed.',
  },
  undone: {
    label: 'Sale undone',
    tone: 'bad',
    isPrinted: false,
    text: 'The sale this was made for was undone, so this certificate is no longer valid. It remains only as a record of that day.',
  },
  replaced: {
    label: 'A newer one exists',
    tone: 'warn',
    isPrinted: false,
    text: 'We signed a newer certificate for this piece, which replaces this one. This one is still valid as a record of that day.',
  },
  picture_missing: {
    label: 'Photo missing',
    tone: 'warn',
    isPrinted: true,
    text: 'We no longer have the photo that was signed, so we can’t compare it. The certificate is still valid as a record of that day.',
  },
  altered: {
    label: 'Not valid',
    tone: 'bad',
    isPrinted: false,
    text: 'What’s stored under this code isn’t what we signed. Please don’t rely on it, and let us know.',
  },
} as const satisfies Record<string, CertificateStateEntry>;

export const certificateStates = keysOf(certificateStateTable);
export type CertificateState = keyof typeof certificateStateTable;

/** In the order in which facts are read, whatever the order in which they were signed; those of other names follow. */
const READING_ORDER = [
  'species',
  'associates',
  'places',
  'locality',
  'category',
  'dimensions',
  'weight',
  'condition',
  'disclosures',
  'damage',
  'fluorescence',
  'provenance',
];
/** The page of a certificate has room for all facts, its card for these. */
const ON_CARDS = new Set(['species', 'places', 'locality', 'category', 'dimensions', 'weight', 'condition', 'disclosures', 'damage']);

type Fact = { name: string; value: string };

/** The facts shown in rows: not title and description, which have their own places, and the locality once, by its levels if they were signed. */
export function factRows<F extends Fact>(facts: readonly F[]): F[] {
  const place = (name: string) => (READING_ORDER.includes(name) ? READING_ORDER.indexOf(name) : READING_ORDER.length);
  const hasPlaces = facts.some(({ name, value }) => name === 'places' && value !== '');
  return facts
    .filter(({ name, value }) => value !== '' && name !== 'title' && name !== 'description' && !(name === 'locality' && hasPlaces))
    .map((fact) => (fact.name === 'dimensions' ? { ...fact, value: formatDimensions(fact.value) } : fact))
    .toSorted((one, other) => place(one.name) - place(other.name));
}

/** The rows of a card: the weight beside the size, and the category only without a species, which says more. */
export function cardRows<F extends Fact>(facts: readonly F[]): F[] {
  const rows = factRows(facts).filter(({ name }) => ON_CARDS.has(name));
  const has = (wanted: string) => rows.some(({ name }) => name === wanted);
  const weight = rows.find(({ name }) => name === 'weight')?.value;
  return rows
    .filter(({ name }) => !(name === 'category' && has('species')) && !(name === 'weight' && has('dimensions')))
    .map((row) => (row.name === 'dimensions' && weight ? { ...row, value: `${row.value}, ${weight}` } : row));
}
