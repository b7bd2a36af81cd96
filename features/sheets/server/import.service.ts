/**
 * Each row is imported whole or not at all, and known by its reference, so an interrupted import is
 * run again.
 */
import path from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { formatCount } from '#core/contract/counts.ts';
import type { Context } from '#core/server/context.ts';
import { entriesAt } from '#core/server/plugged-in.ts';
import { type ImportReport, type Sheet, sheets } from '#features/sheets/contract/transfer.ts';
import { type CsvRow, readCsv, UnreadableSheet } from '#platform/csv.ts';
import type { CellFault } from './cells.ts';
import type { ImportOptions } from './import-options.ts';
import { Report } from './import-report.ts';
import type { ImportRow, ImportSource } from './import-source.ts';
import { openImport } from './imports.service.ts';
import { OrderImporter } from './order-importer.ts';
import { groupOrders, headingFaults as orderFaults, readOrder } from './order-sheet.ts';
import { openReferences } from './references.service.ts';
import { SpecimenImporter } from './specimen-importer.ts';
import { columnSynonyms, readSpecimen, headingFaults as specimenFaults } from './specimen-sheet.ts';

const missingFeature = {
  'species.csv': 'This shop has no species of its own.',
  'invoices.csv': 'This shop makes no invoices.',
  'credit-notes.csv': 'This shop makes no credit notes.',
} as const;
/** A transaction's end takes most of a row's time, so rows share one; others wait meanwhile. */
const BATCH = 20;
/** A page that asks SQLite several times should not wait for a batch each time. */
const PAUSE_MS = 10;

const MAX_NAMED = 50;
const KIND_OF = { added: 'new', changed: 'changed', unchanged: 'same' } as const;

type SpecimenSheetRow = CsvRow | ImportRow;

/**
 * Rows imported before a failure stay.
 * @throws Problem where the source cannot be read; the signal's reason; any error of the database
 * or the media store.
 */
export async function runImport(
  ctx: Context,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportReport> {
  const report = new Report(options.isDryRun);
  if (!sheets.some((sheet) => source.has(sheet))) {
    report.fault(
      'specimens.csv',
      null,
      null,
      'We found no specimens.csv, orders.csv or another sheet of an export.',
    );
    return report.value;
  }

  const references = await openReferences(ctx);
  const undo = options.isDryRun ? null : await openImport(ctx, options.name ?? '');
  const specimens = new SpecimenImporter({
    ctx,
    source,
    references,
    options,
    importId: undo?.id ?? null,
  });
  const orders = new OrderImporter(ctx, references, specimens, options);
  await importFeatureSheet('species.csv');
  await importSheet('specimens.csv', specimenFaults, async (rows) => {
    const read = (row: SpecimenSheetRow) =>
      readSpecimen(row.cells, 'awaited' in row ? row : undefined);
    // A dry run writes nothing, and rows of the shop's own sheets bring files.
    for await (const some of batchesOf(
      piecesOf(rows),
      source.rows && !options.isDryRun ? BATCH : 1,
    )) {
      options.signal.throwIfAborted();
      const results = some.length === 1 ? null : await specimens.importTogether(some, read);
      for (const [index, row] of some.entries()) {
        await importRow('specimens.csv', row, async () => {
          const { outcome, notes, shown, isSoldHere, current } =
            results?.[index] ?? (await specimens.importRow(read(row)));
          report.count('specimens.csv', outcome);
          if (outcome !== 'unchanged') report.shown(shown);
          for (const note of notes) report.note('specimens.csv', row.line, note);
          if (!('headings' in row)) return;
          for (const note of row.notes) report.note('specimens.csv', row.line, note);
          report.row(row, { kind: KIND_OF[outcome], other: current, isSoldHere });
          if (outcome === 'added') report.photos(row);
        });
      }
      if (results) await setTimeout(PAUSE_MS);
    }
  });
  const unnamed = source.unnamed?.() ?? [];
  if (unnamed.length > 0)
    report.note(
      'specimens.csv',
      null,
      `No row names ${unnamed.length === 1 ? 'this file' : `these ${formatCount(unnamed.length)} files`}: ${unnamed.slice(0, MAX_NAMED).join(', ')}${unnamed.length > MAX_NAMED ? ' …' : '.'}`,
    );
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
  await importFeatureSheet('invoices.csv');
  await importFeatureSheet('credit-notes.csv');
  return report.value;

  /** Others' lists have rows that are no pieces: those are counted. */
  async function* piecesOf(rows: AsyncIterable<SpecimenSheetRow>) {
    for await (const row of rows) {
      if (!('leftOut' in row) || row.leftOut === null) yield row;
      else report.row(row, { kind: 'left out', reason: row.leftOut });
    }
  }

  /** Species come before the specimens, whose labels are understood by them. */
  async function importFeatureSheet(sheet: keyof typeof missingFeature): Promise<void> {
    if (!source.has(sheet)) return;
    const load = entriesAt('sheets')[sheet];
    if (!load) return report.fault(sheet, null, null, missingFeature[sheet]);
    const { faultsOf, open } = await load();
    const opened = open(ctx, options.isDryRun, (reference) => orders.numberOf(reference));
    try {
      await importSheet(sheet, faultsOf, async (rows) => {
        for await (const row of rows) {
          await importRow(sheet, row, async () =>
            report.count(sheet, await opened.importRow(row.cells)),
          );
        }
      });
    } finally {
      await opened.end();
    }
  }

  async function importSheet(
    sheet: Sheet,
    faultsOf: (names: string[]) => Pick<CellFault, 'column' | 'message'>[],
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

  async function importRow(
    sheet: Sheet,
    row: SpecimenSheetRow,
    work: () => Promise<void>,
  ): Promise<void> {
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
