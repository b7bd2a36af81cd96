/** One line per feature of pages with cards, in any order. */
export { favourites } from './favourites/web/in-lists.tsx';
export { follows } from './follows/web/in-lists.tsx';
