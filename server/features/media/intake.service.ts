/**
 * Takes in uploaded pictures and films, all of them or none. What they are is decided by their bytes; pictures are made into renditions in the
 * temporary folder; only when every one is ready are files stored and rows written.
 */
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Picture } from '#contract/media.ts';
import { Problem, type ProblemCode } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { MOST_PIXELS, readPictureHeader } from '#server/platform/images/pictures.ts';
import { renderPicture, renditionsOf, UndecodablePicture } from '#server/platform/images/renditions.ts';
import { ACCEPTED_TYPES, type FileType, readFileType } from './file-type.ts';
import { type FilmSize, readFilmSize } from './film-header.ts';
import { selectMediaRows } from './media.queries.ts';
import { addMedia, filesOfMedium, type NewFilm, type NewPicture } from './media.service.ts';

const ID_LENGTH = 32;

/** A file in a temporary folder, as it came: `part`, `index` and `name` tell the sender which one it was. */
export type Upload = { part: string; index: number; name: string; localPath: string; sha256: string };

/** The folder for what is made of the files, and the sign that nobody waits any more. */
export type Workplace = { folder: string; signal: AbortSignal };

/** What will be stored: files under their public names, and the rows. */
type Prepared = { files: Map<string, string>; pictures: NewPicture[]; films: NewFilm[] };

/**
 * Takes in the files of one request.
 * @param posters the still picture of each film among the files, in the films' order.
 * @param keep writes what refers to the media, in the transaction that adds them; gets their ids in the order of the files.
 * @throws Problem unsupported_type, unreadable_file, invalid_input naming the file; then nothing is kept, nor when `keep` throws.
 */
export async function takeIn<T>(
  ctx: Context,
  files: Upload[],
  posters: Upload[],
  place: Workplace,
  keep: (tx: Tx, mediaIds: string[]) => Promise<T>,
): Promise<T> {
  // Looked at before anything is computed: whoever sends ten pictures and a text learns of the text at once.
  const posterOf = await inspect(files, posters);
  const prepared: Prepared = { files: new Map(), pictures: [], films: [] };
  for (const file of files) {
    const poster = posterOf.get(file);
    if (poster) await prepareFilm(ctx, file, poster, place, prepared);
    else await preparePicture(ctx, file, place, prepared);
  }
  const ids = files.map(idOf);
  return store(ctx, prepared, place, (tx) => keep(tx, ids));
}

/** Where forms keep their files until they are taken in, and the time by which leftovers are old. */
export const uploadsOf = ({ config, clock }: Context) => ({ uploads: path.join(config.dataDir, 'uploads'), now: clock.now() });

/** Takes in one picture that belongs to no specimen, such as the logo. */
export async function takeInPicture(ctx: Context, file: Upload, place: Workplace): Promise<Picture> {
  if ((await typeOf(file)) === 'film') throw refusal('unsupported_type', file, `“${file.name}” is a film. Please choose a picture.`);
  const id = await takeIn(ctx, [file], [], place, async (_tx, [mediaId = '']) => mediaId);
  const [row] = await selectMediaRows(ctx.db, [id]);
  if (!row) throw new Error(`The picture ${id} was not kept`);
  const { width, height, widths, placeholder, complete } = row;
  return { kind: 'picture', id, width, height, widths, placeholder, complete, alt: '', light: null };
}

/** Checks every file by its beginning. @returns the poster of each film. */
async function inspect(files: Upload[], posters: Upload[]): Promise<Map<Upload, Upload>> {
  const waiting = posters.values();
  const posterOf = new Map<Upload, Upload>();
  for (const file of files) {
    if ((await typeOf(file)) !== 'film') await checkPicture(file);
    else {
      await filmSize(file);
      const poster = waiting.next().value;
      if (!poster) throw refusal('unreadable_file', file, `The film “${file.name}” came without a still picture to show before it plays.`);
      posterOf.set(file, poster);
    }
  }
  for (const poster of posterOf.values()) {
    if ((await typeOf(poster)) === 'film') throw refusal('unsupported_type', poster, 'The still picture of a film cannot be a film.');
    await checkPicture(poster);
  }
  const [extra] = waiting;
  if (extra) throw refusal('invalid_input', extra, `“${extra.name}” came as the still picture of a film, but there is no film for it.`);
  return posterOf;
}

/** @throws Problem unsupported_type for everything that is not taken. */
async function typeOf(file: Upload): Promise<FileType> {
  const type = await readFileType(file.localPath);
  if (type && type !== 'heic') return type;
  const message = `“${file.name}” is neither a picture nor a film that can be shown. Please choose ${ACCEPTED_TYPES}.`;
  throw refusal('unsupported_type', file, message);
}

