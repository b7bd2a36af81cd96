import type { GallerySearch } from '#contract/catalogue/gallery-search.ts';

let last: GallerySearch = {};

/** The list that this visit saw last; never noted on the server, where there are many visitors. */
export const lastList = () => last;
export const noteList = (search: GallerySearch) => {
  last = search;
};
