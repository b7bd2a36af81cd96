import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Film } from '#contract/media.ts';
import { Photograph } from './photograph.tsx';

const FilmPlayer = lazy(() => import('./film-player.tsx'));

type Props = { film: Film; sizes: string; eager?: boolean; className?: string };

/** The poster first; the film is fetched and plays once it is in view, not under reduced motion, and can be paused. */
export function FilmView({ film, sizes, eager, className = '' }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [isInView, setInView] = useState(false);
  const [wasInView, setWasInView] = useState(false);

  useEffect(() => {
    if (!frame.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        setInView(entry?.isIntersecting ?? false);
        if (entry?.isIntersecting) setWasInView(true);
      },
      { threshold: 0.5 },
    );
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={frame} className="relative size-full">
      <Photograph picture={film.poster} alt={film.alt} sizes={sizes} eager={eager} className={className} />
      {wasInView && (
        <Suspense>
          <FilmPlayer url={film.url} isInView={isInView} className={className} />
        </Suspense>
      )}
    </div>
  );
}
