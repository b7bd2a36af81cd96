/** The additional pictures of a specimen while they are being arranged: stored ones and files not yet sent, in one order. */

import type { Light, Medium } from '#contract/media.ts';
import { isVideo } from '#contract/media-kind.ts';
import { randomId } from '#web/lib/storage.ts';
import { formatFileSize, kindOf, refusalOf } from './file-rules.ts';

export type PictureItem = {
  key: string;
  /** What it is called on this screen. */
  name: string;
  source: { kind: 'file'; file: File } | { kind: 'stored'; medium: Medium };
  alt: string;
  light: Light | null;
  /** Stays in its place, to be undone, until the work is saved. */
  isRemoved: boolean;
};

export const fileItem = (file: File): PictureItem => ({
  key: randomId(),
  name: file.name,
  source: { kind: 'file', file },
  alt: '',
  light: null,
  isRemoved: false,
});

export const storedItems = (media: readonly Medium[]): PictureItem[] =>
  media.map((medium, index) => ({
    key: medium.id,
    name: isVideo(medium) ? `Video ${index + 1}` : `Picture ${index + 1}`,
    source: { kind: 'stored', medium },
    alt: medium.alt,
    light: isVideo(medium) ? medium.poster.light : medium.light,
    isRemoved: false,
  }));

/** Those not yet sent, in their order. */
export const filesOf = (items: readonly PictureItem[]): File[] =>
  items.flatMap(({ source, isRemoved }) => (source.kind === 'file' && !isRemoved ? [source.file] : []));

/** A video is shown as it was taken; only pictures lie over each other. */
export const isPicture = ({ source }: PictureItem) => (source.kind === 'file' ? kindOf(source.file) : source.medium.kind) === 'picture';

/** Beneath the name: `4.5 MB`. */
export const detailOf = ({ source }: PictureItem) => (source.kind === 'file' ? formatFileSize(source.file.size) : 'In the shop');

/** Puts the item with this key where the other one is; the rest close up. */
export function moveTo<T extends { key: string }>(items: readonly T[], key: string, place: number): T[] {
  const moved = items.find((item) => item.key === key);
  if (!moved || place < 0 || place >= items.length) return [...items];
  return items.filter((item) => item !== moved).toSpliced(place, 0, moved);
}

/** Parts chosen files into those that may be sent and the reasons why others may not; one that is there already is not taken twice. */
export function sortFiles(chosen: readonly File[], present: readonly File[]): { accepted: File[]; refused: string[] } {
  const accepted: File[] = [];
  const refused: string[] = [];
  for (const file of chosen) {
    // Not by time: a phone dates a photograph anew each time it is chosen.
    const isThere = [...present, ...accepted].some((other) => other.name === file.name && other.size === file.size);
    const reason = isThere ? `${file.name} is chosen already.` : refusalOf(file);
    if (reason === null) accepted.push(file);
    else refused.push(reason);
  }
  return { accepted, refused };
}
