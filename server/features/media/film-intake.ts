/** Films on their way in: written anew for browsers, and with a still picture where nobody sent one. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { filmType, isForAll } from '#contract/film-codings.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { takeStill } from '#server/platform/films/ffmpeg.ts';
import type { FilmFacts } from '#server/platform/films/film-file.ts';
import { prepareForBrowsers, UnknownCoding, UnreadableFilm } from '#server/platform/films/films.ts';
import type { Upload, Workplace } from './intake.service.ts';

const STILL_MS = 60_000;
const EMPTY = createHash('sha256').digest('hex');

/** A film that can be stored: the file for browsers in the workplace, and what is known of it. */
export type ReadyFilm = FilmFacts & {
  localPath: string;
  /** MIME type with codecs. */
  type: string;
  /** Not every browser plays it as it is. */
  isOdd: boolean;
};

/** @throws Problem unreadable_file naming the file; the signal's reason. */
export async function readyFilm(ctx: Context, file: Upload, { folder, signal }: Workplace): Promise<ReadyFilm> {
  const localPath = path.join(folder, `${path.basename(file.localPath)}.mp4`);
  try {
    const facts = await prepareForBrowsers(file.localPath, localPath, ctx.config.ffmpeg, { signal });
    return { ...facts, localPath, type: filmType(facts), isOdd: !isForAll(facts) };
  } catch (error) {
    if (error instanceof UnknownCoding)
      throw refusal(file, `“${file.name}” is coded in a way that no browser plays (${error.message}). Please save it as MP4 with H.264.`);
    if (error instanceof UnreadableFilm) throw refusal(file, `“${file.name}” is damaged, or no film with a picture: it cannot be shown.`);
    throw error;
  }
}

/** Whether what came as a still picture only keeps its place: the sender could not take one. */
export const isNoStill = (poster: Upload): boolean => poster.sha256 === EMPTY;

/**
 * The still picture of a film that came without one, as if it had been sent.
 * @throws Problem unreadable_file where there is no ffmpeg, or it cannot read the film.
 */
export async function stillOf(ctx: Context, file: Upload, film: ReadyFilm, { folder, signal }: Workplace): Promise<Upload> {
  const { ffmpeg } = ctx.config;
  const missing = refusal(file, `The film “${file.name}” came without a still picture to show before it plays.`);
  if (ffmpeg === null) throw missing;
  const localPath = path.join(folder, `${path.basename(file.localPath)}.jpg`);
  await takeStill(ffmpeg, file.localPath, localPath, { ...film, withinMs: STILL_MS, signal }).catch(() => {
    signal.throwIfAborted();
    throw missing;
  });
  const sha256 = createHash('sha256')
    .update(await readFile(localPath))
    .digest('hex');
  return { part: file.part, index: file.index, name: file.name, localPath, sha256 };
}

const refusal = ({ part, index, name }: Upload, message: string) =>
  new Problem('unreadable_file', message, { file: { part, index, name } });
