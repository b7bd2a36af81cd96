import { useEffect, useRef, useState } from 'react';
import type { Video } from '#core/contract/media/media.ts';
import { remember, startsPaused, usePlaybackSlot } from './playback-slots.ts';
import { PauseIcon, PlayIcon } from './tool-icons.tsx';

type Props = { video: Video; isInView: boolean; className: string };

/** Shows nothing if the browser cannot play the format. */
export default function VideoPlayer({ video: { url, type }, isInView, className }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [isPaused, setPaused] = useState(() => startsPaused(url));
  const [isUnplayable, setUnplayable] = useState(
    () => document.createElement('video').canPlayType(type) === '',
  );
  const [asked, setAsked] = useState(0);
  const [hasBegun, setBegun] = useState(false);
  const isPlaying = usePlaybackSlot(isInView && !isPaused && !isUnplayable, asked);
  if (isPlaying && !hasBegun) setBegun(true);

  useEffect(() => {
    if (!isPlaying) return video.current?.pause();
    // A pause that interrupts `play` is no failure. If the browser forbids autoplay, the button
    // still works.
    video.current?.play().catch(({ name }: Error) => {
      if (name === 'NotAllowedError') setPaused(true);
      if (name === 'NotSupportedError') setUnplayable(true);
    });
  }, [isPlaying]);

  function toggle() {
    remember(url, isPlaying ? 'pause' : 'play');
    setPaused(isPlaying);
    setAsked(asked + 1);
  }

  if (isUnplayable) return null;
  return (
    <>
      {hasBegun && (
        <video
          ref={video}
          muted
          loop
          playsInline
          preload="none"
          tabIndex={-1}
          className={`absolute inset-0 ${className}`}
        >
          <source src={url} type={type} onError={() => setUnplayable(true)} />
        </video>
      )}
      <button
        type="button"
        aria-label={isPlaying ? 'Pause video' : 'Play video'}
        onClick={toggle}
        className="play-button absolute bottom-3 left-3 z-20 grid size-11 place-items-center rounded-full border border-white/25 bg-[#0b0a0c]/70 text-[#f3efe8] hover:border-accent hover:text-accent mouse:size-9"
      >
        {isPlaying ? <PauseIcon className="size-4.5" /> : <PlayIcon className="size-4.5" />}
      </button>
    </>
  );
}
