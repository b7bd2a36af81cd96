import { useEffect, useEffectEvent, useRef } from 'react';
import type { Medium, Picture, Video } from '#contract/media/media.ts';
import { isVideo } from '#contract/media/media-kind.ts';
import { upload } from '#web/lib/upload.ts';
import { takePoster } from './video-poster.ts';

/**
 * Makes a poster for each video that has only a plain one, because none could be taken when it was sent. Where this browser cannot play the
 * video either, the next one that opens the page tries again.
 * @param onPoster called when a poster has been stored.
 */
export function useMissingPosters(media: readonly Medium[], onPoster: (videoId: string, poster: Picture) => void): void {
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
  return upload<Picture>(`/api/media/${id}/poster`, form);
}
