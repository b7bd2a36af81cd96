/** Each page has one normalized path, its cache key; other spellings redirect there. */

import { COLLECTION_SLUG } from '#core/contract/catalogue/collection-rules.ts';
import { parseGallerySearch } from '#core/contract/catalogue/gallery-search.ts';
import { parseSpecimenParam } from '#core/contract/catalogue/specimen-urls.ts';
import { matchPage } from '#core/contract/storefront/page-matching.ts';
import { type MissingPage, pages } from '#core/contract/storefront/pages.ts';
import type { Context } from '#core/server/context.ts';
import type { FeaturePage, SpelledPage } from '#core/server/feature.ts';
import { entriesAt } from '#core/server/plugged-in.ts';
import { decoded, plainly } from '#platform/http/plain-path.ts';
import { idIn } from './form-pages.ts';

export type PageUrl =
  | { kind: 'public'; path: string }
  /** Whether the slug is canonical depends on the title. */
  | { kind: 'specimen'; path: string; id: number; query: string }
  /** Its one spelling depends on what is there. */
  | ({ kind: 'spelled'; query: string } & SpelledPage)
  | { kind: 'collection'; path: string; slug: string }
  /** The page is there only as long as its subject. */
  | {
      kind: 'checked';
      path: string;
      exists: (ctx: Context) => Promise<boolean>;
      missing: MissingPage;
    }
  | { kind: 'order'; path: string; id: number }
  | { kind: 'admin'; path: string }
  | { kind: 'missing'; what: MissingPage }
  | { kind: 'moved'; to: string };

const readers: Partial<
  Record<string, (path: string, param: string, query: string) => FeaturePage>
> = entriesAt('pages');

/** @param target of a request: a path, with its query if any. */
export function parsePageUrl(target: string): PageUrl {
  const { path, query } = split(target);
  if (!path.startsWith('/')) return { kind: 'missing', what: 'page' };
  const page = readPath(path, query);
  if (page.kind !== 'missing') return page;
  const { plain, hash } = plainly(path);
  if (plain === path || readPath(plain, '').kind === 'missing') return page;
  return { kind: 'moved', to: withQuery(plain, query) + hash };
}

/** Returns null if the target is no public page, or a specimen in another spelling. */
export function pageCacheKey(target: string): string | null {
  const { path, query } = split(target);
  const page = readPath(path, query);
  if (page.kind === 'spelled') return page.mayBeCanonical ? path : null;
  if (page.kind === 'specimen') return /^\/\w+\/\d+(-[a-z0-9]+)*$/.test(path) ? path : null;
  const isOne = ['public', 'collection', 'checked'].includes(page.kind);
  return isOne && 'path' in page ? page.path : null;
}

export const withQuery = (path: string, query: string): string =>
  query === '' ? path : `${path}?${query}`;

function split(target: string): { path: string; query: string } {
  const at = target.indexOf('?');
  return at === -1
    ? { path: target, query: '' }
    : { path: target.slice(0, at), query: target.slice(at + 1) };
}

function readPath(path: string, query: string): PageUrl {
  const found = matchPage(path);
  if (!found) return { kind: 'missing', what: 'page' };
  const { name, param } = found;
  if (name === 'home') return { kind: 'public', path: homePath(query) };
  if (name === 'specimen') {
    const id = parseSpecimenParam(decoded(param) ?? '');
    return id === null
      ? { kind: 'missing', what: 'specimen id' }
      : { kind: 'specimen', path, id, query };
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
  if (read) return asPageUrl(read(path, param, query), query);
  return { kind: pages[name].access === 'admin' ? 'admin' : 'public', path };
}

function asPageUrl(page: FeaturePage, query: string): PageUrl {
  if ('canonical' in page) return { kind: 'spelled', ...page, query };
  const {
    path,
    exists,
    missing = 'page',
  }: typeof page & { exists?: (ctx: Context) => Promise<boolean> } = page;
  if (path === undefined) return { kind: 'missing', what: missing };
  return exists ? { kind: 'checked', path, exists, missing } : { kind: 'public', path };
}

function withCursor(path: string, query: string): string {
  const { cursor } = parseGallerySearch(Object.fromEntries(new URLSearchParams(query)));
  return cursor === undefined ? path : `${path}?${new URLSearchParams({ cursor })}`;
}

/** Of a repeated parameter the last value counts. */
function homePath(query: string): string {
  if (query === '') return '/';
  const known = new URLSearchParams(
    parseGallerySearch(Object.fromEntries(new URLSearchParams(query))),
  );
  return known.size === 0 ? '/' : `/?${known}`;
}
