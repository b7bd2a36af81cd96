import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

const SETTLED = 400;
/** Long enough for what is on the screen to have been asked for. */
const CALM = 1500;

/**
 * A strip of views, each as wide as the strip, of which one is shown. It scrolls by itself; this knows where it stands and moves it.
 * `announced` is the view to be told of, null until it has changed; `isCalm` that there is time to fetch what may be wanted next.
 */
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

  /** Shows a view; the last is followed by the first. @returns which one. */
  function choose(view: number, behavior: 'smooth' | 'instant' = 'smooth'): number {
    const next = (view + count) % count;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    target.current = next;
    setIndex(next);
    strip.current?.scrollTo({ left: next * strip.current.clientWidth, behavior: isStill ? 'instant' : behavior });
    return next;
  }

  const letGo = () => {
    target.current = null;
  };
  const handlers = {
    onScroll: () => {
      if (!strip.current) return;
      const now = Math.round(strip.current.scrollLeft / strip.current.clientWidth);
      // On the way to a chosen view those between are not shown.
      if (target.current !== null && target.current !== now) return;
      letGo();
      setIndex(now);
    },
    onPointerDown: letGo,
    onWheel: letGo,
    onKeyDown: (event: KeyboardEvent) => {
      const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      // With one of these keys an arrow is the browser's: back and forward.
      if (way === undefined || event.altKey || event.metaKey || event.target instanceof HTMLInputElement || count < 2) return;
      event.preventDefault();
      // What is inside the view that leaves cannot keep the focus.
      strip.current?.focus({ preventScroll: true });
      choose(index + way);
    },
  };
  return { strip, index, announced, isCalm, choose, handlers };
}
