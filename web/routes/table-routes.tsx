/** The routes of all pages but those that have a route module of their own (`tree.ts`): the page table, the core's and the extras', says everything of them. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Page } from '#contract/storefront/page-kinds.ts';
import { type PageName, pages } from '#contract/storefront/pages.ts';
import { frameRoute } from './root.tsx';
import { screenOf, wholePageOf } from './screens.ts';

/** Pages whose routes have a module: what they load depends on more than their path. */
export type OwnRoute = 'home' | 'specimen' | 'collection' | 'orderConfirmation';
type TableName = Exclude<PageName, OwnRoute>;
type PathOf<Name extends PageName> = (typeof pages)[Name]['path'];

const adminScreen = (name: string) =>
  lazyRouteComponent(async () => {
    const { default: AdminPage } = await import('./admin-pages.tsx');
    return { default: () => <AdminPage name={name} /> };
  });

/** A page with a title in the table loads nothing in the browser; the file of any other has its loader and its head. */
function tableRoute<Name extends TableName>(name: Name) {
  const { path, title, screen, drawnBy, crawlers }: Page = pages[name];
  return createRoute({
    getParentRoute: () => frameRoute,
    path: path as PathOf<Name>,
    staticData: { hasFooter: drawnBy === 'server' },
    ...(title === null
      ? wholePageOf(name)
      : {
          head: () => ({ meta: [{ title }, ...(crawlers === 'index' ? [] : [{ name: 'robots', content: 'noindex' }])] }),
          ...(import.meta.env.SSR && drawnBy === 'server' && { loader: wholePageOf(name).loader }),
          component: screen === pages.upload.screen ? adminScreen(name) : screenOf(name),
        }),
  });
}

const own: readonly string[] = ['home', 'specimen', 'collection', 'orderConfirmation'] satisfies OwnRoute[];
const isOfTable = (name: string): name is TableName => !own.includes(name);

export const tableRoutes = Object.fromEntries(
  Object.keys(pages)
    .filter(isOfTable)
    .map((name) => [name, tableRoute(name)]),
) as unknown as { [Name in TableName]: ReturnType<typeof tableRoute<Name>> };