async function checkPicture(file: Upload): Promise<void> {
  const header = await readPictureHeader(file.localPath).catch(() => null);
  if (!header?.type) throw damaged(file);
  if (header.pixels > MOST_PIXELS) {
    const megapixels = (pixels: number) => Math.ceil(pixels / 1_000_000).toLocaleString('en-US');
    const message = `“${file.name}” has ${megapixels(header.pixels)} megapixels; at most ${megapixels(MOST_PIXELS)} can be taken.`;
    throw refusal('unreadable_file', file, message);
  }
}

async function filmSize(file: Upload): Promise<FilmSize> {
  const handle = await open(file.localPath);
  try {
    const size = await readFilmSize(handle);
    if (size) return size;
  } finally {
    await handle.close();
  }
  throw refusal('unreadable_file', file, `“${file.name}” is damaged, or no film with a picture: it cannot be shown.`);
}

async function preparePicture(ctx: Context, file: Upload, place: Workplace, prepared: Prepared): Promise<void> {
  const id = idOf(file);
  if (prepared.pictures.some((picture) => picture.id === id) || (await isKept(ctx, id))) return;
  const rendered = await renderPicture(file.localPath, id, place.folder, place.signal).catch((error: unknown) => {
    throw error instanceof UndecodablePicture ? damaged(file) : error;
  });
  const picture = { id, ...rendered, complete: true, original: null };
  prepared.pictures.push(picture);
  for (const { name } of renditionsOf(picture)) prepared.files.set(name, path.join(place.folder, name));
}

async function prepareFilm(ctx: Context, file: Upload, poster: Upload, place: Workplace, prepared: Prepared): Promise<void> {
  const id = idOf(file);
  // The same film again keeps the still picture that it has.
  if (prepared.films.some((film) => film.id === id) || (await isKept(ctx, id))) return;
  await preparePicture(ctx, poster, place, prepared);
  const name = `${id}.mp4`;
  prepared.films.push({ id, ...(await filmSize(file)), posterId: idOf(poster), file: name, type: 'video/mp4', original: null });
  prepared.files.set(name, file.localPath);
}

/** Whether the medium is there already, row and files. */
async function isKept(ctx: Context, id: string): Promise<boolean> {
  const [row] = await selectMediaRows(ctx.db, [id]);
  if (!row) return false;
  for (const name of filesOfMedium(row)) if (!(await ctx.mediaStore.has(name))) return false;
  return row.poster_id === null || isKept(ctx, row.poster_id);
}

let lastStored: Promise<unknown> = Promise.resolve();

/** One at a time: otherwise a failing request could remove a file that another has just found in its place. */
function store<T>(ctx: Context, prepared: Prepared, place: Workplace, keep: (tx: Tx) => Promise<T>): Promise<T> {
  const mine = lastStored.then(() => storeNow(ctx, prepared, place, keep));
  lastStored = mine.catch(() => {});
  return mine;
}

async function storeNow<T>(ctx: Context, { files, ...rows }: Prepared, { signal }: Workplace, keep: (tx: Tx) => Promise<T>): Promise<T> {
  const { mediaStore } = ctx;
  const added: string[] = [];
  try {
    for (const [name, localPath] of files) {
      if (await mediaStore.has(name)) continue;
      await mediaStore.putFile(name, localPath);
      added.push(name);
    }
    signal.throwIfAborted();
    return await inTransaction(ctx.db, async (tx) => {
      await addMedia(tx, rows, instantOf(ctx.clock));
      return keep(tx);
    });
  } catch (error) {
    // A commit whose answer was lost may stand: what has a row keeps its files.
    const kept = new Set((await selectMediaRows(ctx.db, idsOf(rows))).map((row) => row.id));
    for (const name of added) if (!kept.has(name.slice(0, ID_LENGTH))) await mediaStore.remove(name);
    throw error;
  }
}

const idsOf = ({ pictures, films }: Pick<Prepared, 'pictures' | 'films'>) => [...pictures, ...films].map(({ id }) => id);

/** The name of a medium everywhere: 32 digits of the hash of its original. */
const idOf = (file: Upload) => file.sha256.slice(0, ID_LENGTH);

const damaged = (file: Upload) =>
  refusal('unreadable_file', file, `“${file.name}” is damaged: the picture cannot be read. Please choose another file.`);

const refusal = (code: ProblemCode, { part, index, name }: Upload, message: string) =>
  new Problem(code, message, { file: { part, index, name } });
