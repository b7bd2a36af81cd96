/** The pictures of a stored specimen in the edit form, and what of them is to be saved. */

import type { Light, Medium, Picture } from '#contract/media.ts';
import { isVideo } from '#contract/media-kind.ts';
import type { ImagesEdit, SpecimenDetail } from '#contract/specimens.ts';
import { type PictureItem, storedItems } from './picture-items.ts';

export type PicturesDraft = { mainAlt: string; mainLight: Light | null; items: PictureItem[] };

const lightOf = (medium: SpecimenDetail['main']): Light | null => (isVideo(medium) ? medium.poster.light : medium.light);

export const picturesOf = (specimen: SpecimenDetail): PicturesDraft => ({
  mainAlt: specimen.main.alt,
  mainLight: lightOf(specimen.main),
  items: storedItems(specimen.additional),
});

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

/** The specimen after one of its videos has got a poster. */
export function withPoster(specimen: SpecimenDetail, videoId: string, poster: Picture): SpecimenDetail {
  const change = (medium: Medium): Medium => {
    if (!isVideo(medium) || medium.id !== videoId) return medium;
    const { hasPlainPoster: _, ...video } = medium;
    return { ...video, poster: { ...poster, alt: medium.alt } };
  };
  return { ...specimen, main: change(specimen.main), additional: specimen.additional.map(change) };
}

/** The items, those that are stored with their media as the specimen has them now. */
export function withStoredMedia(items: PictureItem[], { additional }: SpecimenDetail): PictureItem[] {
  return items.map((item) => {
    const medium = item.source.kind === 'stored' ? additional.find(({ id }) => id === item.key) : undefined;
    return medium ? { ...item, source: { kind: 'stored', medium } } : item;
  });
}

/** The arrangement to be saved, of what the specimen has: a picture that somebody else removed meanwhile is gone. */
export function imagesEditOf({ mainAlt, mainLight, items }: PicturesDraft, specimen: SpecimenDetail): ImagesEdit {
  const present = new Set(specimen.additional.map(({ id }) => id));
  const images = items
    .filter(({ key, isRemoved }) => !isRemoved && present.has(key))
    .map(({ key, alt, light }) => ({ mediaId: key, alt: alt.trim(), light }));
  return { main: { alt: mainAlt.trim(), light: mainLight }, images };
}

/** Whether the arrangement differs from what is stored. */
export function isRearranged(draft: PicturesDraft, specimen: SpecimenDetail): boolean {
  const marks = ({ mainAlt, mainLight, items }: PicturesDraft) => {
    const kept = items.filter(({ isRemoved }) => !isRemoved);
    return JSON.stringify([mainAlt.trim(), mainLight, kept.map(({ key, alt, light }) => [key, alt.trim(), light])]);
  };
  return marks(draft) !== marks(picturesOf(specimen));
}

/** `3: Side; Long-wave UV; Label of 1912`, for the choice between two versions. */
export function picturesInWords({ mainAlt, mainLight, items }: PicturesDraft): string {
  const kept = items.filter(({ isRemoved }) => !isRemoved);
  const names = kept.map(({ alt, name, light }) => [alt.trim() || name, light].filter(Boolean).join(', '));
  const main = [mainAlt.trim() || 'no description', mainLight].filter(Boolean).join(', ');
  return [`Main picture: ${main}`, `${kept.length} additional`, ...names.map((name) => `– ${name}`)].join('\n');
}
