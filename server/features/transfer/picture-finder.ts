/** Finds the pictures that a row names: among the shop's media, or as files of the import. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { mediaIdOf } from '#contract/media-id.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import type { Upload } from '#server/features/media/ingest/ingest.service.ts';
import { openSourceFile, sourceNames } from '../media/media-sources.service.ts';
import { CellFault } from './cells.ts';
import { mediumIdIn } from './export.service.ts';
import type { ImportSource } from './import-source.ts';
import type { NamedPicture } from './specimen-sheet.ts';

const VIDEO = /\.(mp4|mov|m4v|qt)$/i;

/** `mediumId` of an upload is the id that it will get. `uploads` and `posters` are the arguments of `ingestUploads`. */
export type FoundPictures = { pictures: (NamedPicture & { mediumId: string; isUpload: boolean })[]; uploads: Upload[]; posters: Upload[] };

/**
 * Finds the pictures of a row.
 * @param folder files are copied there; the caller removes it when the row is done.
 * @throws CellFault for a picture that is nowhere, or there twice; Problem whose file part is the column.
 */
export async function findPictures(ctx: Context, source: ImportSource, named: NamedPicture[], folder: string): Promise<FoundPictures> {
  const known = await sourceNames(
    ctx.db,
    named.flatMap(({ file }) => mediumIdIn(file) ?? []),
  );
  const found: FoundPictures = { pictures: [], uploads: [], posters: [] };
  for (const picture of named) {
    const id = mediumIdIn(picture.file);
    const stored = id === null ? undefined : known.get(id);
    const upload = source.has(picture.file) ? await fetch(picture.column, picture.file) : null;
    if (id !== null && stored !== undefined && (upload === null || (await isStored(ctx, stored, id, upload)))) {
      found.pictures.push({ ...picture, mediumId: id, isUpload: false });
      continue;
    }
    if (upload === null) throw new CellFault(picture.column, `There is no file “${picture.file}”`);
    found.pictures.push({ ...picture, mediumId: mediaIdOf(upload.sha256), isUpload: true });
    found.uploads.push(upload);
    if (picture.poster.file !== '') found.posters.push(await fetchPoster(picture));
    else if (VIDEO.test(picture.file)) found.posters.push(noPoster(picture));
  }
  const ids = found.pictures.map(({ mediumId }) => mediumId);
  const duplicate = found.pictures.find(({ mediumId }, index) => ids.indexOf(mediumId) < index);
  if (duplicate) throw new CellFault(duplicate.column, `“${duplicate.file}” is the same picture as another one of this specimen`);
  return found;

  async function fetchPoster({ poster: { column, file } }: NamedPicture): Promise<Upload> {
    if (!source.has(file)) throw new CellFault(column, `There is no file “${file}”`);
    return fetch(column, file);
  }

  async function fetch(column: string, name: string): Promise<Upload> {
    const localPath = path.join(folder, `${column.replaceAll(' ', '-')}.upload`);
    await source.copy(name, localPath).catch((error: unknown) => {
      throw error instanceof Problem ? new CellFault(column, error.message) : error;
    });
    return { part: column, index: 0, name, localPath, sha256: await hashOf(createReadStream(localPath)) };
  }
}

/** An empty upload in place of a video's poster: the shop takes one itself where it can. */
const noPoster = ({ file, poster: { column } }: NamedPicture): Upload => ({
  ...{ part: column, index: 0, name: file, localPath: '' },
  sha256: createHash('sha256').digest('hex'),
});

/** Whether an upload has the same bytes as the medium's original. */
async function isStored(ctx: Context, stored: string, id: string, { sha256 }: Upload): Promise<boolean> {
  if (sha256.startsWith(id)) return true;
  const file = await openSourceFile(ctx, stored);
  return file !== null && (await hashOf(file.read())) === sha256;
}

async function hashOf(bytes: NodeJS.ReadableStream): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(bytes, hash);
  return hash.digest('hex');
}
