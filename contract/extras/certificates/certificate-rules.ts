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
    text: 'The shop still describes the piece as it did when this was signed.',
  },
  changed: {
    label: 'Changed since',
    tone: 'warn',
    isPrinted: true,
    text: 'The shop has changed what it says or shows of the piece since this was signed:',
  },
  not_listed: {
    label: 'No longer listed',
    tone: 'quiet',
    isPrinted: true,
    text: 'The piece is no longer in the gallery, so there is nothing to compare with. What was signed stays as it is.',
  },
  undone: {
    label: 'Sale undone',
    tone: 'bad',
    isPrinted: false,
    text: 'The sale that this was made for has been undone, so it no longer certifies anything. What was signed stays as it is.',
  },
  replaced: {
    label: 'A newer one exists',
    tone: 'warn',
    isPrinted: false,
    text: 'The shop has signed a newer certificate of this piece, which takes the place of this one. What was signed stays as it is.',
  },
  picture_missing: {
    label: 'Picture missing',
    tone: 'warn',
    isPrinted: true,
    text: 'The picture that was signed is no longer in the shop’s store, so it cannot be compared. What was signed in words stays as it is.',
  },
  altered: {
    label: 'Not valid',
    tone: 'bad',
    isPrinted: false,
    text: 'What is stored under this code is not what the shop has signed. Do not rely on it, and please tell the shop.',
  },
} as const satisfies Record<string, CertificateStateEntry>;

export const certificateStates = keysOf(certificateStateTable);
export type CertificateState = keyof typeof certificateStateTable;

/** In the order in which facts are read, whatever the order in which they were signed; those of other names follow. */
const READING_ORDER = [
  ...[
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
  ],
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
