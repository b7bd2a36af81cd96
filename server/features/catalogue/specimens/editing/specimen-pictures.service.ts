/** A specimen's pictures and videos: a new specimen with its files, more of them, and their arrangement. */

import { FIXED_IMAGE } from '#contract/catalogue/specimen-fields.ts';
import type { ImagesEdit, SpecimenDetail, SpecimenForm } from '#contract/catalogue/specimens.ts';
import { isDraft } from '#contract/catalogue/statuses.ts';
import type { Light } from '#contract/media/media.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { changedSpecimens } from '#server/features/catalogue/specimens/cache-tags.ts';
import { pictureless } from '#server/features/catalogue/specimens/reading/specimen-mapper.ts';
import { priceColumns } from '#server/features/catalogue/specimens/reading/specimen-prices.ts';
import { getSpecimen } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { readStock } from '#server/features/catalogue/specimens/stock/stock.service.ts';
import { ingestUploads, type Upload, type WorkDir } from '#server/features/media/files/ingest/ingest.service.ts';
import { contentHashes } from '#server/features/media/files/media.service.ts';
import { contentHashOf } from '#server/features/media/files/media-files.service.ts';
import { findMade, makeOnce } from '#server/features/selling/idempotency/idempotency.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { addSpecimen } from './adding.service.ts';
import { type MediumLink, replaceLinks, selectLinks, updateSpecimen } from './editing.queries.ts';
import { changeInTransaction, changeSpecimen, definedOf, type ExpectedVersions } from './editing.service.ts';
import { followMedia } from './media-followers.ts';
import { photolessAmong } from './photoless.service.ts';
import { replaceSpecimen } from './replacing.service.ts';

/** Additional pictures of a specimen. */
export const MAX_IMAGES = 100;
export const TOO_MANY_IMAGES = `A specimen can have up to ${MAX_IMAGES} additional photos.`;

/** `posters` are the posters of the videos among image and images, in their order. */
export type SpecimenFiles = { image: Upload; images: Upload[]; posters: Upload[] };

/**
 * Adds a specimen with its files, all of them or nothing. Every picture is described by the title until the admin changes that.
 * @param key sent again with the same form and files, it returns the existing specimen; null: none was sent.
 * @throws Problem invalid_input, unsupported_type, unreadable_file naming the file; key_reused; state_conflict where the key's specimen has been deleted.
 */
export async function createWithFiles(
  ctx: Context,
  form: SpecimenForm,
  files: SpecimenFiles,
  work: WorkDir,
  key: string | null = null,
): Promise<SpecimenDetail> {
  const { lights, replaces, ...input } = form;
  // Refuse a bad price before minutes are spent on pictures.
  priceColumns(input.price);
  const all = [files.image, ...files.images];
  refuseDuplicates(all, await contentHashes(ctx.db, replaces?.remaining.map(({ mediaId }) => mediaId) ?? []));
  if (all.length + (replaces?.remaining.length ?? 0) > MAX_IMAGES + 1) throw invalid(TOO_MANY_IMAGES);
  const sent = { form, files: [...all, ...files.posters].map(({ part, sha256 }) => [part, sha256]) };
  const keyed = { key, input: sent, kind: 'specimen', isAdmin: true, lock: isThere } as const;
  // Asked before, as pictures take their time; where two come at once, the second waits for the first in its transaction.
  const known = await findMade(ctx, keyed);
  if (known !== null) return getSpecimen(ctx, known, { hidden: true });
  const { id, isNew } = await ingestUploads(ctx, { files: all, posters: files.posters }, work, (tx, mediaIds) => {
    const media = mediaIds.map((mediaId, index) => ({ mediaId, alt: input.title, light: lights[index - 1] ?? null }));
    return makeOnce(ctx, tx, keyed, () =>
      replaces ? replaceSpecimen(ctx, tx, input, media, replaces) : addSpecimen(tx, input, media, { now: instantOf(ctx.clock) }),
    );
  });
  if (isNew) ctx.invalidateCache(changedSpecimens(replaces ? [id, replaces.id] : [id]));
  return getSpecimen(ctx, id, { hidden: true });
}

const isThere = async (tx: Tx, id: number): Promise<boolean> => (await readStock(tx, [id])).has(id);

/**
 * Adds pictures behind those of a specimen, all of them or nothing.
 * @throws Problem not_found, invalid_input, unsupported_type, unreadable_file naming the file.
 */
