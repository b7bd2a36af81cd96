/** Which page a request's target means. Each page has one normalized path, which is also its cache key; other spellings redirect to it. */

import { COLLECTION_SLUG } from '#contract/catalogue/collection-rules.ts';
import { parseGallerySearch } from '#contract/catalogue/gallery-search.ts';
import { parseSpecimenParam, slugOf } from '#contract/catalogue/specimen-urls.ts';
import { CERTIFICATE_CODE } from '#contract/extras/certificates/certificate-rules.ts';
import { canonicalShelf } from '#contract/extras/shelf/shelf-url.ts';
import { matchPage } from '#contract/storefront/page-matching.ts';
import { type Missing, pages } from '#contract/storefront/pages.ts';

export type PageUrl =
  /** A page that is the same for everybody. */
  | { kind: 'public'; path: string }
  /** A specimen's page; whether the slug is canonical depends on the specimen's title. */
  | { kind: 'specimen'; path: string; id: number; query: string }
  /** A page about a species or a locality; its slug is canonical or leads to one that is. */
  | { kind: 'species'; path: string; slug: string; query: string }
  | { kind: 'locality'; path: string; id: number; query: string }
  /** A page with a form about a specimen. */
  | { kind: 'form'; path: string; id: number }
  | { kind: 'collection'; path: string; slug: string }
  | { kind: 'certificate'; path: string; code: string }
  | { kind: 'order'; path: string; id: number }
  /** A page for the admin alone. */
  | { kind: 'admin'; path: string }
  | { kind: 'missing'; what: Exclude<Missing, 'specimen'> }
  /** Another spelling of a page that exists. */
  | { kind: 'moved'; to: string };

const MAX_ID = 2_147_483_647;

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
  const isOne = ['public', 'form', 'collection', 'certificate'].includes(page.kind);
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
  if (name === 'shelf') return { kind: 'public', path: shelfPath(query) };
  const isId = /^[1-9]\d{0,9}$/.test(param) && Number(param) <= MAX_ID;
  if (name === 'ask' || name === 'wait') return isId ? { kind: 'form', path, id: Number(param) } : { kind: 'missing', what: 'specimen id' };
  if (name === 'collection')
    return COLLECTION_SLUG.test(param)
      ? { kind: 'collection', path: withCursor(path, query), slug: param }
      : { kind: 'missing', what: 'page' };
  if (name === 'certificate')
    return CERTIFICATE_CODE.test(param) ? { kind: 'certificate', path, code: param } : { kind: 'missing', what: 'certificate' };
  if (name === 'orderConfirmation') {
    return isId ? { kind: 'order', path, id: Number(param) } : { kind: 'missing', what: 'order' };
  }
  return { kind: pages[name].access === 'admin' ? 'admin' : 'public', path };
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

/** The shelf with its pieces alone; of a repeated parameter the last value counts. */
function shelfPath(query: string): string {
  const pieces = canonicalShelf(new URLSearchParams(query).getAll('pieces').at(-1) ?? '');
  return pieces === '' ? '/shelf' : `/shelf?${new URLSearchParams({ pieces })}`;
}

/** The path as the shop writes it: no slash at the end, the first segment in lower case and decoded. */
function plainPath(path: string): string {
  const [first = '', ...rest] = path.replace(/\/+$/, '').slice(1).split('/');
  return `/${[(decoded(first) ?? first).toLowerCase(), ...rest].join('/')}`;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
