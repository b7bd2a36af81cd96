import { useEffect, useRef, useState } from 'react';
import { filmUrl } from '#contract/media-address.ts';
import type { Film } from '#contract/media.ts';
import { PauseIcon, PlayIcon } from './icons.tsx';
import { Photograph } from './photograph.tsx';

type Props = { film: Film; sizes: string; eager?: boolean; className?: string; controls: boolean };

/** The poster first; the film is fetched and plays once it is in view, not under reduced motion, and can be paused. */
export function FilmView({ film, sizes, eager, className = '' }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [isNear, setNear] = useState(false);
  const [wasNear, setWasNear] = useState(false);
  const [isPaused, setPaused] = useState(false);

  useEffect(() => {
    if (!frame.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const isInView = entry?.isIntersecting ?? false;
        setNear(isInView);
        if (isInView) setWasNear(true);
      },
      { threshold: 0.5 },
    );
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!video.current) return;
    if (isNear && !isPaused) video.current.play().catch(() => setPaused(true));
    else video.current.pause();
  }, [isNear, isPaused, wasNear]);

  return (
    <div ref={frame} className="relative size-full">
      <Photograph picture={film.poster} alt={film.alt} sizes={sizes} eager={eager} className={className} />
      {wasNear && (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: the films are silent */}
          <video ref={video} src={filmUrl(film.id)} muted loop playsInline preload="auto" aria-hidden="true" className={`absolute inset-0 ${className}`} />
          <button
            type="button"
            aria-label={isPaused ? 'Play film' : 'Pause film'}
            onClick={() => setPaused(!isPaused)}
            className="absolute bottom-2 left-2 z-20 grid size-11 place-items-center rounded-full bg-black/55 text-white hover:text-accent"
          >
            {isPaused ? <PlayIcon /> : <PauseIcon />}
          </button>
        </>
      )}
    </div>
  );
}
