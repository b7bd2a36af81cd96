import { lazyRouteComponent } from '@tanstack/react-router';
import { type PageName, pages } from '#contract/pages.ts';

const screens = import.meta.glob<{ default: () => React.ReactNode }>('./*-page.tsx');

/** The screen that the page table names, loaded when it is first shown. */
export function screenOf(name: PageName) {
  const load = screens[`./${pages[name].screen}.tsx`];
  if (!load) throw new Error(`web/routes has no ${pages[name].screen}.tsx`);
  return lazyRouteComponent(load);
}

/** The page of every path that does not exist. */
export const notFoundScreen = lazyRouteComponent(screens['./not-found-page.tsx'] as () => Promise<{ default: () => React.ReactNode }>);
