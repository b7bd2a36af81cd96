import type { Problem } from '#core/contract/problems.ts';
import type { MissingPage } from '#core/contract/storefront/pages.ts';
import type { CachedResponse } from '#platform/page-cache/cached-response.ts';

export type Pages = {
  /** The page is the same for everyone. @param path normalized: its cache key. */
  publicPage(path: string): Promise<CachedResponse>;
  missing(what: MissingPage): Promise<CachedResponse>;
  /** The browser fetches the content. Not indexed. */
  shell(path: string): Promise<CachedResponse>;
  failed(problem: Problem): Promise<CachedResponse>;
};
