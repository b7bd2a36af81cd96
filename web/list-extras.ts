/** The extras of pages with cards, a line each, in any order. */
export { favourites } from './extras/favourites/in-lists.tsx';
export { follows } from './extras/follows/in-lists.tsx';
export { shelf } from './extras/shelf/in-lists.tsx';
