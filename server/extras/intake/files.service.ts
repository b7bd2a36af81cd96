/**
 * Takes a file into an intake: whole, read and stored before the response is sent, so that what was acknowledged is never lost and nothing
 * else has to be taken up after a crash. The same content again is the same file.
 */
import { MAX_INTAKE_FILES } from '#contract/extras/intake/intake-rules.ts';
import type { FileAdded } from '#contract/extras/intake/intakes.ts';
import { Problem, type ProblemCode } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { readSetting } from '#server/features/admin/settings/settings.service.ts';
import { ingestUploads, typeOfUpload, type Upload, type WorkDir } from '#server/features/media/files/ingest/ingest.service.ts';
import { idsByContent, putOffRenditions } from '#server/features/media/files/media.service.ts';
import { contentHashOf } from '#server/features/media/files/media-files.service.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { scanPicture } from '#server/platform/images/image-worker-client.ts';
import { readWhenMade } from '#server/platform/videos/videos.ts';
import { countFiles, insertFile, selectFileByContent, selectIntake } from './intake.queries.ts';
import { holdIntake } from './intake.service.ts';
import { instantIn } from './local-time.ts';
import { noIntake } from './reading.service.ts';

/** A file and when it was changed last; a video's poster, if the browser has made one. */
export type IntakeUpload = { file: Upload & { size: number }; posters: Upload[]; modifiedAt: string };

/** Why a file cannot be shown: it is noted, so that nobody sends it again. */
const refusals: ReadonlySet<ProblemCode> = new Set(['unsupported_type', 'unreadable_file', 'invalid_input']);

/** @returns as what it is there, and why not. @throws Problem not_found; state_conflict where the intake is full; what the store and the database throw. */
export async function addFile(ctx: Context, intakeId: number, upload: IntakeUpload, work: WorkDir): Promise<FileAdded> {
  const { file, posters, modifiedAt } = upload;
  if (!(await selectIntake(ctx.db, intakeId))) throw noIntake();
  const content_hash = contentHashOf(file.sha256);
  const same = await selectFileByContent(ctx.db, intakeId, content_hash);
  if (same) return same;
  if ((await countFiles(ctx.db, intakeId)) >= MAX_INTAKE_FILES)
    throw new Problem('state_conflict', `An intake can hold ${MAX_INTAKE_FILES} files. Please make drafts from these first.`);
  const row = { intake_id: intakeId, content_hash, name: file.name, size: file.size, modified_at: modifiedAt };
  try {
    const read = await readFile(ctx, file, work);
    const isKnown = (await idsByContent(ctx.db, [content_hash])).has(content_hash);
    await ingestUploads(ctx, { files: [file], posters }, work, async (tx, [media_id = '']) => {
      await holdIntake(ctx, tx, intakeId);
      await insertFile(tx, { ...row, media_id, ...read });
      // Labels need none, and stones get theirs with their drafts; the server has enough to do meanwhile.
      if (!isKnown) await putOffRenditions(tx, [media_id]);
    });
  } catch (error) {
    if (!(error instanceof Problem && refusals.has(error.code))) throw error;
    await inTransaction(ctx.db, async (tx) => {
      await holdIntake(ctx, tx, intakeId);
      await insertFile(tx, { ...row, refusal: error.message });
    });
    return { name: file.name, refusal: error.message };
  }
  return { name: file.name, refusal: null };
}

/** What the file says of itself. A picture or video that cannot be read at all is refused by the ingest, which says why. */
async function readFile(ctx: Context, file: Upload, { signal }: WorkDir) {
  const type = await typeOfUpload(file);
  if (type === 'video') return { taken_at: await readWhenMade(file.localPath, { signal }).catch(() => unknown(signal)) };
  const scan = await scanPicture({ localPath: file.localPath, type }, signal).catch(() => unknown(signal));
  if (scan === null) return {};
  const { takenAt, codes, isUltraviolet } = scan;
  const { timeZone } = await readSetting(ctx, 'general');
  return {
    taken_at:
      takenAt && (takenAt.offset ? new Date(`${takenAt.local}${takenAt.offset}`).toISOString() : instantIn(takenAt.local, timeZone)),
    codes: JSON.stringify(codes.texts),
    has_unreadable_code: codes.isUnreadable,
    is_ultraviolet: isUltraviolet,
  };
}

function unknown(signal: AbortSignal): null {
  signal.throwIfAborted();
  return null;
}
