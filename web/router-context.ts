import type { QueryClient } from '@tanstack/react-query';
import type { PublicApi } from '#contract/api.ts';

/** The context of every route's loader and head. */
export type RouterContext = {
  queryClient: QueryClient;
  api: PublicApi;
  /** The shop's own, for absolute URLs in the head. */
  origin: string;
  /** The server renders a shell: loaders fetch nothing, and the browser fetches what is private. */
  shell: boolean;
};
