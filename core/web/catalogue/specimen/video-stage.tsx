import { type CSSProperties, useState } from 'react';
import type { Video } from '#core/contract/media/media.ts';
import { VideoParts } from '#core/web/on-video.tsx';
import type { PictureProps } from '#ui/responsive-image.tsx';
import { VideoView } from '#ui/video-view.tsx';

type Props = {
  video: Video;
  title: string;
  load: Pick<PictureProps, 'sizes' | 'eager' | 'soon'>;
  frame: CSSProperties;
  /** Features may draw parts over it. */
  hasParts: boolean;
};

/** Out of sight it does not play. */
export function VideoStage({ video, title, load, frame, hasParts }: Props) {
  const [isCovered, setCovered] = useState(false);
  return (
    <div className="relative w-full" style={frame}>
      <div className={isCovered ? 'hidden' : 'size-full'}>
        <VideoView video={video} {...load} className="size-full object-contain" />
      </div>
      {hasParts && <VideoParts at="onVideo" video={video} title={title} onCover={setCovered} />}
    </div>
  );
}
