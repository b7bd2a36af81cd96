/** The shelf: pieces beside each other at one scale, as visitors see them. */
import { formatDimensionsIn, inMillimetres, parseDimensions } from '#contract/catalogue/dimensions.ts';
import { priceWords } from '#contract/catalogue/price-words.ts';
import type { Specimen, Suggestion } from '#contract/catalogue/specimens.ts';
import { extentOf, fitsThumbnailBox } from '#contract/catalogue/true-size.ts';
import type { Shelf, ShelfPiece } from '#contract/extras/shelf/shelf.ts';
import { MAX_SHELF } from '#contract/extras/shelf/shelf-url.ts';
import type { Context } from '#server/context.ts';
import { LISTS, specimenTag } from '#server/features/catalogue/specimens/cache-tags.ts';
import { firstMatching, specimensOf } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { specimensLike, suggestionOf } from '#server/features/catalogue/specimens/related/related.service.ts';
import { mediaTags } from '#server/features/media/files/cache-tags.ts';
import { selectOutlines } from './shelf.queries.ts';

const MAX_PROPOSALS = 4;
/** How many of the newest are considered for an empty shelf. */
const MAX_NEWEST = 12;

/** @param ids each once, at most as many as a shelf holds. @param tags gets those of all that is read. */
export async function readShelf(ctx: Context, ids: number[], tags: Set<string>): Promise<Shelf> {
  for (const id of ids) tags.add(specimenTag(id));
  const specimens = await specimensOf(ctx, ids, { hidden: false });
  const outlines = new Map((await selectOutlines(ctx.db, ids)).map((row) => [row.specimen_id, row.outline ?? row.poster_outline]));
  const pieces = specimens.map((specimen) => pieceOf(specimen, outlines.get(specimen.id) ?? null));
  const last = specimens.at(-1);
  const proposals = ids.length === MAX_SHELF ? [] : await proposalsFor(ctx, last?.id ?? null, ids, tags);
  for (const tag of mediaTags([pieces, proposals])) tags.add(tag);
  return { pieces, missing: ids.length - pieces.length, proposals };
}

function pieceOf(specimen: Specimen, outline: string | null): ShelfPiece {
  const dimensions = parseDimensions(specimen.dimensions);
  const { id, title, picture } = suggestionOf(specimen);
  const piece = { id, title, picture, priceWords: priceWords(specimen) };
  if (!dimensions) return { ...piece, sizes: [], extent: null, outline: null, fitsThumbnailBox: null };
  const millimetres = inMillimetres(dimensions);
  return {
    ...piece,
    sizes: [formatDimensionsIn(dimensions, 'cm'), formatDimensionsIn(dimensions, 'in')],
    extent: extentOf(millimetres, piece.picture, outline),
    outline,
    fitsThumbnailBox: fitsThumbnailBox(millimetres),
  };
}

/** What is like a piece, or new where there is none, but for what stands on the shelf already. */
async function proposalsFor(ctx: Context, like: number | null, ids: number[], tags: Set<string>): Promise<Suggestion[]> {
  if (like === null) tags.add(LISTS);
  const found = like === null ? await firstMatching(ctx, { sort: 'newest' }, MAX_NEWEST) : await specimensLike(ctx, like);
  const chosen = found.filter(({ id, dimensions }) => !ids.includes(id) && parseDimensions(dimensions) !== null).slice(0, MAX_PROPOSALS);
  for (const { id } of chosen) tags.add(specimenTag(id));
  return chosen.map(suggestionOf);
}
