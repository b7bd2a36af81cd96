import { cardPrice } from '#core/contract/catalogue/card-price.ts';
import { formatDimensions } from '#core/contract/catalogue/dimension-text.ts';
import { specimenPath } from '#core/contract/catalogue/specimen-urls.ts';
import { specimenStatusTable } from '#core/contract/catalogue/statuses.ts';
import { posterOf, renditionUrl, srcSet } from '#core/contract/media/media-urls.ts';
import { searchTextOf } from '#core/server/catalogue/search/search-index.service.ts';
import {
  type FilterValues,
  filterValuesOf,
} from '#core/server/catalogue/specimens/facets/copying.service.ts';
import {
  type CataloguedSpecimen,
  eachSpecimen,
} from '#core/server/catalogue/specimens/reading/catalogue.service.ts';
import type { Context } from '#core/server/context.ts';
import type { CopiedPiece } from '#features/static-copy/contract/static-copy.ts';
import { fileOf } from './copy-paths.ts';

/** Wider pictures are not shown in lists. */
const WIDEST = 640;

export type IndexedSpecimen = { id: number; path: string; createdAt: string; line: string };

/** In no order. @param addMedia is told which files the list shows. */
export async function* indexedSpecimens(
  ctx: Context,
  addMedia: (name: string) => void,
): AsyncGenerator<IndexedSpecimen> {
  for await (const specimens of eachSpecimen(ctx, { hidden: false })) {
    const values = await filterValuesOf(
      ctx,
      specimens.map(({ id }) => id),
    );
    for (const specimen of specimens) {
      const piece = pieceOf(specimen, values.get(specimen.id) ?? { cents: null, facets: {} });
      for (const [url = ''] of `${piece.picture.small} ${piece.picture.srcset}`.matchAll(
        /media\/\S+/g,
      ))
        addMedia(url.slice('media/'.length));
      yield {
        id: specimen.id,
        path: specimenPath(specimen),
        createdAt: specimen.createdAt,
        line: JSON.stringify(piece),
      };
    }
  }
}

export function* indexScript(specimens: IndexedSpecimen[]): Generator<string> {
  yield 'var druseCopy={"pieces":[\n';
  const sorted = specimens.toSorted(
    (a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id,
  );
  for (const [index, { line }] of sorted.entries()) yield index === 0 ? line : `,\n${line}`;
  yield '\n]};\n';
}

function pieceOf(specimen: CataloguedSpecimen, { cents, facets }: FilterValues): CopiedPiece {
  const { title, origin, dimensions, category, status } = specimen;
  const poster = posterOf(specimen.main);
  const { notice, shortLabel, tone } = specimenStatusTable[status];
  const [beginning, rest, tags, place, description] = searchTextOf(specimen).split('\n');
  return {
    page: fileOf(specimenPath(specimen)),
    title,
    origin,
    dimensions: formatDimensions(dimensions),
    price: cardPrice(specimen),
    cents,
    badges: [
      ...(notice === null ? [] : [{ label: shortLabel, tone }]),
      { label: category, tone: 'quiet' },
    ],
    picture: {
      small: renditionUrl(poster.id, poster.widths[0] ?? 'full', 'jpg').slice(1),
      srcset: srcSet(poster, WIDEST).replaceAll('/media/', 'media/'),
      alt: poster.alt || title,
      width: poster.width,
      height: poster.height,
    },
    facets,
    words: wordsOf([`${beginning} ${rest}`, `${tags} ${place}`, description ?? '']),
  };
}

function wordsOf(texts: [string, string, string]): CopiedPiece['words'] {
  const seen = new Set<string>();
  const fresh = (word: string) => word !== '' && !seen.has(word) && seen.add(word);
  return texts.map((text) => text.split(' ').filter(fresh).join(' ')) as CopiedPiece['words'];
}
