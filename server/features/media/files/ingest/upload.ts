/** What the steps of an ingest share. */
import { Problem, type ProblemCode } from '#contract/problems.ts';
import { contentHashOf } from '#server/features/media/files/media-files.service.ts';
import type { PictureType } from '#server/platform/images/picture-header.ts';

/** An uploaded file in a temporary folder; `part`, `index` and `name` identify it to the sender. */
export type Upload = { part: string; index: number; name: string; localPath: string /** In hexadecimal. */; sha256: string };

/** An upload that is a picture by its bytes. */
export type PictureUpload = { file: Upload; type: PictureType };

/** The folder for an ingest's temporary files, and the signal that aborts it. */
export type WorkDir = { folder: string; signal: AbortSignal };

export const contentOf = (file: Upload): string => contentHashOf(file.sha256);

/** A refusal that names the file. */
export const refusal = (code: ProblemCode, { part, index, name }: Upload, message: string): Problem =>
  new Problem(code, message, { file: { part, index, name } });
