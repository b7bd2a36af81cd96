import { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import type { PublicApi } from '#core/contract/api.ts';
import { pack, unpack } from '#ui/lib/packed.ts';
import type { RouterContext } from './router-context.ts';
import { routeTree } from './routes/tree.ts';

/** Make one pair for each request on the server, one for each page load in the browser. */
export function makeRouter({
  api,
  origin,
  shell = false,
  nonce,
}: {
  api: PublicApi;
  origin: string;
  shell?: boolean;
  nonce?: string;
}) {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
        // A timer for each query would hold the page in memory, and keep a script from ending.
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : 300_000,
      },
      mutations: { retry: false },
    },
  });
  // The first page may have been scrolled before its scripts: its position is the browser's
  // business.
  let pages = import.meta.env.SSR ? 1 : 0;
  const isLaterPage = () => pages++ > 0;
  const router = createRouter({
    routeTree,
    origin,
    ssr: { nonce },
    context: { queryClient, api, origin, shell } satisfies RouterContext,
    // Every value in a URL is text; none is parsed as JSON.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const set = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
      return set.length === 0
        ? ''
        : `?${new URLSearchParams(set.map(([name, value]) => [name, String(value)]))}`;
    },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // A dialog over the same page removes the scrollbar, and the browser reports the aborted
    // transition as an error.
    defaultViewTransition: { types: ({ pathChanged }) => (pathChanged ? [] : false) },
    defaultHashScrollIntoView: false,
    scrollRestoration: isLaterPage,
    // What the server has fetched, with keys; the browser asks for what failed.
    ...(import.meta.env.SSR && {
      dehydrate: () => ({ fetched: pack(fetchedIn(queryClient)) as object }),
    }),
    hydrate: ({ fetched }) => {
      for (const [key, data] of unpack(fetched) as ReturnType<typeof fetchedIn>)
        queryClient.setQueryData(key, data);
    },
  });
  return router;
}

const fetchedIn = (queryClient: QueryClient) =>
  queryClient.getQueriesData({ predicate: ({ state }) => state.status === 'success' });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }

  interface HistoryState {
    /** Leads to the card by which the list was left. */
    isReturn?: boolean;
  }

  interface StaticDataRouteOption {
    isDesk?: boolean;
  }
}
