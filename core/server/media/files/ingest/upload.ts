import { type FileProblemCode, Problem } from '#core/contract/problems.ts';
import { contentHashOf } from '#core/server/media/files/media-files.service.ts';
import type { PictureType } from '#platform/images/picture-header.ts';

export type Upload = {
  part: string;
  index: number;
  name: string;
  localPath: string /** In hexadecimal. */;
  sha256: string;
};

export type PictureUpload = { file: Upload; type: PictureType };

/** The signal aborts the ingest. */
export type WorkDir = { folder: string; signal: AbortSignal };

export const contentOf = (file: Upload): string => contentHashOf(file.sha256);

export const refusal = (
  code: FileProblemCode,
  { part, index, name }: Upload,
  message: string,
): Problem => new Problem(code, message, { file: { part, index, name } });
