import type { QueryClient } from '@tanstack/react-query';
import type { PublicApi } from '#contract/api.ts';

/** What every route's loader and head work with. */
export type RouterContext = {
  queryClient: QueryClient;
  api: PublicApi;
  /** Our own, for absolute URLs in the head. */
  origin: string;
  /** The server leaves what is private to the browser: loaders fetch nothing. */
  shell: boolean;
};
