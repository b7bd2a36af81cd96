import type { ImagesEdit, SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import type { Light, Medium, Picture, Video } from '#core/contract/media/media.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import { formatPin, type Pin } from '#core/contract/media/pins.ts';
import { isAsTaken, type PictureItem, pinsOf, storedItem, storedItems } from './picture-items.ts';

export type PicturesDraft = {
  /** A draft's may differ from the stored one. */
  mainId: string;
  mainAlt: string;
  mainLight: Light | null;
  mainPins: readonly Pin[];
  mainAsTaken: boolean;
  items: PictureItem[];
};

const lightOf = (medium: SpecimenDetail['main']): Light | null =>
  isVideo(medium) ? medium.poster.light : medium.light;

export const picturesOf = (specimen: SpecimenDetail): PicturesDraft => ({
  mainId: specimen.main.id,
  mainAlt: specimen.main.alt,
  mainLight: lightOf(specimen.main),
  mainPins: pinsOf(specimen.main),
  mainAsTaken: isAsTaken(specimen.main),
  items: storedItems(specimen.additional),
});

const mediaOf = ({ main, additional }: SpecimenDetail): Medium[] => [main, ...additional];

export const mainOf = ({ mainId }: PicturesDraft, specimen: SpecimenDetail): Medium =>
  mediaOf(specimen).find(({ id }) => id === mainId) ?? specimen.main;

export function withMain(
  pictures: PicturesDraft,
  key: string,
  specimen: SpecimenDetail,
): PicturesDraft {
  const chosen = pictures.items.find((item) => item.key === key);
  if (chosen?.source.kind !== 'stored') return pictures;
  const { mainAlt: alt, mainLight: light, mainPins: pins, mainAsTaken: asTaken } = pictures;
  const former = {
    ...storedItem(mainOf(pictures, specimen), 'Earlier main image'),
    alt,
    light,
    pins,
    asTaken,
  };
  return {
    mainId: key,
    mainAlt: chosen.alt,
    mainLight: chosen.light,
    mainPins: chosen.pins,
    mainAsTaken: chosen.asTaken ?? false,
    items: pictures.items.map((item) => (item === chosen ? former : item)),
  };
}

/** The new title describes what no one has, as in the shop. */
export function withFollowedTitle(
  pictures: PicturesDraft,
  before: SpecimenDetail,
  now: SpecimenDetail,
): PicturesDraft {
  const altOf = (specimen: SpecimenDetail, key: string) =>
    mediaOf(specimen).find(({ id }) => id === key)?.alt;
  const follow = (key: string, alt: string) =>
    alt === altOf(before, key) && altOf(now, key) === now.title ? now.title : alt;
  return {
    ...pictures,
    mainAlt: follow(pictures.mainId, pictures.mainAlt),
    items: pictures.items.map((item) => ({ ...item, alt: follow(item.key, item.alt) })),
  };
}

/** The media new to the specimen replace the files, in the order sent. */
export function withStored(
  { mainId, items }: PicturesDraft,
  specimen: SpecimenDetail,
): PictureItem[] {
  const known = new Set([mainId, ...items.map(({ key }) => key)]);
  const added = storedItems(specimen.additional.filter(({ id }) => !known.has(id))).values();
  return items.flatMap((item) => {
    if (item.source.kind === 'stored') return [item];
    if (item.isRemoved) return [];
    const stored = added.next().value;
    // A picture sent twice is stored once.
    return stored
      ? [
          {
            ...stored,
            name: item.name,
            alt: item.alt.trim() || stored.alt,
            light: item.light,
            pins: item.pins,
            asTaken: item.asTaken,
          },
        ]
      : [];
  });
}

export function withVideo(
  specimen: SpecimenDetail,
  videoId: string,
  change: (video: Video) => Video,
): SpecimenDetail {
  const changed = (medium: Medium): Medium =>
    isVideo(medium) && medium.id === videoId ? change(medium) : medium;
  return {
    ...specimen,
    main: changed(specimen.main),
    additional: specimen.additional.map(changed),
  };
}

export const withPoster = (
  specimen: SpecimenDetail,
  videoId: string,
  poster: Picture,
): SpecimenDetail =>
  withVideo(specimen, videoId, ({ hasPlainPoster: _, ...video }) => ({
    ...video,
    poster: { ...poster, alt: video.alt },
  }));

export function withStoredMedia(items: PictureItem[], specimen: SpecimenDetail): PictureItem[] {
  return items.map((item) => {
    const medium =
      item.source.kind === 'stored'
        ? mediaOf(specimen).find(({ id }) => id === item.key)
        : undefined;
    return medium ? { ...item, source: { kind: 'stored', medium } } : item;
  });
}

const trimmed = (pins: readonly Pin[]): Pin[] =>
  pins.map((pin) => ({ ...pin, note: pin.note.trim() }));

/** `Chip, 2 mm (25 %, 80 %)`: where it is counts too. */
const describePin = (pin: Pin): string =>
  `${formatPin(pin)} (${Math.round(pin.x * 100)} %, ${Math.round(pin.y * 100)} %)`;

export function imagesEditOf(pictures: PicturesDraft, specimen: SpecimenDetail): ImagesEdit {
  const { mainId, mainAlt, mainLight, mainPins, mainAsTaken, items } = pictures;
  const present = new Set(mediaOf(specimen).map(({ id }) => id));
  const images = items
    .filter(
      ({ key, isRemoved }) =>
        !isRemoved && key !== mainOf(pictures, specimen).id && present.has(key),
    )
    .map(({ key, alt, light, pins, asTaken = false }) => ({
      mediaId: key,
      alt: alt.trim(),
      light,
      pins: trimmed(pins),
      asTaken,
    }));
  const main = {
    alt: mainAlt.trim(),
    light: mainLight,
    pins: trimmed(mainPins),
    asTaken: mainAsTaken,
  };
  return {
    ...(present.has(mainId) && {
      main: { ...(mainId !== specimen.main.id && { mediaId: mainId }), ...main },
    }),
    images,
  };
}

export type SavedPictures = Pick<PicturesDraft, 'items'> & Partial<PicturesDraft>;

/** After a change in the shop its order wins, and new files come last. */
export function restoredPictures(
  draft: { pictures: SavedPictures; base: { version: number } | null },
  specimen: SpecimenDetail,
): PicturesDraft {
  const now = picturesOf(specimen);
  if (draft.base?.version === specimen.version) return { ...now, ...draft.pictures };
  return {
    ...now,
    items: [...now.items, ...draft.pictures.items.filter(({ source }) => source.kind === 'file')],
  };
}

export function isRearranged(draft: PicturesDraft, specimen: SpecimenDetail): boolean {
  const fingerprint = ({
    mainId,
    mainAlt,
    mainLight,
    mainPins,
    mainAsTaken,
    items,
  }: PicturesDraft) => {
    const remaining = items.filter(({ isRemoved }) => !isRemoved);
    return JSON.stringify([
      mainId,
      mainAlt.trim(),
      mainLight,
      trimmed(mainPins),
      mainAsTaken,
      remaining.map(({ key, alt, light, pins, asTaken = false }) => [
        key,
        alt.trim(),
        light,
        trimmed(pins),
        asTaken,
      ]),
    ]);
  };
  return fingerprint(draft) !== fingerprint(picturesOf(specimen));
}

/** `3: Side; Long-wave UV; Label of 1912`, for the comparison of versions. */
export function describePictures({
  mainAlt,
  mainLight,
  mainPins,
  mainAsTaken,
  items,
}: PicturesDraft): string {
  const remaining = items.filter(({ isRemoved }) => !isRemoved);
  const names = remaining.map(({ alt, name, light, pins, asTaken }) =>
    [alt.trim() || name, light, ...pins.map(describePin), asTaken && 'as taken']
      .filter(Boolean)
      .join(', '),
  );
  const main = [
    mainAlt.trim() || 'no description',
    mainLight,
    ...mainPins.map(describePin),
    mainAsTaken && 'as taken',
  ]
    .filter(Boolean)
    .join(', ');
  return [
    `Main photo: ${main}`,
    `${remaining.length} additional`,
    ...names.map((name) => `– ${name}`),
  ].join('\n');
}
