/**
 * A file is stored before the response, so nothing acknowledged is lost. Equal content is the same
 * file.
 */

import { Problem, type ProblemCode } from '#core/contract/problems.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import {
  ingestUploads,
  typeOfUpload,
  type Upload,
  type WorkDir,
} from '#core/server/media/files/ingest/ingest.service.ts';
import { idsByContent, putOffRenditions } from '#core/server/media/files/media.service.ts';
import { contentHashOf } from '#core/server/media/files/media-files.service.ts';
import { perform } from '#core/server/perform.ts';
import { MAX_INTAKE_FILES } from '#features/intake/contract/intake-rules.ts';
import type { FileAdded } from '#features/intake/contract/intakes.ts';
import { scanPicture } from '#platform/images/image-worker-client.ts';
import { readWhenMade } from '#platform/videos/videos.ts';
import { countFiles, insertFile, selectFileByContent, selectIntake } from './intake.queries.ts';
import { holdIntake } from './intake.service.ts';
import { instantIn } from './local-time.ts';
import { noIntake } from './reading.service.ts';

export type IntakeUpload = {
  file: Upload & { size: number };
  posters: Upload[];
  modifiedAt: string;
};

/** A refusal is noted, so nobody sends the file again. */
const refusals: ReadonlySet<ProblemCode> = new Set([
  'unsupported_type',
  'unreadable_file',
  'invalid_input',
]);

/**
 * @throws Problem not_found; state_conflict where the intake is full; what the store and the
 * database throw.
 */
export async function addFile(
  ctx: Context,
  intakeId: number,
  upload: IntakeUpload,
  work: WorkDir,
): Promise<FileAdded> {
  const { file, posters, modifiedAt } = upload;
  if (!(await selectIntake(ctx.db, intakeId))) throw noIntake();
  const content_hash = contentHashOf(file.sha256);
  const same = await selectFileByContent(ctx.db, intakeId, content_hash);
  if (same) return same;
  if ((await countFiles(ctx.db, intakeId)) >= MAX_INTAKE_FILES)
    throw new Problem(
      'state_conflict',
      `An intake can hold ${MAX_INTAKE_FILES} files. Please make drafts from these first.`,
    );
  const row = {
    intake_id: intakeId,
    content_hash,
    name: file.name,
    size: file.size,
    modified_at: modifiedAt,
  };
  try {
    const read = await readFile(ctx, file, work);
    const isKnown = (await idsByContent(ctx.db, [content_hash])).has(content_hash);
    await ingestUploads(ctx, { files: [file], posters }, work, async (act, [media_id = '']) => {
      await holdIntake(act, intakeId);
      await insertFile(act.tx, { ...row, media_id, ...read });
      // Labels need none, and stones get theirs with their drafts; the server has enough to do
      // meanwhile.
      if (!isKnown) await putOffRenditions(act.tx, [media_id]);
    });
  } catch (error) {
    if (!(error instanceof Problem && refusals.has(error.code))) throw error;
    await perform(ctx, 'owner', async (act) => {
      await holdIntake(act, intakeId);
      await insertFile(act.tx, { ...row, refusal: error.message });
    });
    return { name: file.name, refusal: error.message };
  }
  return { name: file.name, refusal: null };
}

async function readFile(ctx: Context, file: Upload, { signal }: WorkDir) {
  const type = await typeOfUpload(file);
  if (type === 'video')
    return {
      taken_at: await readWhenMade(file.localPath, { signal }).catch(() => unknown(signal)),
    };
  const scan = await scanPicture({ localPath: file.localPath, type }, signal).catch(() =>
    unknown(signal),
  );
  if (scan === null) return {};
  const { takenAt, codes, isUltraviolet } = scan;
  const { timeZone } = await readSetting(ctx, 'general');
  return {
    taken_at:
      takenAt &&
      (takenAt.offset
        ? new Date(`${takenAt.local}${takenAt.offset}`).toISOString()
        : instantIn(takenAt.local, timeZone)),
    codes: JSON.stringify(codes.texts),
    has_unreadable_code: codes.isUnreadable,
    is_ultraviolet: isUltraviolet,
  };
}

function unknown(signal: AbortSignal): null {
  signal.throwIfAborted();
  return null;
}
