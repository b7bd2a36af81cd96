/** Cache tags of the specimens, and which of them a change invalidates. */

/** Every list: which specimens it has, in which order. */
export const LISTS = 'lists';
/** Lists by status, which depend on the stock even of specimens that they do not show. */
export const STOCK = 'stock';
export const specimenTag = (id: number): string => `specimen ${id}`;

/** After specimens were added, edited, shown, hidden or deleted: any list may have gained or lost them. */
export const changedSpecimens = (ids: readonly number[]): string[] => [...ids.map(specimenTag), LISTS, STOCK];

/** After only quantity, holds or status changed: all lists but those by status keep their specimens. */
export const changedStock = (ids: readonly number[]): string[] => [...ids.map(specimenTag), STOCK];

/** What a changed row invalidates, by its table; `stock` stands for a specimen's row where only the stock changed. */
export const specimenRows = {
  specimens: (id: string) => changedSpecimens([Number(id)]),
  specimen_media: (id: string) => changedSpecimens([Number(id)]),
  stock: (id: string) => changedStock([Number(id)]),
};
