import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { settingTag } from '#core/server/admin/settings/cache-tags.ts';
import { COLOURS } from '#core/server/media/files/cache-tags.ts';

/** Tags every list. */
export const LISTS = 'lists';
/** Tags lists by status, which depend even on the stock of specimens that they do not show. */
export const STOCK = 'stock';
export const specimenTag = (id: number): string => `specimen ${id}`;
/** Tags what only a specimen's page shows: hold, next in line, certificate. */
export const holdTag = (id: number): string => `hold ${id}`;
/** Tags the admin's fields, which orders do not touch. */
export const editedTag = (id: number): string => `edited ${id}`;
/** Returns null for any other tag. */
export const specimenOfTag = (tag: string): number | null =>
  tag.startsWith('specimen ') ? Number(tag.slice(9)) : null;
/**
 * A similar piece sold or hidden is replaced at once. A new one waits until the page is made again,
 * or every edit would invalidate every page.
 */
export const relatedTags = ({ related = [] }: Pick<SpecimenDetail, 'related'>): string[] =>
  related.map(({ id }) => specimenTag(id));
/** Tags what is new. */
export const DAY = 'day';
export const FACETS = [LISTS, STOCK, DAY, COLOURS, settingTag('size_classes')];

/** Visitors' lists have no hidden specimens. */
export const addedHidden = (ids: readonly number[]): string[] =>
  ids.flatMap((id) => [specimenTag(id), editedTag(id)]);

/** Any list may gain or lose specimens. */
export const changedSpecimens = (ids: readonly number[]): string[] => [
  ...addedHidden(ids),
  LISTS,
  STOCK,
];

/** Only lists by status gain or lose specimens. */
const changedStock = (ids: readonly number[]): string[] => [...ids.map(specimenTag), STOCK];

/**
 * `stock`: an order changed the status; `pieces`: the status stayed; `hold`: only the hold changed.
 */
export const specimenRows = {
  specimens: (id: string) => changedSpecimens([Number(id)]),
  hidden_specimens: (id: string) => addedHidden([Number(id)]),
  specimen_media: (id: string) => changedSpecimens([Number(id)]),
  stock: (id: string) => changedStock([Number(id)]),
  pieces: (id: string) => [specimenTag(Number(id))],
  hold: (id: string) => [holdTag(Number(id))],
};
