/** One line per feature of a specimen's page, in any order. */
export { favourites } from './favourites/web/on-specimen.tsx';
export { questions } from './questions/web/on-specimen.tsx';
export { shelf } from './shelf/web/on-specimen.tsx';
export { waitingList } from './waiting-list/web/on-specimen.tsx';
