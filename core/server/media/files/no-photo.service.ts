/** It marks a specimen that waits for its first photo; visitors never see it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Context } from '#core/server/context.ts';
import { projectFolder } from '#platform/process/project-folder.ts';
import { ingestUploads, type WorkDir } from './ingest/ingest.service.ts';
import { idsByContent } from './media.service.ts';
import { contentHashOf } from './media-files.service.ts';

const NAME = 'no-photo.webp';
const localPath = path.join(projectFolder, 'core/server/media/files', NAME);

let sha256: string | undefined;
const hashOfFile = (): string => {
  sha256 ??= createHash('sha256').update(readFileSync(localPath)).digest('hex');
  return sha256;
};

export const noPhotoHash = (): string => contentHashOf(hashOfFile());

/** Returns null where the shop has none yet. */
export const findNoPhoto = async ({ db }: Pick<Context, 'db'>): Promise<string | null> =>
  (await idsByContent(db, [noPhotoHash()])).get(noPhotoHash()) ?? null;

export async function makeNoPhoto(ctx: Context, work: WorkDir): Promise<string> {
  const known = await findNoPhoto(ctx);
  if (known !== null) return known;
  const file = { part: 'image', index: 0, name: NAME, localPath, sha256: hashOfFile() };
  return ingestUploads(ctx, { files: [file], posters: [] }, work, async (_, [id = '']) => id);
}
