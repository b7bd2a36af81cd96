/** The cache tag of the collections. */

/** Everything made from a collection or from which there are: they change rarely. */
export const COLLECTIONS = 'collections';

/** What a changed row invalidates, by its table. */
export const collectionRows = { collections: () => [COLLECTIONS], collection_specimens: () => [COLLECTIONS] };
