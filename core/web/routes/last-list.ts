import type { GallerySearch } from '#core/contract/catalogue/gallery-search.ts';

let last: GallerySearch = {};

/** Never noted on the server, where there are many visitors. */
export const lastList = () => last;
export const noteList = (search: GallerySearch) => {
  last = search;
};
