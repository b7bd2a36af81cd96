/** One line per feature of a specimen's videos, in any order. */
export { turns } from './turns/web/on-video.tsx';
