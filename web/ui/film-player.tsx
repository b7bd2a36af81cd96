import { useEffect, useRef, useState } from 'react';
import { PauseIcon, PlayIcon } from './tool-icons.tsx';

/** A silent loop over its poster, with a button that stops it. */
export default function FilmPlayer({ url, isInView, className }: { url: string; isInView: boolean; className: string }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isPaused, setPaused] = useState(false);

  useEffect(() => {
    if (isInView && !isPaused) video.current?.play().catch(() => setPaused(true));
    else video.current?.pause();
  }, [isInView, isPaused]);

  return (
    <>
      <video ref={video} src={url} muted loop playsInline preload="auto" tabIndex={-1} className={`absolute inset-0 ${className}`} />
      <button
        type="button"
        aria-label={isPaused ? 'Play film' : 'Pause film'}
        onClick={() => setPaused(!isPaused)}
        className="absolute bottom-2 left-2 z-20 grid size-11 place-items-center rounded-full bg-black/55 text-white hover:text-accent"
      >
        {isPaused ? <PlayIcon /> : <PauseIcon />}
      </button>
    </>
  );
}
