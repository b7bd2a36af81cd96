import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Problem } from '#core/contract/problems.ts';
import type { Context } from '#core/server/context.ts';
import type { Upload } from '#core/server/media/files/ingest/ingest.service.ts';
import { idsByContent } from '#core/server/media/files/media.service.ts';
import { contentHashOf } from '#core/server/media/files/media-files.service.ts';
import {
  type MediumSource,
  openSourceFile,
  sourcesOf,
} from '#core/server/media/files/media-sources.service.ts';
import { CellFault, missingFile } from './cells.ts';
import { mediumIdIn } from './export.service.ts';
import type { ImportSource } from './import-source.ts';
import type { NamedPicture } from './picture-columns.ts';

const VIDEO = /\.(mp4|mov|m4v|qt)$/i;

/**
 * `mediumId` is null for a file that the shop lacks. `uploads` and `posters` are arguments of
 * `ingestUploads`.
 */
export type FoundPictures = {
  pictures: (NamedPicture & { contentHash: string; mediumId: string | null; isUpload: boolean })[];
  uploads: Upload[];
  posters: Upload[];
};

/** @param uploaded ids of the uploads, in their order. */
export function mediumIdsOf({ pictures }: FoundPictures, uploaded: string[]): string[] {
  const rest = uploaded.values();
  return pictures.map(({ mediumId, isUpload }) => (isUpload ? rest.next().value : mediumId) ?? '');
}

/**
 * @param folder takes copies of files; the caller removes it when the row is done.
 * @throws CellFault for a picture that is nowhere, or there twice; Problem whose file part is the
 * column.
 */
export async function findPictures(
  ctx: Context,
  source: ImportSource,
  named: NamedPicture[],
  folder: string,
): Promise<FoundPictures> {
  const known = await sourcesOf(
    ctx.db,
    named.flatMap(({ file }) => mediumIdIn(file) ?? []),
  );
  const found: FoundPictures = { pictures: [], uploads: [], posters: [] };
  for (const picture of named) {
    const stored = known.get(mediumIdIn(picture.file) ?? '');
    const upload = source.has(picture.file) ? await fetch(picture.column, picture.file) : null;
    if (stored !== undefined && (upload === null || (await isSame(ctx, stored, upload)))) {
      found.pictures.push({
        ...picture,
        contentHash: stored.contentHash,
        mediumId: stored.id,
        isUpload: false,
      });
      continue;
    }
    if (upload === null) throw missingFile(picture.column, picture.file);
    const contentHash = contentHashOf(upload.sha256);
    const mediumId = (await idsByContent(ctx.db, [contentHash])).get(contentHash) ?? null;
    found.pictures.push({ ...picture, contentHash, mediumId, isUpload: true });
    found.uploads.push(upload);
    if (picture.poster.file !== '') found.posters.push(await fetchPoster(picture));
    else if (VIDEO.test(picture.file)) found.posters.push(noPoster(picture));
  }
  const contents = found.pictures.map(({ contentHash }) => contentHash);
  const duplicate = found.pictures.find(
    ({ contentHash }, index) => contents.indexOf(contentHash) < index,
  );
  if (duplicate)
    throw new CellFault(
      duplicate.column,
      `“${duplicate.file}” is the same photo as another one of this specimen`,
    );
  return found;

  async function fetchPoster({ poster: { column, file } }: NamedPicture): Promise<Upload> {
    if (!source.has(file)) throw missingFile(column, file);
    return fetch(column, file);
  }

  async function fetch(column: string, name: string): Promise<Upload> {
    const localPath = path.join(folder, `${column.replaceAll(' ', '-')}.upload`);
    await source.copy(name, localPath).catch((error: unknown) => {
      throw error instanceof Problem ? new CellFault(column, error.message) : error;
    });
    return {
      part: column,
      index: 0,
      name,
      localPath,
      sha256: await hashOf(createReadStream(localPath)),
    };
  }
}

/** The shop takes a poster itself where the upload is empty. */
const noPoster = ({ file, poster: { column } }: NamedPicture): Upload => ({
  part: column,
  index: 0,
  name: file,
  localPath: '',
  sha256: createHash('sha256').digest('hex'),
});

async function isSame(
  ctx: Context,
  { contentHash, stored }: MediumSource,
  { sha256 }: Upload,
): Promise<boolean> {
  if (contentHashOf(sha256) === contentHash) return true;
  const file = await openSourceFile(ctx, stored);
  return file !== null && (await hashOf(file.read())) === sha256;
}

async function hashOf(bytes: NodeJS.ReadableStream): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(bytes, hash);
  return hash.digest('hex');
}
