/**
 * Whoever comes back, by Back or to the tab, finds what holds now, and a list with the pages it
 * had, where it was, even if the whole document was loaded in between.
 */
import type {
  InfiniteData,
  InfiniteQueryObserver,
  Query,
  QueryClient,
} from '@tanstack/react-query';
import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';
import { toast } from '#ui/toast.ts';
import { readStored, writeStored } from './storage.ts';

export type Returning<Thing = unknown> = {
  router: AnyRouter;
  queryClient: QueryClient;
  /** Whether it is one of those that others may change while they are shown here. */
  isOne: (value: object) => value is Thing & object;
  /** What to say of one that changed while it was not looked at; null while it is as one hopes. */
  newsOf: (thing: Thing) => string | null;
};

/** Where the page was seen last: as its document is left, the browser may lay it out differently. */
let scrolled: number | undefined;
const noteScroll = () => {
  scrolled = scrollY;
};

const TOUCHES = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
const noteOf = ({ state }: ParsedLocation) => `list ${state.__TSR_key}`;
const shownIn = (queryClient: QueryClient) =>
  queryClient.getQueryCache().findAll({ type: 'active' });
const listsIn = (queryClient: QueryClient) =>
  shownIn(queryClient).filter(({ options }) => 'getNextPageParam' in options);
const pagesIn = ({ state }: Query) =>
  (state.data as InfiniteData<unknown> | undefined)?.pages.length ?? 0;

function thingsIn<Thing>(data: unknown, { isOne }: Pick<Returning<Thing>, 'isOne'>): Thing[] {
  if (typeof data !== 'object' || data === null) return [];
  const deeper = Object.values(data).flatMap((part) => thingsIn(part, { isOne }));
  return isOne(data) ? [data, ...deeper] : deeper;
}

const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Until a page that was gone back to has been loaded, the browser answers from its own store. */
async function loaded(): Promise<void> {
  do await frame();
  while ('replayPreHydrationEvents' in window || document.readyState !== 'complete');
}

/** Parts of a page come alive one after the other. Preloaded data of other pages never do. */
async function alive<Thing>(returning: Returning<Thing>): Promise<void> {
  const cache = returning.queryClient.getQueryCache();
  const waits = (query: Query) =>
    !query.isActive() && thingsIn(query.state.data, returning).length > 0;
  await loaded();
  for (let left = 300; left > 0 && cache.getAll().some(waits); left -= 1) await frame();
}

/** Call it while a page is being left. */
export function noteList({ queryClient }: Pick<Returning, 'queryClient'>, place: ParsedLocation) {
  const pages = Math.max(0, ...listsIn(queryClient).map(pagesIn));
  if (pages > 1) writeStored('sessionStorage', noteOf(place), `${pages} ${scrolled ?? scrollY}`);
}

/** @param since what was fetched later is new. */
export async function comeBack<Thing extends { id: unknown }>(
  returning: Returning<Thing>,
  since = Date.now(),
): Promise<void> {
  const { router, queryClient, newsOf } = returning;
  // The owner’s pages fetch what they need themselves.
  if (isDesk(router)) return;
  await loaded();
  const place = router.latestLocation;
  await restoreList(queryClient, readStored('sessionStorage', noteOf(place)));
  const things = ({ state }: Query) => thingsIn<Thing>(state.data, returning);
  const old = shownIn(queryClient).filter(
    (query) => query.state.dataUpdatedAt < since && things(query).length > 0,
  );
  // What the visitor's own order has changed is fetched anew, and not said.
  const told = old.filter(({ state }) => !state.isInvalidated);
  const before = told.flatMap(things);
  // The next page of a list would be given up for its first ones.
  await Promise.all(old.map(({ promise }) => promise?.catch(() => {})));
  await queryClient.invalidateQueries({ predicate: (query) => old.includes(query) });
  if (router.latestLocation !== place) return;
  const now = told.flatMap(things);
  say(
    new Set(
      now
        .filter(({ id }) => before.some((thing) => thing.id === id && newsOf(thing) === null))
        .flatMap((thing) => newsOf(thing) ?? []),
    ),
  );
}

function say(news: Set<string>): void {
  const words = [...news];
  if (words.length > 3) words.splice(2, words.length, `${words.length - 2} more`);
  if (words.length > 0)
    toast({ title: 'Changed since you last looked', description: words.join('; ') });
}

async function restoreList(queryClient: QueryClient, note: string | null): Promise<void> {
  const [pages = 0, top] = note?.split(' ').map(Number) ?? [];
  const [list] = listsIn(queryClient);
  if (!list || pagesIn(list) >= pages) return;
  const touching = new AbortController();
  const { signal } = touching;
  for (const touch of TOUCHES)
    addEventListener(touch, () => touching.abort(), { signal, passive: true });
  const [observer] = list.observers as unknown as InfiniteQueryObserver[];
  let had = -1;
  const goesOn = () => pagesIn(list) > had || list.state.fetchStatus !== 'idle';
  while (observer && pagesIn(list) < pages && goesOn()) {
    had = pagesIn(list);
    await observer.fetchNextPage({ cancelRefetch: false });
  }
  await loaded();
  if (!signal.aborted) scrollTo({ top, behavior: 'instant' });
  touching.abort();
}

const isDesk = ({ state }: AnyRouter) => state.matches.some(({ staticData }) => staticData.isDesk);

/** Takes the place of the listeners by which it was loaded. */
export function watchReturns<Thing extends { id: unknown }>(returning: Returning<Thing>): void {
  const isFirst = window.onscroll !== noteScroll;
  noteScroll();
  window.onscroll = noteScroll;
  window.onpagehide = () => noteList(returning, returning.router.latestLocation);
  const look = () => {
    // What other tabs stored is not heard meanwhile: no key says that anything may be new.
    dispatchEvent(new StorageEvent('storage'));
    void comeBack(returning);
  };
  document.onvisibilitychange = () => document.hidden || look();
  window.onpageshow = ({ persisted }) => persisted && look();
  if (!isFirst) return;
  dispatchEvent(new StorageEvent('storage'));
  // A tab may have been opened long before it is looked at.
  const since = performance.navigation.type > 1 ? Infinity : Date.now() - 60_000;
  void alive(returning).then(() => comeBack(returning, since));
}
