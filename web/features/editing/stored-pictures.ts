/** The pictures of a stored specimen in the edit form, and what of them is to be saved. */
import type { Light } from '#contract/media.ts';
import type { ImagesEdit, SpecimenDetail } from '#contract/specimens.ts';
import { type PictureItem, storedItems } from './picture-items.ts';

export type PicturesDraft = { mainAlt: string; items: PictureItem[] };

export const picturesOf = (specimen: SpecimenDetail): PicturesDraft => ({
  mainAlt: specimen.main.alt,
  items: storedItems(specimen.additional),
});

const lightOf = (medium: SpecimenDetail['main']): Light | null => (medium.kind === 'film' ? medium.poster.light : medium.light);

/** The files among the items become the stored media that the server made of them: the additional ones nobody here knew, in the order they were sent. */
export function withStored(items: PictureItem[], specimen: SpecimenDetail): PictureItem[] {
  const known = new Set(items.map(({ key }) => key));
  const added = storedItems(specimen.additional.filter(({ id }) => !known.has(id))).values();
  return items.flatMap((item) => {
    if (item.source.kind === 'stored') return [item];
    if (item.isRemoved) return [];
    const stored = added.next().value;
    // The same picture twice is stored once.
    return stored ? [{ ...stored, name: item.name, alt: item.alt.trim() || stored.alt, light: item.light }] : [];
  });
}

/** The arrangement to be saved, of what the specimen has: a picture that somebody else removed meanwhile is gone. */
export function imagesEditOf({ mainAlt, items }: PicturesDraft, specimen: SpecimenDetail): ImagesEdit {
  const present = new Set(specimen.additional.map(({ id }) => id));
  const images = items
    .filter(({ key, isRemoved }) => !isRemoved && present.has(key))
    .map(({ key, alt, light }) => ({ mediaId: key, alt: alt.trim(), light }));
  return { main: { alt: mainAlt.trim(), light: lightOf(specimen.main) }, images };
}

/** Whether the arrangement differs from what is stored. */
export function isRearranged({ mainAlt, items }: PicturesDraft, specimen: SpecimenDetail): boolean {
  const stored = picturesOf(specimen);
  const marks = ({ mainAlt, items }: PicturesDraft) =>
    JSON.stringify([mainAlt.trim(), items.filter(({ isRemoved }) => !isRemoved).map(({ key, alt, light }) => [key, alt.trim(), light])]);
  return marks({ mainAlt, items }) !== marks(stored);
}

/** `3: Side; Long-wave UV; Label of 1912`, for the choice between two versions. */
export function picturesInWords({ mainAlt, items }: PicturesDraft): string {
  const kept = items.filter(({ isRemoved }) => !isRemoved);
  const names = kept.map(({ alt, name, light }) => [alt.trim() || name, light].filter(Boolean).join(', '));
  return [`Main picture: ${mainAlt.trim() || 'no description'}`, `${kept.length} additional`, ...names.map((name) => `– ${name}`)].join(
    '\n',
  );
}
