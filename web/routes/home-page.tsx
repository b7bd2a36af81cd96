import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import type { Category } from '#contract/categories.ts';
import { shippingSentence } from '#contract/shipping.ts';
import { useAuth } from '#web/features/auth/auth-context.tsx';
import { Gallery } from '#web/features/gallery/gallery.tsx';
import { About } from '#web/features/home/about.tsx';
import { FeaturedCollections } from '#web/features/home/collections.tsx';
import { Hero } from '#web/features/home/hero.tsx';
import { settingsQuery } from '#web/features/settings/settings-queries.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { noteList } from './last-list.ts';

const homeRoute = getRouteApi('/');

const QuickView = lazy(() => import('./quick-view.tsx'));
const HASH_SCROLL_DELAY = 100;
/** Events by which visitors scroll themselves. */
const touches = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Footer links that filter the gallery and scroll to it. */
const hashFilters: Record<string, { category?: Category; search?: string }> = {
  gemstones: { category: 'Gemstones' },
  minerals: { category: 'Minerals' },
  crystals: { category: 'Crystals' },
  fossils: { category: 'Fossils' },
  meteorites: { category: 'Meteorites' },
  'rare-specimens': { search: 'rare' },
};

/** The front page, with the sections that the admin shows. */
export default function Home() {
  const { api } = homeRoute.useRouteContext();
  const { specimen } = homeRoute.useSearch();
  const search = homeRoute.useLoaderDeps();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const { isAdmin } = useAuth();
  const isHydrated = useHydrated();
  const visible = settings.section_visibility;
  useHash();
  useEffect(() => noteList(search), [search]);
  return (
    <>
      {visible.hero && <Hero hero={settings.hero} isAdmin={isAdmin} hasGallery={visible.gallery} />}
      {visible.gallery && (
        <Gallery api={api} settings={settings.gallery} search={search} shippingNote={shippingSentence(settings.shipping_rule)} />
      )}
      {visible.collections && settings.hasCollections && <FeaturedCollections api={api} setting={settings.featured_collections} />}
      {visible.about && <About about={settings.about} siteTitle={settings.general.siteTitle} />}
      {isHydrated && specimen && (
        <Suspense>
          <QuickView id={Number(specimen)} />
        </Suspense>
      )}
    </>
  );
}

/** Scrolls smoothly to the section in the URL's hash, shortly after the page is rendered. */
function useHash() {
  const hash = useLocation({ select: (location) => location.hash });
  const key = useLocation({ select: (location) => location.state.__TSR_key });
  const navigate = homeRoute.useNavigate();

  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link twice changes only the key
  useEffect(() => {
    if (hash === '') return;
    const filter = hashFilters[hash];
    if (filter) {
      void navigate({ to: '/', search: filter, hash: 'gallery', replace: true });
      return;
    }
    const scroll = () => {
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
      document.getElementById(hash)?.scrollIntoView({ behavior: isStill ? 'instant' : 'smooth' });
    };
    // The gallery may load more pages while it is scrolled past, which moves the section down.
    const growth = new ResizeObserver(scroll);
    const stop = () => growth.disconnect();
    const timer = setTimeout(() => growth.observe(document.body), HASH_SCROLL_DELAY);
    for (const touch of touches) document.addEventListener(touch, stop, { once: true, passive: true });
    return () => {
      clearTimeout(timer);
      stop();
      for (const touch of touches) document.removeEventListener(touch, stop);
    };
  }, [hash, key, navigate]);
}
