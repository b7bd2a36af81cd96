import type { Medium } from '#core/contract/media/media.ts';
import { MEDIA_ID } from '#core/contract/media/media-id.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import {
  type CataloguedSpecimen,
  eachSpecimen,
} from '#core/server/catalogue/specimens/reading/catalogue.service.ts';
import type { Context } from '#core/server/context.ts';
import type { FeatureSheet } from '#core/server/feature.ts';
import {
  endingOf,
  type MediumSource,
  openSourceFile,
  sourcesOf,
} from '#core/server/media/files/media-sources.service.ts';
import { entriesAt } from '#core/server/plugged-in.ts';
import { type Cells, csvHeading, csvRows } from '#platform/csv.ts';
import { handleFor } from '#platform/db/purposes.ts';
import type { ZipEntry } from '#platform/zip-writer.ts';
import { collectionNames } from './collections-by-name.ts';
import { eachOrder } from './exported-orders.ts';
import { PICTURES } from './import-source.ts';
import { orderCells, orderSheetColumns } from './order-sheet.ts';
import { turnFileOf } from './picture-columns.ts';
import { openReferences, type References } from './references.service.ts';
import { specimenCells, specimenSheetColumns } from './specimen-sheet.ts';

export type ExportOptions = { withPictures: boolean };

/**
 * Produces each file while it is read.
 * @param onMissing called for each file that the media store lacks.
 */
export async function* exportFiles(
  shop: Context,
  { withPictures }: ExportOptions,
  onMissing: (name: string) => void,
): AsyncGenerator<ZipEntry> {
  // So no export takes a connection from the pages.
  const ctx = { ...shop, db: handleFor(shop.db, 'bulk') };
  const references = await openReferences(ctx);
  const maxPictures = await countPictures(ctx);
  yield { name: 'specimens.csv', read: () => specimenSheet(ctx, references, maxPictures) };
  yield { name: 'orders.csv', read: () => orderSheet(ctx, references) };
  for (const [name, load] of Object.entries(entriesAt('sheets'))) {
    const { columns, rows } = await load();
    const read = () => rows(ctx, (ids) => references.of('order', ids));
    if ((await read()).length > 0) yield { name, read: () => featureSheet(columns, read) };
  }
  if (!withPictures) return;
  for await (const specimens of eachSpecimen(ctx, { hidden: true })) {
    const sources = await sourcesFor(ctx, specimens);
    for (const specimen of specimens) {
      for (const { name, stored } of filesOf(specimen, sources)) {
        const file = await openSourceFile(ctx, stored);
        if (file) yield { name: `${PICTURES}/${name}`, read: () => file.read() };
        else onMissing(name);
      }
    }
  }
}

async function countPictures(ctx: Context): Promise<number> {
  let max = 1;
  for await (const specimens of eachSpecimen(ctx, { hidden: true })) {
    max = Math.max(max, ...specimens.map(({ additional }) => 1 + additional.length));
  }
  return max;
}

async function* specimenSheet(
  ctx: Context,
  references: References,
  maxPictures: number,
): AsyncGenerator<string> {
  const columns = specimenSheetColumns(maxPictures);
  yield csvHeading(columns);
  for await (const specimens of eachSpecimen(ctx, { hidden: true })) {
    const sources = await sourcesFor(ctx, specimens);
    const ids = specimens.map(({ id }) => id);
    const referenceById = await references.of('specimen', ids);
    const names = await collectionNames(ctx.db, ids);
    const rows = specimens.map((specimen) =>
      specimenCells(
        {
          specimen,
          reference: referenceById.get(specimen.id) ?? '',
          collections: names.get(specimen.id) ?? [],
        },
        (medium, position) =>
          exportedNameOf(specimen.id, position, medium.id, sources.get(medium.id)?.stored ?? ''),
      ),
    );
    yield csvRows(columns, rows);
  }
}

async function* featureSheet(
  columns: FeatureSheet['columns'],
  rows: () => Promise<Partial<Cells>[]>,
): AsyncGenerator<string> {
  yield csvHeading(columns);
  yield csvRows(columns, await rows());
}

async function* orderSheet(ctx: Context, references: References): AsyncGenerator<string> {
  yield csvHeading(orderSheetColumns);
  for await (const orders of eachOrder(ctx)) {
    const lines = orders.flatMap((order) => order.lines);
    const orderReferences = await references.of(
      'order',
      orders.map(({ order }) => order.id),
    );
    const specimenReferences = await references.of('specimen', [
      ...new Set(lines.flatMap(({ specimen_id: id }) => (id === null ? [] : [id]))),
    ]);
    yield csvRows(
      orderSheetColumns,
      orders.flatMap((exported) =>
        orderCells(exported, orderReferences.get(exported.order.id) ?? '', (id) =>
          specimenReferences.get(id),
        ),
      ),
    );
  }
}

const sourcesFor = (
  ctx: Context,
  specimens: CataloguedSpecimen[],
): Promise<Map<string, MediumSource>> =>
  sourcesOf(
    ctx.db,
    specimens.flatMap((specimen) => mediaOf(specimen).map(({ id }) => id)),
  );

/** Omits a plain poster: the shop that imports the video makes a better one. */
const withPoster = (medium: Medium): Medium[] =>
  isVideo(medium) && !medium.hasPlainPoster ? [medium, medium.poster] : [medium];

const mediaOf = ({ main, additional }: CataloguedSpecimen): Medium[] =>
  [main, ...additional].flatMap((medium) => withPoster(medium));

function filesOf(
  specimen: CataloguedSpecimen,
  sources: Map<string, MediumSource>,
): { name: string; stored: string }[] {
  return [specimen.main, ...specimen.additional].flatMap((medium, index) =>
    withPoster(medium).flatMap((shown) => {
      const source = sources.get(shown.id);
      if (!source) return [];
      const name = exportedNameOf(specimen.id, index + 1, shown.id, source.stored);
      const turn =
        isVideo(shown) && shown.turn && source.turn
          ? [{ name: turnFileOf(name, shown.turn.frames), stored: source.turn }]
          : [];
      return [{ name, stored: source.stored }, ...turn];
    }),
  );
}

/**
 * Ends with the medium's id, so an import into this shop needs no file. `position` counts from 1.
 */
const exportedNameOf = (
  specimenId: number,
  position: number,
  mediumId: string,
  stored: string,
): string => `${specimenId}-${position}-${mediumId}${endingOf(stored)}`;

const exportedName = new RegExp(String.raw`^\d+-\d+-(${MEDIA_ID})\.[a-z0-9]{1,5}$`);

/** Null in a name that no export gave. */
export const mediumIdIn = (name: string): string | null => exportedName.exec(name)?.[1] ?? null;
