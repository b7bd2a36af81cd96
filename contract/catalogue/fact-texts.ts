/** The facts of a piece as plain text, for structured data, feeds and certificates. Pages and labels set them as they need. */

import type { Medium } from '#contract/media/media.ts';
import { formatPin, pinPlace } from '#contract/media/pins.ts';
import { formatDisclosure } from './disclosures.ts';
import { formatFluorescence } from './fluorescence.ts';
import { specimenFields } from './specimen-fields.ts';
import type { Specimen } from './specimens.ts';

/** A specimen with all its media. */
export type WholeSpecimen = Specimen & { additional: readonly Medium[] };

/** `read` gives an empty text where nothing is known. */
type FactText = { label: string; read: (specimen: WholeSpecimen) => string };

/** In the order in which they are read. */
export const factTexts = {
  species: { label: specimenFields.species.label, read: ({ species }) => species.join(', ') },
  associates: { label: specimenFields.associates.label, read: ({ associates }) => associates.join(', ') },
  places: { label: specimenFields.locality.shortLabel, read: ({ locality }) => locality.join(', ') },
  condition: { label: specimenFields.condition.label, read: ({ condition }) => condition },
  disclosures: { label: specimenFields.disclosures.label, read: ({ disclosures }) => disclosures.map(formatDisclosure).join('; ') },
  damage: { label: 'Damage map', read: ({ main, additional }) => damageTexts([main, ...additional]).join('; ') },
  fluorescence: { label: specimenFields.fluorescence.label, read: ({ fluorescence }) => fluorescence.map(formatFluorescence).join(', ') },
  provenance: { label: specimenFields.provenance.label, read: ({ provenance }) => provenance.join('; ') },
} as const satisfies Record<string, FactText>;

/** What is known of these facts, with their labels. */
export const factsInWords = (specimen: WholeSpecimen, facts: Record<string, FactText> = factTexts): { label: string; value: string }[] =>
  Object.values(facts)
    .map(({ label, read }) => ({ label, value: read(specimen) }))
    .filter(({ value }) => value !== '');

/** `Chip, 2 mm (photo 1, top left)`: each pin of a specimen's media; pictures are counted as the page shows them. */
export const damageTexts = (media: readonly Medium[]): string[] =>
  media.flatMap((medium, index) =>
    medium.kind === 'picture' ? (medium.pins ?? []).map((pin) => `${formatPin(pin)} (photo ${index + 1}, ${pinPlace(pin)})`) : [],
  );

/** Where it is from: by its levels where they are known, else as typed. */
export const placeOf = ({ locality, origin }: Pick<Specimen, 'locality' | 'origin'>): string => locality.join(', ') || origin;
