import path from 'node:path';

export const HOME = 'index.html';
export const SEARCH = 'search/index.html';

/**
 * `/specimen/12-azurite` is `specimen/12-azurite/index.html`. Links name the file too, since a
 * folder opens as a page on servers alone.
 */
export const fileOf = (pagePath: string): string =>
  pagePath === '/' ? HOME : `${pagePath.slice(1)}/index.html`;

/** `number` counts from 2. */
export const furtherFileOf = (listPath: string, number: number): string =>
  listPath === '/' ? `gallery/${number}/index.html` : `${listPath.slice(1)}/${number}/index.html`;

export const relative = (from: string, to: string): string =>
  path.posix.relative(path.posix.dirname(from), to);
