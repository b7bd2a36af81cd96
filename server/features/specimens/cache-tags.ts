/** Cache tags of the specimens, and which of them a change invalidates. */

/** Which specimens a list has, in which order. */
export const LISTS = 'lists';
/** What depends on the stock of specimens that it may not even show: a list by status. */
export const STOCK = 'stock';
export const specimenTag = (id: number): string => `specimen ${id}`;

/** After specimens were added, edited, shown, hidden or deleted: any list may have gained or lost them. */
export const changedSpecimens = (ids: readonly number[]): string[] => [...ids.map(specimenTag), LISTS, STOCK];

/** After only quantity, holds or status changed: lists keep their specimens, but for those by status. */
export const changedStock = (ids: readonly number[]): string[] => [...ids.map(specimenTag), STOCK];

/** What a changed row invalidates, by its table; `stock` stands for a specimen's row where only the stock changed. */
export const specimenRows = {
  specimens: (id: string) => changedSpecimens([Number(id)]),
  specimen_media: (id: string) => changedSpecimens([Number(id)]),
  stock: (id: string) => changedStock([Number(id)]),
};
