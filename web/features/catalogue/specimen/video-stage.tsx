import { type CSSProperties, useState } from 'react';
import type { Video } from '#contract/media/media.ts';
import { VideoParts } from '#web/on-video.tsx';
import type { PictureProps } from '#web/ui/responsive-image.tsx';
import { VideoView } from '#web/ui/video-view.tsx';

type Props = {
  video: Video;
  title: string;
  load: Pick<PictureProps, 'sizes' | 'eager' | 'soon'>;
  frame: CSSProperties;
  /** Whether parts of extras may be drawn over it. */
  hasParts: boolean;
};

/** A video in its frame. Out of sight it does not play. */
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
