import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Film } from '#contract/media.ts';
import { Photograph, type PictureProps } from './photograph.tsx';

const FilmPlayer = lazy(() => import('./film-player.tsx'));

/** The poster; once it is in view the player comes, which knows whether the film may play. */
export function FilmView({ film, className = '', ...props }: PictureProps & { film: Film }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isInView, setInView] = useState<boolean>();

  useEffect(() => {
    // Once it was in view, the player stays.
    const observer = new IntersectionObserver(([entry]) => setInView((was) => entry?.isIntersecting || (was && false)), { threshold: 0.5 });
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
