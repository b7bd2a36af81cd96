import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import type { Category } from '#contract/categories.ts';
import { useAuth } from '#web/features/auth/auth-context.tsx';
import { Gallery } from '#web/features/gallery/gallery.tsx';
import { About } from '#web/features/home/about.tsx';
import { FeaturedCollections } from '#web/features/home/collections.tsx';
import { Hero } from '#web/features/home/hero.tsx';
import { settingsQuery } from '#web/features/settings/settings-queries.ts';
import { useHydrated } from '#web/lib/hydrated.ts';

const homeRoute = getRouteApi('/');

const QuickView = lazy(() => import('./quick-view.tsx'));
const HASH_SCROLL_DELAY = 100;
/** Signs that the visitor goes his own way. */
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

/** Everything on the front page, each section as the admin shows or hides it. */
export default function Home() {
  const { api } = homeRoute.useRouteContext();
  const { specimen } = homeRoute.useSearch();
  const search = homeRoute.useLoaderDeps();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const { isAdmin } = useAuth();
  const isHydrated = useHydrated();
  const visible = settings.section_visibility;
  useHash();
  return (
    <>
      {visible.hero && <Hero hero={settings.hero} isAdmin={isAdmin} />}
      {visible.gallery && <Gallery api={api} settings={settings.gallery} search={search} />}
      {visible.collections && settings.featured_collections.collections.some((collection) => collection.enabled) && (
        <FeaturedCollections collections={settings.featured_collections} />
      )}
      {visible.about && <About about={settings.about} siteTitle={settings.general.siteTitle} />}
      {isHydrated && specimen && (
        <Suspense>
          <QuickView id={Number(specimen)} />
        </Suspense>
      )}
    </>
  );
}

/** Scrolls smoothly to the section the address names, a little after the page is there. */
function useHash() {
  const hash = useLocation({ select: (location) => location.hash });
  const key = useLocation({ select: (location) => location.state.__TSR_key });
  const navigate = homeRoute.useNavigate();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link followed twice scrolls twice, which only the key tells
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
    // Scrolled past, the gallery may load further pages: then the section is further down.
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
