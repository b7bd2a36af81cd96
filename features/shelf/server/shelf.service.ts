import {
  formatDimensionsIn,
  inMillimetres,
  parseDimensions,
} from '#core/contract/catalogue/dimensions.ts';
import { priceWords } from '#core/contract/catalogue/price-words.ts';
import type { Specimen, Suggestion } from '#core/contract/catalogue/specimens.ts';
import { extentOf, fitsThumbnailBox } from '#core/contract/catalogue/true-size.ts';
import { LISTS, specimenTag } from '#core/server/catalogue/specimens/cache-tags.ts';
import {
  firstMatching,
  specimensOf,
} from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import {
  specimensLike,
  suggestionOf,
} from '#core/server/catalogue/specimens/related/related.service.ts';
import type { Context } from '#core/server/context.ts';
import { mediaTags } from '#core/server/media/files/cache-tags.ts';
import type { Shelf, ShelfPiece } from '#features/shelf/contract/shelf.ts';
import { MAX_SHELF } from '#features/shelf/contract/shelf-url.ts';
import { selectOutlines } from './shelf.queries.ts';

const MAX_PROPOSALS = 4;
const MAX_NEWEST = 12;

/**
 * @param ids each once, at most as many as a shelf holds.
 * @param tags gets those of all that is read.
 */
export async function readShelf(ctx: Context, ids: number[], tags: Set<string>): Promise<Shelf> {
  for (const id of ids) tags.add(specimenTag(id));
  const specimens = await specimensOf(ctx, ids, { hidden: false });
  const outlines = new Map(
    (await selectOutlines(ctx.db, ids)).map((row) => [
      row.specimen_id,
      row.outline ?? row.poster_outline,
    ]),
  );
  const pieces = specimens.map((specimen) => pieceOf(specimen, outlines.get(specimen.id) ?? null));
  const last = specimens.at(-1);
  const proposals =
    ids.length === MAX_SHELF ? [] : await proposalsFor(ctx, last?.id ?? null, ids, tags);
  for (const tag of mediaTags([pieces, proposals])) tags.add(tag);
  return { pieces, missing: ids.length - pieces.length, proposals };
}

function pieceOf(specimen: Specimen, outline: string | null): ShelfPiece {
  const dimensions = parseDimensions(specimen.dimensions);
  const { id, title, picture } = suggestionOf(specimen);
  const piece = { id, title, picture, priceWords: priceWords(specimen) };
  if (!dimensions)
    return { ...piece, sizes: [], extent: null, outline: null, fitsThumbnailBox: null };
  const millimetres = inMillimetres(dimensions);
  return {
    ...piece,
    sizes: [formatDimensionsIn(dimensions, 'cm'), formatDimensionsIn(dimensions, 'in')],
    extent: extentOf(millimetres, piece.picture, outline),
    outline,
    fitsThumbnailBox: fitsThumbnailBox(millimetres),
  };
}

async function proposalsFor(
  ctx: Context,
  like: number | null,
  ids: number[],
  tags: Set<string>,
): Promise<Suggestion[]> {
  if (like === null) tags.add(LISTS);
  const found =
    like === null
      ? await firstMatching(ctx, { sort: 'newest' }, MAX_NEWEST)
      : await specimensLike(ctx, like);
  const chosen = found
    .filter(({ id, dimensions }) => !ids.includes(id) && parseDimensions(dimensions) !== null)
    .slice(0, MAX_PROPOSALS);
  for (const { id } of chosen) tags.add(specimenTag(id));
  return chosen.map(suggestionOf);
}
