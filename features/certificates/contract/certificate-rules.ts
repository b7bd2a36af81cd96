/** This file is free of schemas, so pages may import it. */
import { formatDimensions } from '#core/contract/catalogue/dimension-text.ts';
import { keysOf, type Tone } from '#core/contract/tables.ts';

/** 100 random bits in four groups; without letters that are mistaken for others. */
export const CERTIFICATE_CODE = /^[0-9a-hjkmnp-tv-z]{5}(-[0-9a-hjkmnp-tv-z]{5}){3}$/;

type CertificateStateEntry = { label: string; tone: Tone; isPrinted: boolean; text: string };

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

/** Facts are read in this order, whatever the order of signing; unknown names follow. */
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
const ON_CARDS = new Set([
  'species',
  'places',
  'locality',
  'category',
  'dimensions',
  'weight',
  'condition',
  'disclosures',
  'damage',
]);

type Fact = { name: string; value: string };

/**
 * Title and description have their own places; the locality comes once, by its levels if they were
 * signed.
 */
export function factRows<F extends Fact>(facts: readonly F[]): F[] {
  const place = (name: string) =>
    READING_ORDER.includes(name) ? READING_ORDER.indexOf(name) : READING_ORDER.length;
  const hasPlaces = facts.some(({ name, value }) => name === 'places' && value !== '');
  return facts
    .filter(
      ({ name, value }) =>
        value !== '' &&
        name !== 'title' &&
        name !== 'description' &&
        !(name === 'locality' && hasPlaces),
    )
    .map((fact) =>
      fact.name === 'dimensions' ? { ...fact, value: formatDimensions(fact.value) } : fact,
    )
    .toSorted((one, other) => place(one.name) - place(other.name));
}

/** The category stands only without a species, which says more. */
export function cardRows<F extends Fact>(facts: readonly F[]): F[] {
  const rows = factRows(facts).filter(({ name }) => ON_CARDS.has(name));
  const has = (wanted: string) => rows.some(({ name }) => name === wanted);
  const weight = rows.find(({ name }) => name === 'weight')?.value;
  return rows
    .filter(
      ({ name }) =>
        !(name === 'category' && has('species')) && !(name === 'weight' && has('dimensions')),
    )
    .map((row) =>
      row.name === 'dimensions' && weight ? { ...row, value: `${row.value}, ${weight}` } : row,
    );
}
