/** The routes of all pages but those that have a route module of their own (`tree.ts`): the page table, the core's and the extras', says everything of them. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Page } from '#contract/storefront/page-kinds.ts';
import { type PageName, pages } from '#contract/storefront/pages.ts';
import { absolute } from '#web/features/storefront/seo/head.ts';
import type { RouterContext } from '#web/router-context.ts';
import { frameRoute } from './root.tsx';
import { loaderOf, screenOf, wholePageOf } from './screens.ts';

/** Pages whose routes have a module, which takes the place of the one from the table: what they load depends on more than their path. */
export type OwnRoute = 'home' | 'specimen' | 'collection' | 'orderConfirmation';
type TableName = Exclude<PageName, OwnRoute>;
type PathOf<Name extends PageName> = (typeof pages)[Name]['path'];

const adminScreen = (name: string) =>
  lazyRouteComponent(async () => {
    const { default: AdminPage } = await import('./admin-pages.tsx');
    return { default: () => <AdminPage name={name} /> };
  });

/**
 * A page with a title in the table loads nothing in the browser, and on the server what its file's loader, if it has one, loads; the file of
 * any other has its loader and its head.
 */
function tableRoute<Name extends TableName>(name: Name) {
  const { path, title, screen, drawnBy, crawlers }: Page = pages[name];
  const isDesk = screen === pages.upload.screen;
  return createRoute({
    getParentRoute: () => frameRoute,
    path: path as PathOf<Name>,
    staticData: { isDesk },
    ...(title === null
      ? wholePageOf(name)
      : {
          head: ({ match }: { match: { context: RouterContext } }) =>
            crawlers === 'index'
              ? { meta: [{ title }], links: [{ rel: 'canonical', href: absolute(match.context, path) }] }
              : { meta: [{ title }, { name: 'robots', content: 'noindex' }] },
          ...(import.meta.env.SSR && drawnBy === 'server' && { loader: loaderOf(name) }),
          component: isDesk ? adminScreen(name) : screenOf(name),
        }),
  });
}

export const tableRoutes = Object.fromEntries(Object.keys(pages).map((name) => [name, tableRoute(name as TableName)])) as unknown as {
  [Name in TableName]: ReturnType<typeof tableRoute<Name>>;
};
