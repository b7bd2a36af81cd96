import { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import type { PublicApi } from '#contract/api.ts';
import { pack, unpack } from './lib/packed.ts';
import type { RouterContext } from './router-context.ts';
import { routeTree } from './routes/tree.ts';

/** Creates a router and a query client: one pair for each request on the server, one for each page load in the browser. */
export function makeRouter({ api, origin, shell = false, nonce }: { api: PublicApi; origin: string; shell?: boolean; nonce?: string }) {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
        // A server's client ends with its page: a timer for each query would hold it in memory, and keep a script from ending.
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : 300_000,
      },
      mutations: { retry: false },
    },
  });
  // The first page was there before its scripts and may have been scrolled; its initial position is the browser's business.
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
      return set.length === 0 ? '' : `?${new URLSearchParams(set.map(([name, value]) => [name, String(value)]))}`;
    },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // From page to page only: a dialog over the same page removes the scrollbar, and the browser reports the aborted transition as an error.
    defaultViewTransition: { types: ({ pathChanged }) => (pathChanged ? [] : false) },
    defaultHashScrollIntoView: false,
    scrollRestoration: isLaterPage,
    // What the server has fetched for the page, each with its key; the browser asks for what failed.
    ...(import.meta.env.SSR && { dehydrate: () => ({ fetched: pack(fetchedIn(queryClient)) as object }) }),
    hydrate: ({ fetched }) => {
      for (const [key, data] of unpack(fetched) as ReturnType<typeof fetchedIn>) queryClient.setQueryData(key, data);
    },
  });
  return router;
}

const fetchedIn = (queryClient: QueryClient) => queryClient.getQueriesData({ predicate: ({ state }) => state.status === 'success' });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }

  interface StaticDataRouteOption {
    /** Whether it is a page of the owner's. */
    isDesk?: boolean;
  }
}
