import { galleryShortcuts } from '#core/contract/catalogue/gallery-shortcuts.ts';
import { matchPage } from '#core/contract/storefront/page-matching.ts';
import { pages } from '#core/contract/storefront/pages.ts';
import type { CopiedUrl } from '#core/server/storefront/pages/visitor-pages.service.ts';
import { fileOf, furtherFileOf, HOME, SEARCH } from './copy-paths.ts';

/** `number`: of a list's pages, counted from 1. */
export type CopiedPage = { path: string; file: string; number: number };

/**
 * A file of the copy, with what follows it; a page of the shop alone; a URL that stays as it is;
 * null: nowhere.
 */
export type Target = { file: string; rest: string } | { live: string } | { asIs: string } | null;

export type Catalogue = {
  specimens: ReadonlyMap<number, string>;
  collections: ReadonlySet<string>;
  legal: ReadonlySet<string>;
};

export type CopiedLinks = {
  targetOf(href: string, from: CopiedPage): Target;
  take(): CopiedPage | undefined;
};

const HERE = 'http://copy.invalid';

/**
 * @param read what a path of the shop means.
 * @param spelled the one spelling of a path that features read; null or undefined: there is no such
 * page.
 */
export function createCopiedLinks(
  catalogue: Catalogue,
  read: (target: string) => CopiedUrl,
  spelled: Pick<ReadonlyMap<string, string | null>, 'get'>,
): CopiedLinks {
  const files = new Map<string, string>();
  const queue: CopiedPage[] = [];
  let taken = 0;

  function fileFor(path: string, file: string, number = 1): string {
    const known = files.get(path);
    if (known !== undefined) return known;
    files.set(path, file);
    queue.push({ path, file, number });
    return file;
  }

  /** A further page has a cursor in its path, and is counted by how it was reached. */
  function listFile(list: string, path: string, from: CopiedPage): string {
    if (path === list) return fileFor(path, fileOf(path));
    const number = from.path.split('?', 1)[0] === list ? from.number + 1 : 2;
    return fileFor(path, furtherFileOf(list, number), number);
  }

  function home(url: URL, path: string, from: CopiedPage): Target {
    const shortcut = galleryShortcuts[url.hash.slice(1)];
    if (shortcut && url.search === '')
      return { file: SEARCH, rest: `?${new URLSearchParams(shortcut)}` };
    const query = new URLSearchParams(path.slice(1));
    if (query.size === 0) return { file: fileFor('/', HOME), rest: url.hash };
    const isPage = query.size === 1 && query.has('cursor');
    return isPage
      ? { file: listFile('/', path, from), rest: url.hash }
      : { file: SEARCH, rest: `?${query}` };
  }

  function targetOf(href: string, from: CopiedPage): Target {
    if (href.startsWith('#') && !(href.slice(1) in galleryShortcuts)) return { asIs: href };
    const url = URL.parse(href, HERE);
    if (!url) return null;
    if (url.origin !== HERE) return { asIs: href };
    const target = url.pathname + url.search;
    if (/^\/(media|assets)\//.test(target)) return { file: url.pathname.slice(1), rest: '' };
    const page = read(target);
    const live: Target = { live: target + url.hash };
    const copied = (path: string | null | undefined): Target =>
      path ? { file: fileFor(path, fileOf(path)), rest: url.hash } : null;
    switch (page.kind) {
      case 'moved':
        return targetOf(page.to + url.hash, from);
      case 'public':
        if (matchPage(url.pathname)?.name === 'home') return home(url, page.path, from);
        if (catalogue.legal.has(page.path)) return copied(page.path);
        return isForVisitors(url.pathname) ? live : null;
      case 'specimen':
        return copied(catalogue.specimens.get(page.id));
      case 'spelled':
        return copied(spelled.get(page.path));
      case 'collection':
        if (!catalogue.collections.has(page.slug)) return null;
        return { file: listFile(`/collection/${page.slug}`, page.path, from), rest: url.hash };
      case 'checked':
        return page.missing !== 'specimen' ||
          catalogue.specimens.has(Number(matchPage(url.pathname)?.param))
          ? live
          : null;
      case 'order':
        return live;
      case 'admin':
      case 'missing':
        return null;
    }
  }

  return {
    targetOf,
    take: () => {
      const page = queue[taken];
      if (page) taken += 1;
      return page;
    },
  };
}

/** Excludes the admin's pages, and what only the server can answer. */
function isForVisitors(pathname: string): boolean {
  const found = matchPage(pathname);
  return (
    found !== null &&
    pages[found.name].crawlers !== 'disallow' &&
    pages[found.name].drawnBy === 'browser'
  );
}
