/** The extras of pages with cards, a line each, in any order. */
export { follows } from './extras/follows/in-lists.tsx';
export { shelf } from './extras/shelf/in-lists.tsx';
