import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import type { Settings } from '#core/contract/admin/settings.ts';
import type { GallerySearch } from '#core/contract/catalogue/gallery-search.ts';
import { ForAdmin } from '#core/web/admin/auth/auth-session.tsx';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { Gallery } from '#core/web/catalogue/gallery/gallery.tsx';
import {
  facetsQuery,
  listTitle,
  readFilters,
} from '#core/web/catalogue/gallery/gallery-queries.ts';
import { About } from '#core/web/storefront/home/about.tsx';
import { FeaturedCollections } from '#core/web/storefront/home/collections.tsx';
import { Hero } from '#core/web/storefront/home/hero.tsx';
import { buttonClass } from '#ui/button.tsx';
import { goBackOnce } from '#ui/lib/go-back-once.ts';
import { useHydrated } from '#ui/lib/hydrated.ts';
import { noteList } from './last-list.ts';

const homeRoute = getRouteApi('/frame/');

const QuickView = lazy(() => import('./quick-view.tsx'));
const EmptyShop = lazy(() => import('./empty-shop.tsx'));
/** Visitors scroll by these themselves. */
const touches = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

export default function Home() {
  const { api } = homeRoute.useRouteContext();
  const { specimen } = homeRoute.useSearch();
  const search = homeRoute.useLoaderDeps();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const visible = settings.section_visibility;
  useHash();
  useEffect(() => noteList(search), [search]);
  return (
    <>
      <ListTitle search={search} settings={settings} />
      {visible.hero && (
        <Hero hero={settings.hero} hasGallery={visible.gallery}>
          <ForAdmin>
            <Link to="/upload" className={buttonClass('outline')}>
              Upload Specimens
            </Link>
          </ForAdmin>
        </Hero>
      )}
      {!visible.hero && (
        <h1 className={visible.gallery ? 'sr-only' : 'page py-20 text-5xl wrap-anywhere'}>
          {settings.general.siteTitle}
        </h1>
      )}
      {visible.gallery && (
        <Gallery
          api={api}
          settings={settings.gallery}
          search={search}
          email={settings.general.contactEmail}
          firstRun={
            <InBrowser>
              <EmptyShop />
            </InBrowser>
          }
        />
      )}
      {visible.collections && settings.hasCollections && (
        <FeaturedCollections api={api} setting={settings.featured_collections} />
      )}
      {visible.about && <About about={settings.about} siteTitle={settings.general.siteTitle} />}
      {specimen && <Opened id={Number(specimen)} />}
    </>
  );
}

/** In the browser the route's head does not wait for the counts. */
function ListTitle({
  search,
  settings: { general, gallery, section_visibility: visible },
}: {
  search: GallerySearch;
  settings: Settings;
}) {
  const { api } = homeRoute.useRouteContext();
  const { data: counted } = useQuery({
    ...facetsQuery(api, search),
    enabled: visible.gallery && gallery.showFilters,
  });
  useEffect(() => {
    document.title = listTitle(general, search, readFilters(counted, search).words);
  }, [general, search, counted]);
  return null;
}

/** The server draws neither the quick view nor what is the owner's alone. */
const InBrowser = ({ waiting, children }: { waiting?: ReactNode; children: ReactNode }) =>
  useHydrated() && <Suspense fallback={waiting}>{children}</Suspense>;

function Opened({ id }: { id: number }) {
  const navigate = homeRoute.useNavigate();
  const { history } = useRouter();

  function close() {
    // Opened from the list: go back to it. Opened by its URL: stay on the page and close it.
    if (history.canGoBack()) goBackOnce();
    else
      void navigate({
        search: (now) => ({ ...now, specimen: undefined }),
        replace: true,
        resetScroll: false,
      });
  }

  return (
    <InBrowser waiting={<OpeningView onClose={close} />}>
      <QuickView id={id} onClose={close} />
    </InBrowser>
  );
}

/** Defined once: a new function on each render would close the dialog and open it again. */
function shown(dialog: HTMLDialogElement | null) {
  dialog?.showModal();
  // The element gives the focus back only if closed while still in the page.
  return () => dialog?.close();
}

/** Answers the press while the view's code is on its way. */
function OpeningView({ onClose }: { onClose: () => void }) {
  return (
    <dialog aria-label="Quick view" ref={shown} onCancel={onClose} className="room full-view">
      <div className="waiting m-8 h-2/3 bg-raised md:w-3/5" />
    </dialog>
  );
}

function useHash() {
  // The router scrolls to the top when a page arrives, which may be long after its URL.
  const hash = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.hash ?? '' });
  const key = useRouterState({
    select: ({ resolvedLocation }) => resolvedLocation?.state.__TSR_key,
  });
  const navigate = homeRoute.useNavigate();

  useEffect(() => {
    if (hash === '') return;
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    for (const touch of touches)
      document.addEventListener(touch, stop, { once: true, passive: true });
    void import('./follow-hash.ts').then(({ followHash }) =>
      followHash({ hash, key }, navigate, stopping.signal),
    );
    return stop;
  }, [hash, key, navigate]);
}
