/** Loaded only when a video is chosen: the reader is large. */
import { BlobSource, Input, Logging, LogLevel, MP4, QTFF } from 'mediabunny';
import type { Codecs } from '#core/contract/media/video-codecs.ts';

// The page tells the admin what is wrong; the console need not.
Logging.level = LogLevel.Silent;

/** `isKnown`: the server can repackage the video without other programs. */
export type FileCodecs = Codecs & { isKnown: boolean };

/** @returns null for a file that cannot be read as a video. */
export async function readCodecs(file: File): Promise<FileCodecs | null> {
  using input = new Input({ formats: [MP4, QTFF], source: new BlobSource(file) });
  try {
    const video = await input.getPrimaryVideoTrack();
    if (!video) return null;
    const audio = await input.getPrimaryAudioTrack();
    const nameOf = async (track: typeof video | NonNullable<typeof audio>) =>
      (await track.getCodecParameterString()) ?? String(await track.getInternalCodecId());
    return {
      video: await nameOf(video),
      audio: audio && (await nameOf(audio)),
      isKnown: (await video.getCodec()) !== null,
    };
  } catch {
    return null;
  }
}
