/** The pictures of a stored specimen in the edit form, and their changes. */
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

/** Replaces the files among the items by the media that the server made of them: those not known before, in the order they were sent. */
export function withStored(items: PictureItem[], specimen: SpecimenDetail): PictureItem[] {
  const known = new Set(items.map(({ key }) => key));
  const added = storedItems(specimen.additional.filter(({ id }) => !known.has(id))).values();
  return items.flatMap((item) => {
    if (item.source.kind === 'stored') return [item];
    if (item.isRemoved) return [];
    const stored = added.next().value;
    // A picture sent twice is stored once.
    return stored ? [{ ...stored, name: item.name, alt: item.alt.trim() || stored.alt, light: item.light }] : [];
  });
}

/** The specimen with a new poster for one of its videos. */
export function withPoster(specimen: SpecimenDetail, videoId: string, poster: Picture): SpecimenDetail {
  const change = (medium: Medium): Medium => {
    if (!isVideo(medium) || medium.id !== videoId) return medium;
    const { hasPlainPoster: _, ...video } = medium;
    return { ...video, poster: { ...poster, alt: medium.alt } };
  };
  return { ...specimen, main: change(specimen.main), additional: specimen.additional.map(change) };
}

/** The items with the media that the specimen has now. */
export function withStoredMedia(items: PictureItem[], { additional }: SpecimenDetail): PictureItem[] {
  return items.map((item) => {
    const medium = item.source.kind === 'stored' ? additional.find(({ id }) => id === item.key) : undefined;
    return medium ? { ...item, source: { kind: 'stored', medium } } : item;
  });
}

/** The arrangement to be saved, without pictures that somebody else removed meanwhile. */
export function imagesEditOf({ mainAlt, mainLight, items }: PicturesDraft, specimen: SpecimenDetail): ImagesEdit {
  const present = new Set(specimen.additional.map(({ id }) => id));
  const images = items
    .filter(({ key, isRemoved }) => !isRemoved && present.has(key))
    .map(({ key, alt, light }) => ({ mediaId: key, alt: alt.trim(), light }));
  return { main: { alt: mainAlt.trim(), light: mainLight }, images };
}

/** Whether the arrangement differs from what is stored. */
export function isRearranged(draft: PicturesDraft, specimen: SpecimenDetail): boolean {
  const fingerprint = ({ mainAlt, mainLight, items }: PicturesDraft) => {
    const remaining = items.filter(({ isRemoved }) => !isRemoved);
    return JSON.stringify([mainAlt.trim(), mainLight, remaining.map(({ key, alt, light }) => [key, alt.trim(), light])]);
  };
  return fingerprint(draft) !== fingerprint(picturesOf(specimen));
}

/** `3: Side; Long-wave UV; Label of 1912`, for the choice between two versions. */
export function describePictures({ mainAlt, mainLight, items }: PicturesDraft): string {
  const remaining = items.filter(({ isRemoved }) => !isRemoved);
  const names = remaining.map(({ alt, name, light }) => [alt.trim() || name, light].filter(Boolean).join(', '));
  const main = [mainAlt.trim() || 'no description', mainLight].filter(Boolean).join(', ');
  return [`Main picture: ${main}`, `${remaining.length} additional`, ...names.map((name) => `– ${name}`)].join('\n');
}
