import type { Medium } from '#core/contract/media/media.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import { type PictureProps, ResponsiveImage } from './responsive-image.tsx';
import { VideoView } from './video-view.tsx';

export function MediumView({ medium, ...props }: PictureProps & { medium: Medium }) {
  return isVideo(medium) ? (
    <VideoView video={medium} {...props} />
  ) : (
    <ResponsiveImage picture={medium} {...props} />
  );
}
