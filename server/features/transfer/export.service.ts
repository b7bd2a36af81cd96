/** Taking specimens and orders out: two sheets, and the file that each picture and video was made from. */

import type { Medium } from '#contract/media.ts';
import { MEDIA_ID } from '#contract/media-id.ts';
import { isVideo } from '#contract/media-kind.ts';
import type { Context } from '#server/context.ts';
import { type CataloguedSpecimen, eachSpecimen } from '#server/features/specimens/catalogue/catalogue.service.ts';
import { csvHeading, csvRows } from '#server/platform/csv.ts';
import type { ZipEntry } from '#server/platform/zip-writer.ts';
import { endingOf, openSourceFile, sourceNames } from '../media/media-sources.service.ts';
import { eachOrder } from '../orders/order-transfer.service.ts';
import { PICTURES } from './import-source.ts';
import { orderCells, orderColumns } from './order-sheet.ts';
import { openReferences, type References } from './references.service.ts';
import { specimenCells, specimenColumns } from './specimen-sheet.ts';

export type ExportOptions = { withPictures: boolean };

/**
 * The files of an export, each made while it is read: the sheets first.
 * @param missing is told the names of pictures that the media store does not have.
 */
export async function* exportFiles(
  ctx: Context,
  { withPictures }: ExportOptions,
  missing: (name: string) => void,
): AsyncGenerator<ZipEntry> {
  const references = await openReferences(ctx);
  const mostPictures = await countPictures(ctx);
  yield { name: 'specimens.csv', read: () => specimenSheet(ctx, references, mostPictures) };
  yield { name: 'orders.csv', read: () => orderSheet(ctx, references) };
  if (!withPictures) return;
  for await (const specimens of eachSpecimen(ctx, { hidden: true })) {
    const names = await fileNames(ctx, specimens);
    for (const specimen of specimens) {
      for (const { name, stored } of filesOf(specimen, names)) {
        const file = await openSourceFile(ctx, stored);
        if (file) yield { name: `${PICTURES}/${name}`, read: () => file.read() };
        else missing(name);
      }
    }
  }
}

/** A heading has columns for as many pictures as the specimen with the most has. */
async function countPictures(ctx: Context): Promise<number> {
  let most = 1;
  for await (const specimens of eachSpecimen(ctx, { hidden: true })) {
    most = Math.max(most, ...specimens.map(({ additional }) => 1 + additional.length));
  }
  return most;
}

async function* specimenSheet(ctx: Context, references: References, mostPictures: number): AsyncGenerator<string> {
  const columns = specimenColumns(mostPictures);
  yield csvHeading(columns);
  for await (const specimens of eachSpecimen(ctx, { hidden: true })) {
    const names = await fileNames(ctx, specimens);
    const ids = specimens.map(({ id }) => id);
    const called = await references.of('specimen', ids);
    const rows = specimens.map((specimen) =>
      specimenCells(specimen, called.get(specimen.id) ?? '', (medium, place) =>
        nameOf(specimen.id, place, medium.id, names.get(medium.id) ?? ''),
      ),
    );
    yield csvRows(columns, rows);
  }
}

async function* orderSheet(ctx: Context, references: References): AsyncGenerator<string> {
  yield csvHeading(orderColumns);
  for await (const orders of eachOrder(ctx)) {
    const lines = orders.flatMap((order) => order.lines);
    const called = await references.of(
      'order',
      orders.map(({ order }) => order.id),
    );
    const specimens = await references.of('specimen', [...new Set(lines.flatMap(({ specimen_id: id }) => (id === null ? [] : [id])))]);
    yield csvRows(
      orderColumns,
      orders.flatMap(({ order, lines }) => orderCells(order, lines, called.get(order.id) ?? '', (id) => specimens.get(id))),
    );
  }
}

/** By medium, the name in the media store of the file that it was made from. */
const fileNames = (ctx: Context, specimens: CataloguedSpecimen[]): Promise<Map<string, string>> =>
  sourceNames(
    ctx.db,
    specimens.flatMap((specimen) => mediaOf(specimen).map(({ id }) => id)),
  );

/** A poster that only stands in is not exported: whoever imports the video makes a better one. */
const withPoster = (medium: Medium): Medium[] => (isVideo(medium) && !medium.hasPlainPoster ? [medium, medium.poster] : [medium]);

/** With the posters of videos. */
const mediaOf = ({ main, additional }: CataloguedSpecimen): Medium[] => [main, ...additional].flatMap((medium) => withPoster(medium));

function filesOf(specimen: CataloguedSpecimen, names: Map<string, string>): { name: string; stored: string }[] {
  return [specimen.main, ...specimen.additional].flatMap((medium, index) =>
    withPoster(medium).flatMap(({ id }) => {
      const stored = names.get(id);
      return stored === undefined ? [] : [{ name: nameOf(specimen.id, index + 1, id, stored), stored }];
    }),
  );
}

/** Found again by the medium's id at its end, in this shop even without the file. */
const nameOf = (specimenId: number, place: number, mediumId: string, stored: string): string =>
  `${specimenId}-${place}-${mediumId}${endingOf(stored)}`;

const exportedName = new RegExp(String.raw`^\d+-\d+-(${MEDIA_ID})\.[a-z0-9]{1,5}$`);

/** The medium's id in such a name; null in any other. */
export const mediumIn = (name: string): string | null => exportedName.exec(name)?.[1] ?? null;
