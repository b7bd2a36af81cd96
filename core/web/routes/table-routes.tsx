/** Other pages have a route module (`tree.ts`). */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Page } from '#core/contract/storefront/page-kinds.ts';
import { type PageName, pages } from '#core/contract/storefront/pages.ts';
import type { RouterContext } from '#core/web/router-context.ts';
import { absolute } from '#core/web/storefront/seo/head.ts';
import { frameRoute } from './root.tsx';
import { loaderOf, screenOf, wholePageOf } from './screens.ts';

/** What they load depends on more than their path. */
export type OwnRoute = 'home' | 'specimen' | 'collection' | 'orderConfirmation';
type TableName = Exclude<PageName, OwnRoute>;
type PathOf<Name extends PageName> = (typeof pages)[Name]['path'];

const adminScreen = (name: string) =>
  lazyRouteComponent(async () => {
    const { default: AdminPage } = await import('./admin-pages.tsx');
    return { default: () => <AdminPage name={name} /> };
  });

/**
 * With a title in the table, a page loads nothing in the browser, and on the server what its file's
 * loader, if any, loads. Without one, its file has loader and head.
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
              ? {
                  meta: [{ title }],
                  links: [{ rel: 'canonical', href: absolute(match.context, path) }],
                }
              : { meta: [{ title }, { name: 'robots', content: 'noindex' }] },
          ...(import.meta.env.SSR && drawnBy === 'server' && { loader: loaderOf(name) }),
          component: isDesk ? adminScreen(name) : screenOf(name),
        }),
  });
}

export const tableRoutes = Object.fromEntries(
  Object.keys(pages).map((name) => [name, tableRoute(name as TableName)]),
) as unknown as {
  [Name in TableName]: ReturnType<typeof tableRoute<Name>>;
};
