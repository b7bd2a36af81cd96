/**
 * Takes in uploaded pictures and videos, all of them or none. What they are is decided by their bytes; of each picture the first renditions are
 * made in the temporary folder; only when all are ready are files stored and rows written. The rest is made by the queue (media-worker.service.ts).
 */

import path from 'node:path';
import type { Picture } from '#contract/media.ts';
import { mediaIdOf } from '#contract/media-id.ts';
import { Problem, type ProblemCode } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { makeFirstStep } from '#server/platform/images/image-worker-client.ts';
import { renditionsOf } from '#server/platform/images/renditions.ts';
import { selectMediaRows, touchMedia } from '../media.queries.ts';
import { addMedia, filesOfMedium, MEDIA_LOCK, type NewPicture, type NewVideo, originalName } from '../media.service.ts';
import { ACCEPTED_TYPES, type FileType, readFileType } from './file-type.ts';
import { checkPicture, type PictureUpload, unreadable } from './picture-checks.ts';
import { isEmptyPoster, posterOf, prepareVideoFile } from './video-ingest.ts';

const ATTEMPTS = 3;

/** A file in a temporary folder, as it came: `part`, `index` and `name` tell the sender which one it was. */
export type Upload = { part: string; index: number; name: string; localPath: string; sha256: string };

/** The folder for what is made of the files, and the sign that nobody waits any more. */
export type WorkDir = { folder: string; signal: AbortSignal };

/** What will be stored: files under their names, and the rows; and what is there already. */
type Prepared = { files: Map<string, string>; pictures: NewPicture[]; videos: NewVideo[]; kept: Set<string> };

/** An upload whose bytes have been looked at; a video with the poster that came with it. */
type Seen = (PictureUpload & { poster?: undefined }) | { file: Upload; type: 'video'; poster: PictureUpload | null };

/**
 * Takes in the files of one request.
 * @param posters the poster of each video among the files, in the videos' order; an empty one is taken here, as are those that are missing.
 * @param keep writes what refers to the media, in the transaction that adds them; gets their ids in the order of the files.
 * @throws Problem unsupported_type, unreadable_file, invalid_input naming the file; then nothing is kept, nor when `keep` throws.
 */
