import { useEffect, useEffectEvent, useRef } from 'react';
import type { Medium, Picture, Video } from '#core/contract/media/media.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import { upload } from '#ui/lib/upload.ts';
import { takePoster } from './video-poster.ts';

/**
 * Where this browser cannot play the video, the next one tries. @param onPoster called when a
 * poster is stored.
 */
export function useMissingPosters(
  media: readonly Medium[],
  onPoster: (videoId: string, poster: Picture) => void,
): void {
  const tried = useRef(new Set<string>());
  const done = useEffectEvent(onPoster);

  useEffect(() => {
    for (const medium of media) {
      if (!isVideo(medium) || !medium.hasPlainPoster || tried.current.has(medium.id)) continue;
      tried.current.add(medium.id);
      makePoster(medium).then(
        (poster) => poster && done(medium.id, poster),
        // The plain one stays.
        () => {},
      );
    }
  });
}

async function makePoster({ id, url }: Video): Promise<Picture | null> {
  const poster = await takePoster(url);
  if (!poster) return null;
  const form = new FormData();
  form.append('poster', poster, 'poster.jpg');
  return upload('POST /api/media/:id/poster', form, { params: { id } });
}
