/** Exports specimens and orders: two sheets, and the original file of each picture and video. */

import type { Medium } from '#contract/media/media.ts';
import { MEDIA_ID } from '#contract/media/media-id.ts';
import { isVideo } from '#contract/media/media-kind.ts';
import type { Context } from '#server/context.ts';
import { collectionNames } from '#server/features/catalogue/collections/by-name.service.ts';
import { ownSpecies, refreshOwnSpecies } from '#server/features/catalogue/own-species/own-species.service.ts';
import { type CataloguedSpecimen, eachSpecimen } from '#server/features/catalogue/specimens/reading/catalogue.service.ts';
import { endingOf, type MediumSource, openSourceFile, sourcesOf } from '#server/features/media/files/media-sources.service.ts';
import { eachOrder } from '#server/features/selling/orders/order-transfer.service.ts';
import { csvHeading, csvRows } from '#server/platform/csv.ts';
import { handleFor } from '#server/platform/db/purposes.ts';
import type { ZipEntry } from '#server/platform/zip-writer.ts';
import { PICTURES } from './import-source.ts';
import { orderCells, orderSheetColumns } from './order-sheet.ts';
import { turnFileOf } from './picture-columns.ts';
import { openReferences, type References } from './references.service.ts';
import { speciesCells, speciesSheetColumns } from './species-sheet.ts';
import { specimenCells, specimenSheetColumns } from './specimen-sheet.ts';

export type ExportOptions = { withPictures: boolean };

/**
 * The files of an export, the sheets first. Each is produced while it is read.
 * @param onMissing called with the name of each file that the media store does not have.
 */
export async function* exportFiles(
  shop: Context,
  { withPictures }: ExportOptions,
  onMissing: (name: string) => void,
): AsyncGenerator<ZipEntry> {
  // So that no export takes a connection from the pages.
  const ctx = { ...shop, db: handleFor(shop.db, 'bulk') };
  const references = await openReferences(ctx);
  const maxPictures = await countPictures(ctx);
  yield { name: 'specimens.csv', read: () => specimenSheet(ctx, references, maxPictures) };
  yield { name: 'orders.csv', read: () => orderSheet(ctx, references) };
  if ((await readOwnSpecies(ctx)).length > 0) yield { name: 'species.csv', read: () => speciesSheet(ctx) };
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

/** The most pictures that a specimen has: the heading has columns for them. */
async function countPictures(ctx: Context): Promise<number> {
  let max = 1;
  for await (const specimens of eachSpecimen(ctx, { hidden: true })) {
    max = Math.max(max, ...specimens.map(({ additional }) => 1 + additional.length));
  }
  return max;
}

async function* specimenSheet(ctx: Context, references: References, maxPictures: number): AsyncGenerator<string> {
  const columns = specimenSheetColumns(maxPictures);
  yield csvHeading(columns);
  for await (const specimens of eachSpecimen(ctx, { hidden: true })) {
    const sources = await sourcesFor(ctx, specimens);
    const ids = specimens.map(({ id }) => id);
    const referenceById = await references.of('specimen', ids);
    const names = await collectionNames(ctx.db, ids);
    const rows = specimens.map((specimen) =>
      specimenCells(
        { specimen, reference: referenceById.get(specimen.id) ?? '', collections: names.get(specimen.id) ?? [] },
        (medium, position) => exportedNameOf(specimen.id, position, medium.id, sources.get(medium.id)?.stored ?? ''),
      ),
    );
    yield csvRows(columns, rows);
  }
}

/** Species before their varieties, as an import needs them. */
async function readOwnSpecies(ctx: Context) {
  await refreshOwnSpecies(ctx.db);
  return ownSpecies().own.toSorted((a, b) => Number(a.of !== null) - Number(b.of !== null));
}

async function* speciesSheet(ctx: Context): AsyncGenerator<string> {
  yield csvHeading(speciesSheetColumns);
  yield csvRows(speciesSheetColumns, (await readOwnSpecies(ctx)).map(speciesCells));
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
      orders.flatMap((exported) => orderCells(exported, orderReferences.get(exported.order.id) ?? '', (id) => specimenReferences.get(id))),
    );
  }
}

const sourcesFor = (ctx: Context, specimens: CataloguedSpecimen[]): Promise<Map<string, MediumSource>> =>
  sourcesOf(
    ctx.db,
    specimens.flatMap((specimen) => mediaOf(specimen).map(({ id }) => id)),
  );

/** A plain poster is not exported: the shop that imports the video makes a better one. */
const withPoster = (medium: Medium): Medium[] => (isVideo(medium) && !medium.hasPlainPoster ? [medium, medium.poster] : [medium]);

/** With the posters of videos. */
const mediaOf = ({ main, additional }: CataloguedSpecimen): Medium[] => [main, ...additional].flatMap((medium) => withPoster(medium));

function filesOf(specimen: CataloguedSpecimen, sources: Map<string, MediumSource>): { name: string; stored: string }[] {
  return [specimen.main, ...specimen.additional].flatMap((medium, index) =>
    withPoster(medium).flatMap((shown) => {
      const source = sources.get(shown.id);
      if (!source) return [];
      const name = exportedNameOf(specimen.id, index + 1, shown.id, source.stored);
      const turn = isVideo(shown) && shown.turn && source.turn ? [{ name: turnFileOf(name, shown.turn.frames), stored: source.turn }] : [];
      return [{ name, stored: source.stored }, ...turn];
    }),
  );
}

/** Ends with the medium's id, so that an import into this shop finds the medium without the file. `position` counts from 1. */
const exportedNameOf = (specimenId: number, position: number, mediumId: string, stored: string): string =>
  `${specimenId}-${position}-${mediumId}${endingOf(stored)}`;

const exportedName = new RegExp(String.raw`^\d+-\d+-(${MEDIA_ID})\.[a-z0-9]{1,5}$`);

/** The medium's id in an exported name, perhaps one of an older version; null in any other name. */
export const mediumIdIn = (name: string): string | null => exportedName.exec(name)?.[1] ?? null;
