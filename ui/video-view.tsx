import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Video } from '#core/contract/media/media.ts';
import { type PictureProps, ResponsiveImage } from './responsive-image.tsx';

const VideoPlayer = lazy(() => import('./video-player.tsx'));

export function VideoView({ video, className = '', ...props }: PictureProps & { video: Video }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isInView, setInView] = useState<boolean>();

  useEffect(() => {
    const see = (entries: IntersectionObserverEntry[]) => {
      // A busy page is told several changes at once; the last one counts.
      const isVisible = entries.at(-1)?.isIntersecting;
      // Once loaded, the player stays.
      setInView((was) => isVisible || (was && false));
    };
    const observer = new IntersectionObserver(see, { threshold: 0.5 });
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={frame} className="relative size-full">
      <ResponsiveImage picture={video.poster} alt={video.alt} className={className} {...props} />
      {isInView !== undefined && (
        <Suspense>
          <VideoPlayer video={video} isInView={isInView} className={className} />
        </Suspense>
      )}
    </div>
  );
}
