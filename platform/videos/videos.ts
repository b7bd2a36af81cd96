/** Everything that reads an untrusted file runs in a child process. */
import path from 'node:path';
import { ChildFailure, childRunner } from '#platform/jobs/child-runner.ts';
import { projectFolder } from '#platform/process/project-folder.ts';
import { copyPictures } from './ffmpeg.ts';
import type { VideoFacts } from './video-file.ts';

const TIMEOUT_MS = 60_000;

// A video that claims millions of pictures exhausts the reader's heap, and the child ends.
const runner = childRunner(path.join(projectFolder, 'platform/videos/video-process.ts'), {
  execArgv: ['--max-old-space-size=300'],
});

/** The file is damaged or no video, or takes too long to read. */
export class UnreadableVideo extends Error {}

export class UnknownCodec extends UnreadableVideo {}

/** Made for cutting: unless it is converted, next to no one can play it. */
const PRORES = /^ap(4[hx]|c[hnos])$/;

type Limits = {
  signal: AbortSignal /** Milliseconds after which reading is aborted. */;
  timeoutMs?: number;
};

/** @throws UnreadableVideo; the signal's reason. */
export const readVideo = (localPath: string, limits: Limits): Promise<VideoFacts> =>
  run('read', { localPath }, limits, false);

/** ISO 8601 in UTC; null where the video does not say it. @throws as `readVideo` does. */
export const readWhenMade = (localPath: string, limits: Limits): Promise<string | null> =>
  run('made', { localPath }, limits, false);

/**
 * Copies pictures and sound, puts the index first, and drops everything else.
 * @param ffmpeg path of the program, which copies the few codecs that we cannot write and converts
 * others later; null if it is not installed.
 * @throws UnreadableVideo, UnknownCodec; the signal's reason.
 */
export async function prepareForBrowsers(
  localPath: string,
  outPath: string,
  ffmpeg: string | null,
  limits: Limits,
): Promise<VideoFacts> {
  const { isWritten, ...facts } = await run<VideoFacts & { isWritten: boolean }>(
    'remux',
    { localPath, outPath },
    limits,
    true,
  );
  const isForPlayers = isWritten && !(ffmpeg === null && PRORES.test(facts.video));
  if (isForPlayers) return facts;
  if (ffmpeg === null) throw new UnknownCodec(facts.video);
  await copyPictures(ffmpeg, localPath, outPath, { timeoutMs: TIMEOUT_MS, ...limits }).catch(
    (cause: unknown) => {
      limits.signal.throwIfAborted();
      throw new UnknownCodec(facts.video, { cause });
    },
  );
  return facts;
}

async function run<T>(
  task: string,
  input: object,
  { signal, timeoutMs = TIMEOUT_MS }: Limits,
  urgent: boolean,
): Promise<T> {
  try {
    return await runner.run<T>(task, input, { timeoutMs, signal, urgent });
  } catch (cause) {
    signal.throwIfAborted();
    // Any failure of the reader is the file's fault, except errors from the disk.
    if (cause instanceof ChildFailure || !isSystemError(cause))
      throw new UnreadableVideo('The video cannot be read', { cause });
    throw cause;
  }
}

const isSystemError = (error: unknown) =>
  error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code));
