/** Where a page lies in a copy, and how one file names another. */
import path from 'node:path';

export const HOME = 'index.html';
/** The page that lists what a search or a filter finds. */
export const SEARCH = 'search/index.html';

/** The file of a page: `/specimen/12-azurite` is `specimen/12-azurite/index.html`. Links name the file too, since a folder opens as a page on servers alone. */
export const fileOf = (pagePath: string): string => (pagePath === '/' ? HOME : `${pagePath.slice(1)}/index.html`);

/** The file of a further page of a list, counted from 2. */
export const furtherFileOf = (listPath: string, number: number): string =>
  listPath === '/' ? `gallery/${number}/index.html` : `${listPath.slice(1)}/${number}/index.html`;

/** The way from one file to another, without a slash at its beginning. */
export const relative = (from: string, to: string): string => path.posix.relative(path.posix.dirname(from), to);
