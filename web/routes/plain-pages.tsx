/** The routes of the pages that load no data: the page table says everything about them. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { type PageName, pages } from '#contract/pages.ts';
import { absolute, socialMeta } from '#web/features/seo/head.ts';
import { settingsQuery } from '#web/features/settings/settings-queries.ts';
import type { RouterContext } from '#web/router-context.ts';
import { rootRoute } from './root.tsx';
import { screenOf } from './screens.ts';

/** Pages with a title in the table; the others have route modules that make theirs. */
export type PlainPageName = { [Name in PageName]: (typeof pages)[Name]['title'] extends string ? Name : never }[PageName];
type PathOf<Name extends PageName> = (typeof pages)[Name]['path'];

const adminScreens = () => import('./admin-pages.tsx');
type AdminPageName = keyof Awaited<ReturnType<typeof adminScreens>>;

function plainRoute<Name extends PlainPageName>(name: Name) {
  const { path, title, crawlers, screen }: { path: string; title: string; crawlers: string; screen: string } = pages[name];
  const isIndexed = crawlers === 'index';
  return createRoute({
    getParentRoute: () => rootRoute,
    path: path as PathOf<Name>,
    head: ({ match }) =>
      isIndexed ? indexedHead(match.context, path, title) : { meta: [{ title }, { name: 'robots', content: 'noindex' }] },
    staticData: { hasFooter: isIndexed },
    component: screen === 'admin-pages' ? lazyRouteComponent(adminScreens, name as AdminPageName) : screenOf(name),
  });
}

/** What crawlers and link previews may show. The root has loaded the settings. */
function indexedHead(context: RouterContext, path: string, name: string) {
  const { siteTitle: shop = '', siteDescription: description = '' } =
    context.queryClient.getQueryData(settingsQuery(context.api).queryKey)?.general ?? {};
  const title = `${name} – ${shop}`;
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      ...(import.meta.env.SSR ? socialMeta(context, { title, description, path, shop, medium: null }) : []),
    ],
    links: [{ rel: 'canonical', href: absolute(context, path) }],
  };
}

type PlainRoutes = { [Name in PlainPageName]: ReturnType<typeof plainRoute<Name>> };

const isPlain = (name: string): name is PlainPageName => pages[name as PageName].title !== null;

export const plainRoutes = Object.fromEntries(
  Object.keys(pages)
    .filter(isPlain)
    .map((name) => [name, plainRoute(name)]),
) as unknown as PlainRoutes;
