/** The routes of pages that the table describes completely. They load no data, but for the shelf: in a browser it does so itself, so that no visitor else downloads how. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { type PageName, pages } from '#contract/storefront/pages.ts';
import { frameRoute } from './root.tsx';
import { screenOf, wholePageOf } from './screens.ts';

/** Pages with a title in the table, which crawlers are not to index; the others have route modules that make theirs. */
export type PlainPageName = { [Name in PageName]: (typeof pages)[Name]['title'] extends string ? Name : never }[PageName];
type PathOf<Name extends PageName> = (typeof pages)[Name]['path'];

const adminScreen = (name: string) =>
  lazyRouteComponent(async () => {
    const { default: AdminPage } = await import('./admin-pages.tsx');
    return { default: () => <AdminPage name={name} /> };
  });

function plainRoute<Name extends PlainPageName>(name: Name) {
  const { path, title, screen }: { path: string; title: string; screen: string } = pages[name];
  return createRoute({
    getParentRoute: () => frameRoute,
    path: path as PathOf<Name>,
    head: () => ({ meta: [{ title }, { name: 'robots', content: 'noindex' }] }),
    ...(import.meta.env.SSR && name === 'shelf' && { loader: wholePageOf(name).loader }),
    staticData: { hasFooter: name === 'shelf' },
    component: screen === pages.upload.screen ? adminScreen(name) : screenOf(name),
  });
}

type PlainRoutes = { [Name in PlainPageName]: ReturnType<typeof plainRoute<Name>> };

const isPlain = (name: string): name is PlainPageName => pages[name as PageName].title !== null;

export const plainRoutes = Object.fromEntries(
  Object.keys(pages)
    .filter(isPlain)
    .map((name) => [name, plainRoute(name)]),
) as unknown as PlainRoutes;
