import { slugOf } from '#core/contract/catalogue/specimen-urls.ts';
import type { Specimen, SpecimenDetail, Suggestion } from '#core/contract/catalogue/specimens.ts';
import { colourNames } from '#core/contract/catalogue/stone-colours.ts';
import { posterOf } from '#core/contract/media/media-urls.ts';
import { placesAround } from '#core/server/catalogue/places/places.service.ts';
import { selectMatching } from '#core/server/catalogue/specimens/facets/matching.service.ts';
import type { Visibility } from '#core/server/catalogue/specimens/reading/specimen-mapper.ts';
import {
  type SpecimenFilter,
  selectColours,
} from '#core/server/catalogue/specimens/reading/specimens.queries.ts';
import {
  getSpecimen,
  specimensOf,
} from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import type { Context } from '#core/server/context.ts';
import { selectTraits } from './related.queries.ts';
import { mostSimilar, type Traits } from './similarity.ts';

const MAX_RELATED = 4;
const MAX_SHOWN = 3;
/** Of the newest that share a trait. */
const MAX_CANDIDATES = 40;
const MAX_SPECIES = 3;

type Located = Traits & { localityId: number | null };

/** @throws Problem not_found, for a hidden one as for an unknown one. */
export async function readWithRelated(
  ctx: Context,
  id: number,
  visibility: Visibility,
): Promise<SpecimenDetail> {
  const specimen = await getSpecimen(ctx, id, visibility);
  return { ...specimen, related: await relatedTo(ctx, id) };
}

async function relatedTo(ctx: Context, id: number): Promise<Suggestion[]> {
  const specimens = await specimensLike(ctx, id);
  return specimens.slice(0, MAX_SHOWN).map(suggestionOf);
}

export const suggestionOf = ({
  id,
  title,
  price,
  forSale,
  status,
  main,
}: Specimen): Suggestion => ({
  id,
  title,
  price,
  forSale,
  status,
  picture: posterOf(main),
});

/** Pending and sold pieces fill up what the available leave. */
export async function specimensLike(ctx: Context, id: number): Promise<Specimen[]> {
  const [piece] = await traitsOf(ctx, [id]);
  if (!piece) return [];
  const filters = await filtersOf(ctx, piece);
  const found = new Set<number>();
  for (const status of ['available', undefined] as const) {
    for (const facets of filters) {
      const filter: SpecimenFilter = { hidden: false, facets, ...(status && { status }) };
      const { ids } = await selectMatching(ctx, filter, {
        sort: 'newest',
        after: null,
        limit: MAX_CANDIDATES,
      });
      for (const other of ids) if (other !== id) found.add(other);
    }
    if (found.size >= MAX_RELATED) break;
  }
  const chosen = mostSimilar(piece, await traitsOf(ctx, [...found]), MAX_RELATED);
  return specimensOf(
    ctx,
    chosen.map((one) => one.id),
    { hidden: false },
  );
}

/** Candidates share a species, the place or the one around it, or the most striking color. */
async function filtersOf(
  { db }: Context,
  { species, localityId, colours }: Located,
): Promise<NonNullable<SpecimenFilter['facets']>[]> {
  const places = localityId === null ? [] : await placesAround(db, localityId);
  return [
    ...species.slice(0, MAX_SPECIES).map((name) => ({ species: slugOf(name) })),
    ...places.slice(0, 2).map((place) => ({ locality: String(place.id) })),
    ...colourNames(colours)
      .slice(0, 1)
      .map((colour) => ({ colour })),
  ];
}

async function traitsOf({ db }: Context, ids: readonly number[]): Promise<Located[]> {
  const [rows, colours] = await Promise.all([selectTraits(db, ids), selectColours(db, [...ids])]);
  const coloursOf = new Map(
    colours.map((row) => [row.specimen_id, row.colours ?? row.poster_colours]),
  );
  return rows.map(({ id, species, locality, locality_id, size_mm, price_cents, status }) => ({
    id,
    species,
    locality,
    localityId: locality_id,
    colours: coloursOf.get(id) ?? null,
    sizeMm: size_mm,
    cents: price_cents,
    isAvailable: status === 'available',
  }));
}
