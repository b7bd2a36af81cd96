/** A hash leads to a section, or to the list that it stands for. */
import type { UseNavigateResult } from '@tanstack/react-router';
import { galleryShortcuts } from '#core/contract/catalogue/gallery-shortcuts.ts';

const SCROLL_DELAY = 100;

/** By the router's keys, since the page was loaded. */
const followed = new Set<string>();

/** @param stopping aborts where the visitor scrolls or leaves. */
export function followHash(
  { hash, key }: { hash: string; key?: string },
  navigate: UseNavigateResult<'/'>,
  stopping: AbortSignal,
): void {
  // On the way back the router restores the place.
  if (stopping.aborted || (key !== undefined && followed.has(key))) return;
  if (key !== undefined) followed.add(key);
  const filter = galleryShortcuts[hash];
  if (filter) {
    void navigate({ to: '/', search: filter, hash: 'gallery', replace: true });
    return;
  }
  const scroll = () => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    document.getElementById(hash)?.scrollIntoView({ behavior: isStill ? 'instant' : 'smooth' });
  };
  // The gallery may load more pages meanwhile, which moves the section down, and the browser would
  // keep what is in view where it is, and miss the section.
  const growth = new ResizeObserver(scroll);
  const { style } = document.documentElement;
  const timer = setTimeout(() => {
    // Who comes back is with the card already.
    if (document.activeElement?.matches('#list article *')) return;
    style.overflowAnchor = 'none';
    growth.observe(document.body);
  }, SCROLL_DELAY);
  stopping.addEventListener('abort', () => {
    clearTimeout(timer);
    growth.disconnect();
    style.overflowAnchor = '';
  });
}
