import { FIXED_IMAGE } from '#core/contract/catalogue/specimen-fields.ts';
import type {
  ImagesEdit,
  SpecimenDetail,
  SpecimenForm,
} from '#core/contract/catalogue/specimens.ts';
import { isDraft } from '#core/contract/catalogue/statuses.ts';
import type { Light } from '#core/contract/media/media.ts';
import { invalidField, Problem } from '#core/contract/problems.ts';
import type { Act } from '#core/server/act.ts';
import { pictureless } from '#core/server/catalogue/specimens/reading/specimen-mapper.ts';
import { priceColumns } from '#core/server/catalogue/specimens/reading/specimen-prices.ts';
import { getSpecimen } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import { readStock } from '#core/server/catalogue/specimens/stock/stock.service.ts';
import type { Context } from '#core/server/context.ts';
import {
  ingestUploads,
  type Upload,
  type WorkDir,
} from '#core/server/media/files/ingest/ingest.service.ts';
import { contentHashes } from '#core/server/media/files/media.service.ts';
import { contentHashOf } from '#core/server/media/files/media-files.service.ts';
import { findMade, makeOnce } from '#core/server/selling/idempotency/idempotency.service.ts';
import type { Tx } from '#platform/db/db.ts';
import { addSpecimen } from './adding.service.ts';
import { type MediumLink, replaceLinks, selectLinks, updateSpecimen } from './editing.queries.ts';
import {
  changeSpecimen,
  changeWithin,
  definedOf,
  type ExpectedVersions,
} from './editing.service.ts';
import { followMedia } from './media-followers.ts';
import { photolessAmong } from './photoless.service.ts';
import { replaceSpecimen } from './replacing.service.ts';

export const MAX_IMAGES = 100;
export const TOO_MANY_IMAGES = `A specimen can have up to ${MAX_IMAGES} additional photos.`;

/** `posters`: of the videos among image and images, in their order. */
type SpecimenFiles = { image: Upload; images: Upload[]; posters: Upload[] };

/**
 * Adds all files or nothing; the title describes every picture. @param key sent again with the same
 * form and files, it returns the existing specimen; null: none was sent. @throws Problem
 * invalid_input, unsupported_type, unreadable_file naming the file; key_reused; state_conflict
 * where the key's specimen has been deleted.
 */
export async function createWithFiles(
  ctx: Context,
  form: SpecimenForm,
  files: SpecimenFiles,
  work: WorkDir,
  key: string | null = null,
): Promise<SpecimenDetail> {
  const { lights, replaces, ...input } = form;
  // Refuses a bad price before minutes are spent on pictures.
  priceColumns(input.price);
  const all = [files.image, ...files.images];
  refuseDuplicates(
    all,
    await contentHashes(ctx.db, replaces?.remaining.map(({ mediaId }) => mediaId) ?? []),
  );
  if (all.length + (replaces?.remaining.length ?? 0) > MAX_IMAGES + 1)
    throw invalid(TOO_MANY_IMAGES);
  const sent = {
    form,
    files: [...all, ...files.posters].map(({ part, sha256 }) => [part, sha256]),
  };
  const keyed = { key, input: sent, kind: 'specimen', isAdmin: true, lock: isThere } as const;
  // Pictures take their time; of two at once, the second waits in its transaction.
  const known = await findMade(ctx, keyed);
  if (known !== null) return getSpecimen(ctx, known, { hidden: true });
  const { id } = await ingestUploads(
    ctx,
    { files: all, posters: files.posters },
    work,
    (act, mediaIds) => {
      const media = mediaIds.map((mediaId, index) => ({
        mediaId,
        alt: input.title,
        light: lights[index - 1] ?? null,
      }));
      return makeOnce(act, keyed, () =>
        replaces ? replaceSpecimen(act, input, media, replaces) : addSpecimen(act, input, media),
      );
    },
  );
  return getSpecimen(ctx, id, { hidden: true });
}

const isThere = async (tx: Tx, id: number): Promise<boolean> => (await readStock(tx, [id])).has(id);

/**
 * Adds all pictures or nothing, behind the others. @throws Problem not_found, invalid_input,
 * unsupported_type, unreadable_file naming the file.
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
  await ingestUploads(ctx, { files: images, posters }, work, (act, mediaIds) =>
    linkPictures(
      act,
      id,
      mediaIds.map((mediaId) => ({ mediaId, light: null })),
    ),
  );
  return getSpecimen(ctx, id, { hidden: true });
}

/**
 * Known media stay in place. Without a photo so far, the first becomes the main one. @throws
 * Problem not_found, invalid_input.
 */
export async function linkPictures(
  act: Act,
  id: number,
  media: { mediaId: string; light: Light | null }[],
): Promise<void> {
  await changeWithin(act, id, null, async ({ tx, now }, row) => {
    const isWithout = (await photolessAmong(tx, [id])).has(id);
    const links = isWithout ? [] : await selectLinks(tx, id);
    // Another window may have added the same.
    const added = media.filter(({ mediaId }) => !links.some((link) => link.media_id === mediaId));
    if (links.length + added.length > MAX_IMAGES + 1) throw invalid(TOO_MANY_IMAGES);
    await replaceLinks(tx, id, [
      ...links,
      ...added.map(({ mediaId, light }) => ({
        media_id: mediaId,
        alt: row.title,
        light,
        pins: [],
        as_taken: false,
      })),
    ]);
    await followMedia(act, id);
    await updateSpecimen(tx, id, { version: row.version + 1, updated_at: now });
    return { kind: 'specimen_images', data: { added: added.map(({ mediaId }) => mediaId) } };
  });
}

/**
 * Pictures left out are no longer shown. Only a draft may get another main one. @throws Problem
 * not_found, changed_meanwhile; invalid_input for an unknown picture; state_conflict for another
 * main one.
 */
export async function arrangePictures(
  ctx: Context,
  id: number,
  edit: ImagesEdit,
  expected: ExpectedVersions,
): Promise<SpecimenDetail> {
  return changeSpecimen(ctx, id, expected, async (act, row) => {
    const { tx } = act;
    const links = await selectLinks(tx, id);
    const [former] = links;
    if (!former) throw pictureless(id);
    const { mediaId: mainId = former.media_id, ...mainSaid } = edit.main ?? {};
    if (mainId !== former.media_id && !isDraft(row))
      throw new Problem('state_conflict', FIXED_IMAGE);
    const rest = new Map(links.map((link) => [link.media_id, link]));
    const main = rest.get(mainId);
    if (!main || !rest.delete(mainId))
      throw invalid('The main image isn’t one of this specimen’s photos.');
    const additional = edit.images.map(({ mediaId, ...said }): MediumLink => {
      const link = rest.get(mediaId);
      if (!link || !rest.delete(mediaId))
        throw invalid('The list has a photo this specimen doesn’t have, or lists one twice.');
      return described(link, said);
    });
    await replaceLinks(tx, id, [described(main, mainSaid), ...additional]);
    await followMedia(act, id);
    await updateSpecimen(tx, id, { version: row.version + 1, updated_at: act.now });
    return { kind: 'specimen_images', data: { removed: [...rest.keys()] } };
  });
}

function described(
  link: MediumLink,
  { asTaken = link.as_taken, ...said }: Partial<Omit<ImagesEdit['images'][number], 'mediaId'>>,
): MediumLink {
  return { ...link, ...definedOf(said), as_taken: asTaken };
}

/** @throws Problem invalid_input for a file that is there already. */
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

const invalid = (message: string) => invalidField('images', message);
