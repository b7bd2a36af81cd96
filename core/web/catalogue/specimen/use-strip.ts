import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

const SETTLED = 400;
/** Milliseconds after which everything on the screen has been requested. */
const CALM = 1500;

/** `announced`: null until the view changes; `isCalm`: there is time to prefetch. */
export function useStrip(count: number) {
  const strip = useRef<HTMLDivElement>(null);
  const target = useRef<number | null>(null);
  const [index, setIndex] = useState(0);
  const [announced, setAnnounced] = useState<number | null>(null);
  const [isCalm, setCalm] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setCalm(true), CALM);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    if (announced === null ? index === 0 : index === announced) return;
    const timer = setTimeout(() => setAnnounced(index), SETTLED);
    return () => clearTimeout(timer);
  }, [index, announced]);

  /** @returns the view shown: the first follows the last. */
  function choose(view: number, behavior: 'smooth' | 'instant' = 'smooth'): number {
    const next = (view + count) % count;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    target.current = next;
    setIndex(next);
    strip.current?.scrollTo({
      left: next * strip.current.clientWidth,
      behavior: isStill ? 'instant' : behavior,
    });
    return next;
  }

  const letGo = () => {
    target.current = null;
  };
  const handlers = {
    onScroll: () => {
      if (!strip.current) return;
      const now = Math.round(strip.current.scrollLeft / strip.current.clientWidth);
      // While it scrolls to a chosen view, those in between do not count as shown.
      if (target.current !== null && target.current !== now) return;
      letGo();
      setIndex(now);
    },
    onPointerDown: letGo,
    onWheel: letGo,
    onKeyDown: (event: KeyboardEvent) => {
      const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      // With a modifier, arrow keys belong to the browser: back and forward.
      if (
        way === undefined ||
        event.altKey ||
        event.metaKey ||
        event.target instanceof HTMLInputElement ||
        count < 2
      )
        return;
      event.preventDefault();
      // The view that is left becomes inert and would lose the focus.
      strip.current?.focus({ preventScroll: true });
      choose(index + way);
    },
  };
  return { strip, index, announced, isCalm, choose, handlers };
}
