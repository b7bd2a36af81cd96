/** Cache tags of the specimens, and which of them a change invalidates. */

import type { SpecimenDetail } from '#contract/catalogue/specimens.ts';
import { settingTag } from '#server/features/admin/settings/cache-tags.ts';
import { COLOURS } from '#server/features/media/files/cache-tags.ts';

/** Every list: which specimens it has, in which order. */
export const LISTS = 'lists';
/** Lists by status, which depend on the stock even of specimens that they do not show. */
export const STOCK = 'stock';
export const specimenTag = (id: number): string => `specimen ${id}`;
/** What the admin says of a specimen, whatever orders do to its stock. */
export const editedTag = (id: number): string => `edited ${id}`;
/** The id that a specimen's tag names; null for any other tag. */
export const specimenOfTag = (tag: string): number | null => (tag.startsWith('specimen ') ? Number(tag.slice(9)) : null);
/**
 * Tags of the pieces shown on another's page as similar: one that is sold or hidden is replaced at once. One that is new comes there when the page is
 * made again for another reason; otherwise every edit would invalidate every page.
 */
export const relatedTags = ({ related = [] }: Pick<SpecimenDetail, 'related'>): string[] => related.map(({ id }) => specimenTag(id));
/** What depends on the day: what is new. */
export const DAY = 'day';
/** What the counts of filters depend on, whatever the filters. */
export const FACETS = [LISTS, STOCK, DAY, COLOURS, settingTag('size_classes')];

/** After hidden specimens were added: they are in no list of visitors. */
export const addedHidden = (ids: readonly number[]): string[] => ids.flatMap((id) => [specimenTag(id), editedTag(id)]);

/** After specimens were added, edited, shown, hidden or deleted: any list may have gained or lost them. */
export const changedSpecimens = (ids: readonly number[]): string[] => [...addedHidden(ids), LISTS, STOCK];

/** After only quantity, holds or status changed: all lists but those by status keep their specimens. */
export const changedStock = (ids: readonly number[]): string[] => [...ids.map(specimenTag), STOCK];

/** What a changed row invalidates, by its table; `stock` is a specimen's row where only the stock changed. */
export const specimenRows = {
  specimens: (id: string) => changedSpecimens([Number(id)]),
  specimen_media: (id: string) => changedSpecimens([Number(id)]),
  stock: (id: string) => changedStock([Number(id)]),
};
