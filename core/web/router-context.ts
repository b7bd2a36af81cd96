import type { QueryClient } from '@tanstack/react-query';
import type { PublicApi } from '#core/contract/api.ts';

export type RouterContext = {
  queryClient: QueryClient;
  api: PublicApi;
  /** The shop's own, for absolute URLs. */
  origin: string;
  /** The server renders a shell: loaders fetch nothing, and the browser fetches what is private. */
  shell: boolean;
};