export async function addPictures(
  ctx: Context,
  id: number,
  { images, posters }: Omit<SpecimenFiles, 'image'>,
  work: WorkDir,
): Promise<SpecimenDetail> {
  const { main, additional } = await getSpecimen(ctx, id, { hidden: true });
  const shown = [main, ...additional].map((medium) => medium.id);
  refuseDuplicates(images, await contentHashes(ctx.db, shown));
  await ingestUploads(ctx, { files: images, posters }, work, (tx, mediaIds) =>
    linkPictures(
      ctx,
      tx,
      id,
      mediaIds.map((mediaId) => ({ mediaId, light: null })),
    ),
  );
  ctx.invalidateCache(changedSpecimens([id]));
  return getSpecimen(ctx, id, { hidden: true });
}

/**
 * Adds stored media behind those of a specimen; those that it has already stay where they are. Of one that has no photo yet the first becomes the main one.
 * @throws Problem not_found, invalid_input.
 */
export async function linkPictures(ctx: Context, tx: Tx, id: number, media: { mediaId: string; light: Light | null }[]): Promise<void> {
  await changeInTransaction(ctx, tx, id, null, async (_, row) => {
    const isWithout = (await photolessAmong(tx, [id])).has(id);
    const links = isWithout ? [] : await selectLinks(tx, id);
    // Another window may have added the same meanwhile.
    const added = media.filter(({ mediaId }) => !links.some((link) => link.media_id === mediaId));
    if (links.length + added.length > MAX_IMAGES + 1) throw invalid(TOO_MANY_IMAGES);
    await replaceLinks(tx, id, [
      ...links,
      ...added.map(({ mediaId, light }) => ({ media_id: mediaId, alt: row.title, light, pins: [], as_taken: false })),
    ]);
    await followMedia(tx, id, instantOf(ctx.clock));
    await updateSpecimen(tx, id, { version: row.version + 1, updated_at: instantOf(ctx.clock) });
    return { kind: 'specimen_images', data: { added: added.map(({ mediaId }) => mediaId) } };
  });
}

/**
 * Sets order and descriptions of the additional pictures; those left out are no longer shown. The main one's description may change; of a
 * draft another one may become the main one.
 * @throws Problem not_found, changed_meanwhile; invalid_input for a picture that is not one of them; state_conflict for another main one.
 */
export async function arrangePictures(ctx: Context, id: number, edit: ImagesEdit, expected: ExpectedVersions): Promise<SpecimenDetail> {
  return changeSpecimen(ctx, id, expected, async (tx, row) => {
    const links = await selectLinks(tx, id);
    const [former] = links;
    if (!former) throw pictureless(id);
    const { mediaId: mainId = former.media_id, ...mainSaid } = edit.main ?? {};
    if (mainId !== former.media_id && !isDraft(row)) throw new Problem('state_conflict', FIXED_IMAGE);
    const rest = new Map(links.map((link) => [link.media_id, link]));
    const main = rest.get(mainId);
    if (!main || !rest.delete(mainId)) throw invalid('The main image isn’t one of this specimen’s photos.');
    const additional = edit.images.map(({ mediaId, ...said }): MediumLink => {
      const link = rest.get(mediaId);
      if (!link || !rest.delete(mediaId)) throw invalid('The list has a photo this specimen doesn’t have, or lists one twice.');
      return described(link, said);
    });
    await replaceLinks(tx, id, [described(main, mainSaid), ...additional]);
    await followMedia(tx, id, instantOf(ctx.clock));
    await updateSpecimen(tx, id, { version: row.version + 1, updated_at: instantOf(ctx.clock) });
    return { kind: 'specimen_images', data: { removed: [...rest.keys()] } };
  });
}

/** The link with what the admin says of its picture. */
function described(
  link: MediumLink,
  { asTaken = link.as_taken, ...said }: Partial<Omit<ImagesEdit['images'][number], 'mediaId'>>,
): MediumLink {
  return { ...link, ...definedOf(said), as_taken: asTaken };
}

/** Refuses a file that is there twice, or whose content is known. @throws Problem invalid_input. */
function refuseDuplicates(files: Upload[], known: Set<string>): void {
  for (const { sha256, part, index, name } of files) {
    const content = contentHashOf(sha256);
    if (known.has(content))
      throw new Problem('invalid_input', `This specimen already has “${name}”.`, {
        file: { part, index, name },
      });
    known.add(content);
  }
}

const invalid = (message: string) => new Problem('invalid_input', message, { issues: [{ path: 'images', message }] });
