/** Specimens that wait for their photos, with the names by which the files are known. */
import type { AwaitingPhotos } from '#contract/transfer/imports.ts';
import type { Context } from '#server/context.ts';
import { allPhotoless } from '#server/features/catalogue/specimens/editing/photoless.service.ts';
import { selectAwaited } from './imports.queries.ts';

export async function awaitingSpecimens(ctx: Context): Promise<AwaitingPhotos> {
  const names = Map.groupBy(await selectAwaited(ctx.db), ({ specimen_id }) => specimen_id);
  const found = await allPhotoless(ctx.db);
  return found.map(({ id, title, catalogue_number: number }) => ({
    id,
    title,
    number,
    files: (names.get(id) ?? []).map(({ name }) => name),
  }));
}
