import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Film } from '#contract/media.ts';
import { Photograph, type PictureProps } from './photograph.tsx';

const FilmPlayer = lazy(() => import('./film-player.tsx'));

/** The poster; once it is in view the player comes, which knows whether the film may play. */
export function FilmView({ film, className = '', ...props }: PictureProps & { film: Film }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isInView, setInView] = useState<boolean>();

  useEffect(() => {
    const see = (entries: IntersectionObserverEntry[]) => {
      // A busy page hears of several changes at once; the last one stands.
      const isNow = entries.at(-1)?.isIntersecting;
      // Once it was in view, the player stays.
      setInView((was) => isNow || (was && false));
    };
    const observer = new IntersectionObserver(see, { threshold: 0.5 });
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={frame} className="relative size-full">
      <Photograph picture={film.poster} alt={film.alt} className={className} {...props} />
      {isInView !== undefined && (
        <Suspense>
          <FilmPlayer film={film} isInView={isInView} className={className} />
        </Suspense>
      )}
    </div>
  );
}
