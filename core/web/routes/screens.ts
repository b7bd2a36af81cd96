import { lazyFn, lazyRouteComponent } from '@tanstack/react-router';
import { type PageName, pages } from '#core/contract/storefront/pages.ts';

type Screen = { default: () => React.ReactNode };
/** Its file has its route's loader and head. */
// biome-ignore lint/suspicious/noExplicitAny: the router gives each route's functions what the route declares
type WholePage = Screen & Record<'loader' | 'head', (context: any) => any>;

const screens = import.meta.glob<Screen>([
  '/core/web/routes/*-page.tsx',
  '/features/*/web/*-page.tsx',
  '!/features/*/web/*-desk-page.tsx',
]);

const fileOf = (name: PageName) => screens[`${pages[name].screen}.tsx`] as () => Promise<Screen>;

export const screenOf = (name: PageName) => lazyRouteComponent(fileOf(name));

/** Only who comes to the page downloads its loader and head. */
export const wholePageOf = (name: PageName) => {
  const file = fileOf(name) as () => Promise<WholePage>;
  return { loader: lazyFn(file, 'loader'), head: lazyFn(file, 'head'), component: screenOf(name) };
};

/** A page that says everything by itself has no loader. */
export const loaderOf = (name: PageName) => {
  const file = fileOf(name) as () => Promise<Partial<WholePage>>;
  return async (context: unknown) => (await file()).loader?.(context);
};

export const NotFoundScreen = lazyRouteComponent(
  screens['/core/web/routes/not-found-page.tsx'] as () => Promise<Screen>,
);
