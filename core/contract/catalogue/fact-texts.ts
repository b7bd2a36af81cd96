import type { Medium } from '#core/contract/media/media.ts';
import { formatPin, pinPlace } from '#core/contract/media/pins.ts';
import { formatDisclosure } from './disclosures.ts';
import { formatFluorescence } from './fluorescence.ts';
import { specimenFields } from './specimen-fields.ts';
import type { Specimen } from './specimens.ts';

export type WholeSpecimen = Specimen & { additional: readonly Medium[] };

/** `read` returns an empty text for the unknown. */
type FactText = { label: string; read: (specimen: WholeSpecimen) => string };

/** In reading order. */
export const factTexts = {
  species: { label: specimenFields.species.label, read: ({ species }) => species.join(', ') },
  associates: {
    label: specimenFields.associates.label,
    read: ({ associates }) => associates.join(', '),
  },
  places: {
    label: specimenFields.locality.shortLabel,
    read: ({ locality }) => locality.join(', '),
  },
  condition: { label: specimenFields.condition.label, read: ({ condition }) => condition },
  disclosures: {
    label: specimenFields.disclosures.label,
    read: ({ disclosures }) => disclosures.map(formatDisclosure).join('; '),
  },
  damage: {
    label: 'Damage map',
    read: ({ main, additional }) => damageTexts([main, ...additional]).join('; '),
  },
  fluorescence: {
    label: specimenFields.fluorescence.label,
    read: ({ fluorescence }) => fluorescence.map(formatFluorescence).join(', '),
  },
  provenance: {
    label: specimenFields.provenance.label,
    read: ({ provenance }) => provenance.join('; '),
  },
} as const satisfies Record<string, FactText>;

/** Leaves out unknown facts. */
export const factsInWords = (
  specimen: WholeSpecimen,
  facts: Record<string, FactText> = factTexts,
): { label: string; value: string }[] =>
  Object.values(facts)
    .map(({ label, read }) => ({ label, value: read(specimen) }))
    .filter(({ value }) => value !== '');

/** `Chip, 2 mm (photo 1, top left)`: counts pictures as the page shows them. */
export const damageTexts = (media: readonly Medium[]): string[] =>
  media.flatMap((medium, index) =>
    medium.kind === 'picture'
      ? (medium.pins ?? []).map((pin) => `${formatPin(pin)} (photo ${index + 1}, ${pinPlace(pin)})`)
      : [],
  );

/** Falls back to the origin as typed. */
export const placeOf = ({ locality, origin }: Pick<Specimen, 'locality' | 'origin'>): string =>
  locality.join(', ') || origin;
