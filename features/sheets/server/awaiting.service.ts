import { allPhotoless } from '#core/server/catalogue/specimens/editing/photoless.service.ts';
import type { Context } from '#core/server/context.ts';
import type { AwaitingPhotos } from '#features/sheets/contract/imports.ts';
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
