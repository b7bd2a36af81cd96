import type { Light, Medium } from '#core/contract/media/media.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import type { Pin } from '#core/contract/media/pins.ts';
import { randomId } from '#ui/lib/storage.ts';
import { formatFileSize, kindOf, refusalOf } from './file-rules.ts';

export type PictureItem = {
  key: string;
  name: string;
  source: { kind: 'file'; file: File } | { kind: 'stored'; medium: Medium };
  alt: string;
  light: Light | null;
  pins: readonly Pin[];
  /** Not to be laid over the daylight picture. */
  asTaken?: boolean;
  /** Stays listed until saving, so that removal can be undone. */
  isRemoved: boolean;
};

export const fileItem = (file: File): PictureItem => ({
  key: randomId(),
  name: file.name,
  source: { kind: 'file', file },
  alt: '',
  light: null,
  pins: [],
  isRemoved: false,
});

/** Only pictures have pins. */
export const pinsOf = (medium: Medium): readonly Pin[] =>
  isVideo(medium) ? [] : (medium.pins ?? []);

export const isAsTaken = (medium: Medium): boolean => !isVideo(medium) && medium.asTaken === true;

export const storedItem = (medium: Medium, name: string): PictureItem => ({
  key: medium.id,
  name,
  source: { kind: 'stored', medium },
  alt: medium.alt,
  light: isVideo(medium) ? medium.poster.light : medium.light,
  pins: pinsOf(medium),
  asTaken: isAsTaken(medium),
  isRemoved: false,
});

export const storedItems = (media: readonly Medium[]): PictureItem[] =>
  media.map((medium, index) =>
    storedItem(medium, `${isVideo(medium) ? 'Video' : 'Photo'} ${index + 1}`),
  );

export const filesOf = (items: readonly PictureItem[]): File[] =>
  items.flatMap(({ source, isRemoved }) =>
    source.kind === 'file' && !isRemoved ? [source.file] : [],
  );

/** Only pictures have a light: a video is shown as taken. */
export const isPicture = ({ source }: PictureItem) =>
  (source.kind === 'file' ? kindOf(source.file) : source.medium.kind) === 'picture';

/** `4.5 MB`. */
export const detailOf = ({ source }: PictureItem) =>
  source.kind === 'file' ? formatFileSize(source.file.size) : 'In the shop';

/** Separates files that may be sent from reasons why others may not. */
export function sortFiles(
  chosen: readonly File[],
  present: readonly File[],
): { accepted: File[]; refused: string[] } {
  const accepted: File[] = [];
  const refused: string[] = [];
  for (const file of chosen) {
    // Not by time: a phone gives a photo a new date each time it is chosen.
    const isThere = [...present, ...accepted].some(
      (other) => other.name === file.name && other.size === file.size,
    );
    const reason = isThere ? `${file.name} is already chosen.` : refusalOf(file);
    if (reason === null) accepted.push(file);
    else refused.push(reason);
  }
  return { accepted, refused };
}

export const addedWords = (files: readonly File[]): string =>
  files.length === 0 ? '' : `Added: ${files.map(({ name }) => name).join(', ')}.`;
export const removedWords = ({ name }: PictureItem): string => `Removed: ${name}.`;
