/** The extras of a specimen's videos, a line each, in any order. */
export { turns } from './extras/turns/on-video.tsx';
