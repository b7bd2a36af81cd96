/** Videos: read, written anew for browsers, converted where ffmpeg is installed. Everything that reads a stranger's file is a process of its own. */
import path from 'node:path';
import { ChildFailure, childRunner } from '#server/platform/jobs/child-runner.ts';
import { copyPictures } from './ffmpeg.ts';
import type { VideoFacts } from './video-file.ts';

const READING_MS = 60_000;

// A video that claims to have millions of pictures fills the memory of its reader, which then ends.
const runner = childRunner(path.join(import.meta.dirname, 'video-process.ts'), { execArgv: ['--max-old-space-size=300'] });

/** The video is damaged, none, or takes too long to read. */
export class UnreadableVideo extends Error {}

/** Its pictures are coded in a way that nothing here knows. */
export class UnknownCodec extends UnreadableVideo {}

type Waiting = { signal: AbortSignal /** Milliseconds after which reading is cut off. */; timeoutMs?: number };

/** What a video says of itself. @throws UnreadableVideo; the signal's reason. */
export const readVideo = (localPath: string, waiting: Waiting): Promise<VideoFacts> => run('read', { localPath }, waiting, false);

/**
 * Writes a video for browsers: its pictures and its sound as they are, the index first, without anything else that was in the file.
 * @param ffmpeg what copies the few codings that we cannot write; null where it is not installed.
 * @throws UnreadableVideo, UnknownCodec; the signal's reason.
 */
export async function prepareForBrowsers(localPath: string, outPath: string, ffmpeg: string | null, waiting: Waiting): Promise<VideoFacts> {
  const { isWritten, ...facts } = await run<VideoFacts & { isWritten: boolean }>('remux', { localPath, outPath }, waiting, true);
  if (isWritten) return facts;
  if (ffmpeg === null) throw new UnknownCodec(facts.video);
  await copyPictures(ffmpeg, localPath, outPath, { timeoutMs: READING_MS, ...waiting }).catch((cause: unknown) => {
    waiting.signal.throwIfAborted();
    throw new UnknownCodec(facts.video, { cause });
  });
  return facts;
}

async function run<T>(task: string, input: object, { signal, timeoutMs = READING_MS }: Waiting, urgent: boolean): Promise<T> {
  try {
    return await runner.run<T>(task, input, { timeoutMs, signal, urgent });
  } catch (cause) {
    signal.throwIfAborted();
    // Whatever the reader trips over is the file's fault, but not what the disk says.
    if (cause instanceof ChildFailure || !isSystemError(cause)) throw new UnreadableVideo('The film cannot be read', { cause });
    throw cause;
  }
}

const isSystemError = (error: unknown) => error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code));
