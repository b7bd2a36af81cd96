/**
 * Imports specimens and orders row by row, each whole or not at all. What was imported before is found by its reference and not added
 * twice, so that an interrupted import is simply run again.
 */
import path from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Problem } from '#contract/problems.ts';
import { type ImportReport, type Sheet, sheets } from '#contract/transfer/transfer.ts';
import type { Context } from '#server/context.ts';
import { followOwnSpecies, importSpecies } from '#server/features/catalogue/own-species/managing.service.ts';
import { type CsvRow, readCsv, UnreadableSheet } from '#server/platform/csv.ts';
import type { CellFault } from './cells.ts';
import type { ImportOptions } from './import-options.ts';
import { Report } from './import-report.ts';
import type { ImportRow, ImportSource } from './import-source.ts';
import { openImport } from './imports.service.ts';
import { OrderImporter } from './order-importer.ts';
import { groupOrders, headingFaults as orderFaults, readOrder } from './order-sheet.ts';
import { openReferences } from './references.service.ts';
import { faultOf, readSpecies, speciesFaults } from './species-sheet.ts';
import { SpecimenImporter } from './specimen-importer.ts';
import { columnSynonyms, readSpecimen, headingFaults as specimenFaults } from './specimen-sheet.ts';

/** Rows in one transaction: most of a row's time is the disk's at the end of it, and others wait meanwhile. */
const BATCH = 20;
/** Between two of them: SQLite has one connection, and a page that asks it several times should not wait for a batch each time. */
const PAUSE_MS = 10;

type SpecimenSheetRow = CsvRow | ImportRow;

/**
 * Imports the sheets of the source, specimens first.
 * @throws Problem where the source cannot be read; the signal's reason; any error of the database or the media store. Rows imported before stay.
 */
export async function runImport(ctx: Context, source: ImportSource, options: ImportOptions): Promise<ImportReport> {
  const report = new Report(options.isDryRun);
  if (!sheets.some((sheet) => source.has(sheet))) {
    report.fault('specimens.csv', null, null, 'We found no specimens.csv, orders.csv or species.csv.');
    return report.value;
  }

  const references = await openReferences(ctx);
  const undo = options.isDryRun ? null : await openImport(ctx, options.name ?? '');
  const specimens = new SpecimenImporter({ ctx, source, references, options, importId: undo?.id ?? null });
  const orders = new OrderImporter(ctx, references, specimens, options);
  if (source.has('species.csv')) await importOwnSpecies();
  await importSheet('specimens.csv', specimenFaults, async (rows) => {
    const read = (row: SpecimenSheetRow) => readSpecimen(row.cells, 'awaited' in row ? row : undefined);
    // A dry run writes nothing, and rows of the shop's own sheets bring files.
    for await (const some of batchesOf(rows, source.rows && !options.isDryRun ? BATCH : 1)) {
      options.signal.throwIfAborted();
      const results = some.length === 1 ? null : await specimens.importTogether(some, read);
      for (const [index, row] of some.entries()) {
        await importRow('specimens.csv', row, async () => {
          const { outcome, notes, shown } = results?.[index] ?? (await specimens.importRow(read(row)));
          report.count('specimens.csv', outcome);
          if (outcome !== 'unchanged') report.shown(shown);
          for (const note of notes) report.note('specimens.csv', row.line, note);
        });
      }
      if (results) await setTimeout(PAUSE_MS);
    }
  });
  await importSheet('orders.csv', orderFaults, async (rows) => {
    for await (const group of groupOrders(rows)) {
      const [first] = group;
      if (!first) continue;
      await importRow('orders.csv', first, async () => {
        const { outcome, notes } = await orders.importOrder(readOrder(group));
        report.count('orders.csv', outcome);
        for (const note of notes) report.note('orders.csv', first.line, note);
      });
    }
  });
  return report.value;

  /** Before the specimens, whose labels are understood by it. */
  async function importOwnSpecies(): Promise<void> {
    // A dry run adds no species of which a later row may be a variety.
    const wouldAdd = new Set<string>();
    try {
      await importSheet('species.csv', speciesFaults, async (rows) => {
        for await (const row of rows) {
          await importRow('species.csv', row, async () => {
            const species = readSpecies(row.cells);
            const isOfNew = species.of !== null && wouldAdd.has(species.of);
            const outcome = isOfNew ? 'added' : await importSpecies(ctx, species, options.isDryRun).catch(asCellFault);
            if (options.isDryRun && outcome === 'added') wouldAdd.add(species.name);
            report.count('species.csv', outcome);
          });
        }
      });
    } finally {
      if (!options.isDryRun) await followOwnSpecies(ctx);
    }
  }

  async function importSheet(
    sheet: Sheet,
    faultsOf: (names: string[]) => CellFault[],
    work: (rows: AsyncGenerator<SpecimenSheetRow>) => Promise<void>,
  ) {
    if (!source.has(sheet)) return;
    if (sheet === 'specimens.csv' && source.rows) return work(source.rows());
    const localPath = path.join(options.folder, sheet);
    await source.copy(sheet, localPath);
    const rows = readCsv(localPath, columnSynonyms);
    try {
      const heading = await rows.next();
      const faults = faultsOf(heading.done ? [] : Object.keys(heading.value.cells));
      for (const { column, message } of faults) report.fault(sheet, 1, column, message);
      if (faults.length === 0) await work(rows);
    } catch (error) {
      // The rows before are imported; those behind cannot be read.
      if (!(error instanceof UnreadableSheet)) throw error;
      report.fault(sheet, null, null, error.message);
    } finally {
      await rows.return(null);
    }
  }

  async function importRow(sheet: Sheet, row: SpecimenSheetRow, work: () => Promise<void>): Promise<void> {
    options.signal.throwIfAborted();
    await work().catch((error: unknown) => {
      options.signal.throwIfAborted();
      report.refuse(sheet, row, error);
    });
    options.onProgress?.(sheet, row.share);
    await setImmediate();
  }
}

async function* batchesOf<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    if (batch.push(item) < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** @throws CellFault about the column that a refusal names; else the error itself. */
function asCellFault(error: unknown): never {
  const issue = error instanceof Problem ? error.details.issues?.[0] : undefined;
  throw issue ? faultOf(issue.path.split('.'), issue.message) : error;
}
