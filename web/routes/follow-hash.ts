/** Follows the hash of the front page's URL: to a section, or to the list that it stands for. */
import type { UseNavigateResult } from '@tanstack/react-router';
import { galleryShortcuts } from '#contract/catalogue/gallery-shortcuts.ts';

const SCROLL_DELAY = 100;

/** The history entries whose hash was followed since the page was loaded, by the router's keys. */
const followed = new Set<string>();

/**
 * Scrolls smoothly to the section, shortly after the page is rendered; not once more when one comes back to it.
 * @param stopping aborts where somebody scrolls by themselves, or the page is left.
 */
export function followHash({ hash, key }: { hash: string; key?: string }, navigate: UseNavigateResult<'/'>, stopping: AbortSignal): void {
  // On the way back the router restores the place where one was.
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
  // The gallery may load more pages while it is scrolled past, which moves the section down. The browser would keep what is in view where it is
  // when something grows above it, and by as much it would miss the section.
  const growth = new ResizeObserver(scroll);
  const { style } = document.documentElement;
  const timer = setTimeout(() => {
    style.overflowAnchor = 'none';
    growth.observe(document.body);
  }, SCROLL_DELAY);
  stopping.addEventListener('abort', () => {
    clearTimeout(timer);
    growth.disconnect();
    style.overflowAnchor = '';
  });
}
