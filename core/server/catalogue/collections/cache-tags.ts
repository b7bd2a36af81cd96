/** Tags what is made from any collection: they change rarely. */
export const COLLECTIONS = 'collections';
export const collectionTag = (id: number): string => `collection ${id}`;

/** Maps a changed row to the tags it invalidates, by table. */
export const collectionRows = {
  collections: (id: string) => [COLLECTIONS, collectionTag(Number(id))],
  collection_specimens: (id: string) => [COLLECTIONS, collectionTag(Number(id))],
};
