/** Which page a request's target means. Each page has one normalized path, which is also its cache key; other spellings redirect to it. */

import { COLLECTION_SLUG } from '#contract/catalogue/collection-rules.ts';
import { parseGallerySearch } from '#contract/catalogue/gallery-search.ts';
import { parseSpecimenParam, slugOf } from '#contract/catalogue/specimen-urls.ts';
import { matchPage } from '#contract/storefront/page-matching.ts';
import { pages } from '#contract/storefront/pages.ts';
import type { Context } from '#server/context.ts';
import type { ExtraPage } from '#server/extra.ts';
import { entriesAt } from '#server/plugged-in.ts';
import { formOf, idIn } from './form-pages.ts';
import type { MissingPage } from './missing-page.ts';

export type PageUrl =
  /** A page that is the same for everybody. */
  | { kind: 'public'; path: string }
  /** A specimen's page; whether the slug is canonical depends on the specimen's title. */
  | { kind: 'specimen'; path: string; id: number; query: string }
  /** A page about a species or a locality; its slug is canonical or leads to one that is. */
  | { kind: 'species'; path: string; slug: string; query: string }
  | { kind: 'locality'; path: string; id: number; query: string }
  | { kind: 'collection'; path: string; slug: string }
  /** A page that is the same for everybody, as long as it is there. */
  | { kind: 'checked'; path: string; exists: (ctx: Context) => Promise<boolean>; missing: MissingPage }
  | { kind: 'order'; path: string; id: number }
  /** A page for the admin alone. */
  | { kind: 'admin'; path: string }
  | { kind: 'missing'; what: MissingPage }
  /** Another spelling of a page that exists. */
  | { kind: 'moved'; to: string };

/** The pages of the core that are read as those of extras are. */
const readers: Partial<Record<string, (path: string, param: string, query: string) => ExtraPage>> = { ask: formOf, ...entriesAt('pages') };

/** @param target of a request: a path, with its query if there is one. */
export function parsePageUrl(target: string): PageUrl {
  const { path, query } = split(target);
  if (!path.startsWith('/')) return { kind: 'missing', what: 'page' };
  const page = readPath(path, query);
  if (page.kind !== 'missing') return page;
  const plain = plainPath(path);
  if (plain === path || readPath(plain, '').kind === 'missing') return page;
  return { kind: 'moved', to: withQuery(plain, query) };
}

/** The cache key of a target's public page; null if it means none, or a specimen in another spelling. */
export function pageCacheKey(target: string): string | null {
  const { path, query } = split(target);
  const page = readPath(path, query);
  if (page.kind === 'species') return path === `/species/${page.slug}` ? path : null;
  if (page.kind === 'specimen' || page.kind === 'locality') return /^\/\w+\/\d+(-[a-z0-9]+)*$/.test(path) ? path : null;
  const isOne = ['public', 'collection', 'checked'].includes(page.kind);
  return isOne && 'path' in page ? page.path : null;
}

export const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`);

function split(target: string): { path: string; query: string } {
  const at = target.indexOf('?');
  return at === -1 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) };
}

function readPath(path: string, query: string): PageUrl {
  const found = matchPage(path);
  if (!found) return { kind: 'missing', what: 'page' };
  const { name, param } = found;
  if (name === 'home') return { kind: 'public', path: homePath(query) };
  if (name === 'specimen') {
    const id = parseSpecimenParam(decoded(param) ?? '');
    return id === null ? { kind: 'missing', what: 'specimen id' } : { kind: 'specimen', path, id, query };
  }
  if (name === 'species') return { kind: 'species', path, slug: slugOf(decoded(param) ?? ''), query };
  if (name === 'locality') {
    const id = parseSpecimenParam(decoded(param) ?? '');
    return id === null ? { kind: 'missing', what: 'page' } : { kind: 'locality', path, id, query };
  }
  if (name === 'collection')
    return COLLECTION_SLUG.test(param)
      ? { kind: 'collection', path: withCursor(path, query), slug: param }
      : { kind: 'missing', what: 'page' };
  if (name === 'orderConfirmation') {
    const id = idIn(param);
    return id === null ? { kind: 'missing', what: 'order' } : { kind: 'order', path, id };
  }
  const read = readers[name];
  if (read) return asPageUrl(read(path, param, query));
  return { kind: pages[name].access === 'admin' ? 'admin' : 'public', path };
}

function asPageUrl({ path, exists, missing = 'page' }: ExtraPage & { exists?: (ctx: Context) => Promise<boolean> }): PageUrl {
  if (path === undefined) return { kind: 'missing', what: missing };
  return exists ? { kind: 'checked', path, exists, missing } : { kind: 'public', path };
}

/** The path with the page of the list that the query names, and nothing else of it. */
function withCursor(path: string, query: string): string {
  const { cursor } = parseGallerySearch(Object.fromEntries(new URLSearchParams(query)));
  return cursor === undefined ? path : `${path}?${new URLSearchParams({ cursor })}`;
}

/** Home with the gallery's parameters in a fixed order; of a repeated parameter the last value counts. */
function homePath(query: string): string {
  if (query === '') return '/';
  const known = new URLSearchParams(parseGallerySearch(Object.fromEntries(new URLSearchParams(query))));
  return known.size === 0 ? '/' : `/?${known}`;
}

/** The path as the shop writes it: no slash at the end, the first segment in lower case and decoded. */
function plainPath(path: string): string {
  const [first = '', ...rest] = path
    .replace(/(?<!\/)\/+$/, '')
    .slice(1)
    .split('/');
  return `/${[(decoded(first) ?? first).toLowerCase(), ...rest].join('/')}`;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