export async function ingestUploads<T>(
  ctx: Context,
  files: Upload[],
  posters: Upload[],
  place: WorkDir,
  keep: (tx: Tx, mediaIds: string[]) => Promise<T>,
): Promise<T> {
  // Looked at before anything is computed: whoever sends ten pictures and a text learns of the text at once.
  const seen = await inspect(ctx, files, posters, place);
  const ids = files.map(idOf);
  for (let attempt = 1; ; attempt++) {
    const prepared: Prepared = { files: new Map(), pictures: [], videos: [], kept: new Set() };
    for (const upload of seen) {
      if (upload.type === 'video') await prepareVideo(ctx, upload.file, upload.poster, place, prepared);
      else await preparePicture(ctx, upload, place, prepared);
    }
    try {
      return await store(ctx, prepared, place, (tx) => keep(tx, ids));
    } catch (error) {
      if (!(error instanceof GoneMeanwhile) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Looks at the files as `ingestUploads` would, and takes none in. @throws Problem as it does. */
export async function checkUploads(ctx: Context, files: Upload[], posters: Upload[], place: WorkDir): Promise<void> {
  await inspect(ctx, files, posters, place);
}

/** Where forms keep their files until they are taken in, and the time by which leftovers are old. */
export const uploadsOf = ({ config, clock }: Context) => ({ uploads: path.join(config.dataDir, 'uploads'), now: clock.now() });

/** Takes in one picture that belongs to no specimen, such as the logo. */
export async function ingestPicture(ctx: Context, file: Upload, place: WorkDir): Promise<Picture> {
  if ((await typeOf(file)) === 'video') throw refusal('unsupported_type', file, `“${file.name}” is a film. Please choose a picture.`);
  const id = await ingestUploads(ctx, [file], [], place, async (_tx, [mediaId = '']) => mediaId);
  const [row] = await selectMediaRows(ctx.db, [id]);
  if (!row) throw new Error(`The picture ${id} was not kept`);
  const { width, height, widths, placeholder, complete } = row;
  return { kind: 'picture', id, width, height, widths, placeholder, complete, alt: '', light: null };
}

/** Checks every file by its bytes and its header. */
async function inspect(ctx: Context, files: Upload[], posters: Upload[], { signal }: WorkDir): Promise<Seen[]> {
  const look = async (file: Upload): Promise<PictureUpload | { file: Upload; type: 'video' }> => {
    const type = await typeOf(file);
    if (type === 'video') return { file, type };
    await checkPicture(ctx, { file, type }, signal);
    return { file, type };
  };
  const waiting = posters.values();
  const seen: Seen[] = [];
  for (const file of files) {
    const found = await look(file);
    const sent = found.type === 'video' ? waiting.next().value : undefined;
    const poster = sent && !isEmptyPoster(sent) ? await look(sent) : null;
    if (poster?.type === 'video') throw refusal('unsupported_type', poster.file, 'The still picture of a film cannot be a film.');
    seen.push(found.type === 'video' ? { ...found, poster } : found);
  }
  const [extra] = waiting;
  if (extra) throw refusal('invalid_input', extra, `“${extra.name}” came as the still picture of a film, but there is no film for it.`);
  return seen;
}

/** @throws Problem unsupported_type for everything that is not taken. */
async function typeOf(file: Upload): Promise<FileType> {
  const type = await readFileType(file.localPath);
  if (type) return type;
  const message = `“${file.name}” is neither a picture nor a film that can be shown. Please choose ${ACCEPTED_TYPES}.`;
  throw refusal('unsupported_type', file, message);
}

async function preparePicture(ctx: Context, upload: PictureUpload, { folder, signal }: WorkDir, prepared: Prepared): Promise<void> {
  const { file, type } = upload;
  const id = idOf(file);
  if (await isPrepared(ctx, id, prepared)) return;
  const step = await makeFirstStep({ localPath: file.localPath, type, id, folder }, signal).catch((error: unknown) => {
    throw unreadable(ctx, file, error);
  });
  const picture = { id, ...step, original: endings[type] };
  prepared.pictures.push(picture);
  for (const { name } of renditionsOf(picture)) prepared.files.set(name, path.join(folder, name));
  prepared.files.set(originalName(id, picture.original), file.localPath);
}

const endings = { jpeg: 'jpg', png: 'png', gif: 'gif', webp: 'webp', avif: 'avif', heic: 'heic' } as const;

async function prepareVideo(ctx: Context, file: Upload, sent: PictureUpload | null, place: WorkDir, prepared: Prepared): Promise<void> {
  const id = idOf(file);
  // The same video again keeps the poster that it has.
  if (await isPrepared(ctx, id, prepared)) return;
  const { localPath, ...video } = await prepareVideoFile(ctx, file, place);
  const poster: PictureUpload = sent ?? { file: await posterOf(ctx, file, { localPath, ...video }, place), type: 'jpeg' };
  await preparePicture(ctx, poster, place, prepared);
  const name = `${id}.mp4`;
  prepared.videos.push({ id, ...video, posterId: idOf(poster.file), file: name, original: video.ending });
  prepared.files.set(name, localPath);
  prepared.files.set(originalName(id, video.ending), file.localPath);
}

/** Whether the medium is there already, row and files, or was prepared before. */
async function isPrepared(ctx: Context, id: string, { pictures, videos, kept }: Prepared): Promise<boolean> {
  if ([...pictures, ...videos].some((medium) => medium.id === id)) return true;
  const ids = await keptWith(ctx, id);
  for (const found of ids ?? []) kept.add(found);
  return ids !== null;
}

/** The ids of a medium and its poster, if both are there, rows and files. */
async function keptWith(ctx: Context, id: string): Promise<string[] | null> {
  const [row] = await selectMediaRows(ctx.db, [id]);
  if (!row) return null;
  for (const name of filesOfMedium(row)) if (!(await ctx.mediaStore.has(name))) return null;
  const poster = row.poster_id === null ? [] : await keptWith(ctx, row.poster_id);
  return poster && [id, ...poster];
}

/** What was found in its place was removed before it could be referred to. */
class GoneMeanwhile extends Error {}

let lastStored: Promise<unknown> = Promise.resolve();

/** One at a time: otherwise a failing request could remove a file that another has just found in its place. */
function store<T>(ctx: Context, prepared: Prepared, place: WorkDir, keep: (tx: Tx) => Promise<T>): Promise<T> {
  const mine = lastStored.then(() => storeNow(ctx, prepared, place, keep));
  lastStored = mine.catch(() => {});
  return mine;
}

async function storeNow<T>(ctx: Context, prepared: Prepared, { signal }: WorkDir, keep: (tx: Tx) => Promise<T>): Promise<T> {
  const { mediaStore } = ctx;
  const { files, kept, ...rows } = prepared;
  const added: string[] = [];
  const found: string[] = [];
  try {
    for (const [name, localPath] of files) {
      const isNew = await mediaStore.putFile(name, localPath);
      (isNew ? added : found).push(name);
    }
    signal.throwIfAborted();
    return await inTransaction(ctx.db, async (tx) => {
      await lockNames(tx, ctx.dialect, [MEDIA_LOCK]);
      const now = instantOf(ctx.clock);
      if ((await touchMedia(tx, [...kept], now)) < kept.size) throw new GoneMeanwhile();
      for (const name of found) if (!(await mediaStore.has(name))) throw new GoneMeanwhile();
      await addMedia(tx, rows, now);
      return keep(tx);
    });
  } catch (error) {
    await removeAdded(ctx, added).catch((err: unknown) => ctx.log.warn({ err }, 'files of a failed upload stay until they are swept'));
    throw error;
  }
}

/** Removes files of media that have no row; a commit whose answer was lost may stand. */
async function removeAdded(ctx: Context, added: string[]): Promise<void> {
  if (added.length === 0) return;
  const idIn = (name: string) => mediaIdOf(path.basename(name));
  await inTransaction(ctx.db, async (tx) => {
    await lockNames(tx, ctx.dialect, [MEDIA_LOCK]);
    const kept = new Set((await selectMediaRows(tx, [...new Set(added.map(idIn))])).map((row) => row.id));
    for (const name of added) if (!kept.has(idIn(name))) await ctx.mediaStore.remove(name);
  });
}

const idOf = (file: Upload) => mediaIdOf(file.sha256);

const refusal = (code: ProblemCode, { part, index, name }: Upload, message: string) =>
  new Problem(code, message, { file: { part, index, name } });
