import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import type { Settings } from '#contract/admin/settings.ts';
import type { GallerySearch } from '#contract/catalogue/gallery-search.ts';
import { shippingSentence } from '#contract/selling/shipping.ts';
import { ForAdmin } from '#web/features/admin/auth/auth-session.tsx';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { Gallery } from '#web/features/catalogue/gallery/gallery.tsx';
import { facetsQuery, listTitle, readFilters } from '#web/features/catalogue/gallery/gallery-queries.ts';
import { About } from '#web/features/storefront/home/about.tsx';
import { FeaturedCollections } from '#web/features/storefront/home/collections.tsx';
import { Hero } from '#web/features/storefront/home/hero.tsx';
import { goBackOnce } from '#web/lib/go-back-once.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { noteList } from './last-list.ts';

const homeRoute = getRouteApi('/frame/');

const QuickView = lazy(() => import('./quick-view.tsx'));
const FirstRun = lazy(() => import('./first-run.tsx'));
/** Events by which visitors scroll themselves. */
const touches = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** The front page, with the sections that the admin shows. */
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
      {!visible.hero && <h1 className={visible.gallery ? 'sr-only' : 'page py-20 text-5xl wrap-anywhere'}>{settings.general.siteTitle}</h1>}
      {visible.gallery && (
        <Gallery
          api={api}
          settings={settings.gallery}
          search={search}
          shippingNote={shippingSentence(settings.shipping_rule)}
          email={settings.general.contactEmail}
          firstRun={
            <InBrowser>
              <FirstRun />
            </InBrowser>
          }
        />
      )}
      {visible.collections && settings.hasCollections && <FeaturedCollections api={api} setting={settings.featured_collections} />}
      {visible.about && <About about={settings.about} siteTitle={settings.general.siteTitle} />}
      {specimen && <Opened id={Number(specimen)} />}
    </>
  );
}

/** Names the list's filters in the title once they are counted; what the route's head says does not wait for that in the browser. */
function ListTitle({ search, settings: { general, gallery, section_visibility: visible } }: { search: GallerySearch; settings: Settings }) {
  const { api } = homeRoute.useRouteContext();
  const { data: counted } = useQuery({ ...facetsQuery(api, search), enabled: visible.gallery && gallery.showFilters });
  useEffect(() => {
    document.title = listTitle(general, search, readFilters(counted, search).words);
  }, [general, search, counted]);
  return null;
}

/** What the server draws nothing of: the quick view, and what is for the owner alone. */
const InBrowser = ({ waiting, children }: { waiting?: ReactNode; children: ReactNode }) =>
  useHydrated() && <Suspense fallback={waiting}>{children}</Suspense>;

/** The quick view in the page's URL: a dialog. */
function Opened({ id }: { id: number }) {
  const navigate = homeRoute.useNavigate();
  const { history } = useRouter();

  function close() {
    // Opened from the list: go back to it. Opened by its URL: stay on the page and close it.
    if (history.canGoBack()) goBackOnce();
    else void navigate({ search: (now) => ({ ...now, specimen: undefined }), replace: true, resetScroll: false });
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
  // The element gives the focus back only if it is closed while still in the page.
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

/** Leads to the section in the URL's hash, until somebody scrolls or the page is left; most visits have none. */
function useHash() {
  // Of the page that is there: the router scrolls to the top when one arrives, which may be long after its URL.
  const hash = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.hash ?? '' });
  const key = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state.__TSR_key });
  const navigate = homeRoute.useNavigate();

  useEffect(() => {
    if (hash === '') return;
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    for (const touch of touches) document.addEventListener(touch, stop, { once: true, passive: true });
    void import('./follow-hash.ts').then(({ followHash }) => followHash({ hash, key }, navigate, stopping.signal));
    return stop;
  }, [hash, key, navigate]);
}
