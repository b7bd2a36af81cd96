import type { Medium } from '#contract/media/media.ts';
import { isVideo } from '#contract/media/media-kind.ts';
import { type PictureProps, ResponsiveImage } from './responsive-image.tsx';
import { VideoView } from './video-view.tsx';

/** A picture, or a video that plays muted and looping while it is in view. */
export function MediumView({ medium, ...props }: PictureProps & { medium: Medium }) {
  return isVideo(medium) ? <VideoView video={medium} {...props} /> : <ResponsiveImage picture={medium} {...props} />;
}
