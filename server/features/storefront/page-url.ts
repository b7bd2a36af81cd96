/** Which page an address means. Whatever else stands in it, there is one spelling for each page, and under that it is kept. */
import { parseGallerySearch } from '#contract/gallery-search.ts';
import { parseSpecimenParam } from '#contract/specimen-urls.ts';

export type PageUrl =
  /** A page that is there for everybody. */
  | { kind: 'public'; address: string }
  /** The page of a specimen, whatever its slug. */
  | { kind: 'specimen'; address: string; id: number }
  | { kind: 'order'; id: number }
  /** One of the owner's rooms. */
  | { kind: 'room'; address: string }
  /** A page that says what is missing. */
  | { kind: 'missing'; what: 'page' | 'specimen id' | 'order' }
  /** Another spelling of an address that is there. */
  | { kind: 'moved'; to: string };

const publicPages = new Set(['/checkout', '/manage', '/shipping', '/returns', '/privacy']);
const rooms = new Set(['/upload', '/orders', '/settings']);
const MAX_ID = 2_147_483_647;

/** @param target of a request. */
export function parsePageUrl(target: string): PageUrl {
  const { path, query } = split(target);
  if (!path.startsWith('/')) return { kind: 'missing', what: 'page' };
  const page = readPath(path, query);
  if (page.kind !== 'missing') return page;
  const plain = plainPath(path);
  if (plain === path || readPath(plain, '').kind === 'missing') return page;
  return { kind: 'moved', to: query === '' ? plain : `${plain}?${query}` };
}

/** The address under which the page for everybody is kept that a target means; null where it means none. */
export function pageCacheKey(target: string): string | null {
  const { path, query } = split(target);
  const page = readPath(path, query);
  return page.kind === 'public' || page.kind === 'specimen' ? page.address : null;
}

function split(target: string): { path: string; query: string } {
  const at = target.indexOf('?');
  return at === -1 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) };
}

function readPath(path: string, query: string): PageUrl {
  if (path === '/') return { kind: 'public', address: homeAddress(query) };
  if (publicPages.has(path)) return { kind: 'public', address: path };
  if (rooms.has(path)) return { kind: 'room', address: path };
  const [, room, last] = /^\/(specimen|order-confirmation|edit)\/([^/]+)$/.exec(path) ?? [];
  if (room === undefined || last === undefined) return { kind: 'missing', what: 'page' };
  if (room === 'edit') return { kind: 'room', address: path };
  if (room === 'specimen') {
    const id = parseSpecimenParam(decoded(last) ?? '');
    return id === null ? { kind: 'missing', what: 'specimen id' } : { kind: 'specimen', address: `/specimen/${id}`, id };
  }
  const isId = /^[1-9]\d{0,9}$/.test(last) && Number(last) <= MAX_ID;
  return isId ? { kind: 'order', id: Number(last) } : { kind: 'missing', what: 'order' };
}

/** What home shows is said by the gallery's parameters alone, in one order; of a parameter that stands there twice the last counts. */
function homeAddress(query: string): string {
  if (query === '') return '/';
  const known = new URLSearchParams(parseGallerySearch(Object.fromEntries(new URLSearchParams(query))));
  return known.size === 0 ? '/' : `/?${known}`;
}

/** The path as the shop writes it: no slash at the end, the first part in lower case, nothing encoded there that need not be. */
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
