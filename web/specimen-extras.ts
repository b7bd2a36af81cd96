/** The extras of a specimen's page, a line each, in any order. */
export { favourites } from './extras/favourites/on-specimen.tsx';
export { shelf } from './extras/shelf/on-specimen.tsx';
export { waitingList } from './extras/waiting-list/on-specimen.tsx';
