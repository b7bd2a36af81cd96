import { lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { type PageName, pages } from '#contract/storefront/pages.ts';

type Screen = { default: () => React.ReactNode };
/** A screen whose file has its route's loader and head. */
// biome-ignore lint/suspicious/noExplicitAny: the router gives each route's functions what the route declares
type WholePage = Screen & Record<'loader' | 'head', (context: any) => any>;

const screens = import.meta.glob<Screen>(['./*-page.tsx', '../extras/*/*-page.tsx', '!../extras/*/*-desk-page.tsx']);

const fileOf = (name: PageName) => screens[`${pages[name].screen}.tsx`] as () => Promise<Screen>;

/** The screen that the page table names, loaded when it is first shown. */
export const screenOf = (name: PageName) => lazyRouteComponent(fileOf(name));

/** The same with the loader and the head that its file exports: nobody downloads them but who comes to the page. */
export const wholePageOf = (name: PageName) => {
  const file = fileOf(name) as () => Promise<WholePage>;
  return { loader: lazyFn(file, 'loader'), head: lazyFn(file, 'head'), component: screenOf(name) };
};

/** What the page's file loads; one that says everything by itself has no loader. */
export const loaderOf = (name: PageName) => {
  const file = fileOf(name) as () => Promise<Partial<WholePage>>;
  return async (context: unknown) => (await file()).loader?.(context);
};

/** The page of every path that does not exist. */
export const NotFoundScreen = lazyRouteComponent(screens['./not-found-page.tsx'] as () => Promise<Screen>);
