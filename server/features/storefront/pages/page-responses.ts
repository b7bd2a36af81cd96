/** The pages as responses. */
import type { Problem } from '#contract/problems.ts';
import type { MissingPage } from '#server/features/storefront/pages/missing-page.ts';
import type { CachedResponse } from '#server/platform/page-cache/cached-response.ts';

export type Pages = {
  /** A page that is the same for everybody. @param path normalized: its cache key. */
  publicPage(path: string): Promise<CachedResponse>;
  /** The page that says what is missing. */
  missing(what: MissingPage): Promise<CachedResponse>;
  /** A page whose content the browser fetches: an order, a hidden specimen, an admin page. Not indexed. */
  shell(path: string): Promise<CachedResponse>;
  /** The page shown instead of one that cannot be rendered; it says why. */
  failed(problem: Problem): Promise<CachedResponse>;
};
