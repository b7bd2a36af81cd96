/**
 * `npm run import -- FILE.zip | FOLDER | SHEET.csv`: imports what `npm run export` wrote, or the admin's
 * own sheets.
 */
import { Problem } from '#core/contract/problems.ts';
import type { ImportReport, Remark, Tally } from '#features/sheets/contract/transfer.ts';
import { runImport } from '#features/sheets/server/import.service.ts';
import { openSource } from '#features/sheets/server/import-source.ts';
import { withWorkFolder } from '#platform/storage/leftovers.ts';
import { runCommand } from './command.ts';
import { withShop } from './shop.ts';

const USAGE = `npm run import -- FILE.zip
npm run import -- FOLDER
npm run import -- SHEET.csv

Adds new specimens and orders, and updates the specimens the shop already has. The shop can keep running.
--dry-run checks everything and writes nothing. Each specimen and each order is imported completely or not at all; problems are
listed by line, and the exit code is then 2. What was imported before is recognised by its reference and not added twice.`;

await runCommand(USAGE, ['--dry-run'], async (target, switches) => {
  const stopping = new AbortController();
  process.once('SIGINT', () =>
    stopping.abort(
      new Problem(
        'bad_request',
        "Stopped. What's in so far stays. Import the same file again to continue.",
      ),
    ),
  );
  const source = await openSource(target);
  try {
    const onProgress = process.stderr.isTTY ? showProgress : undefined;
    const isDryRun = switches.includes('--dry-run');
    const { signal } = stopping;
    await withShop((ctx) =>
      withWorkFolder(ctx.config.dataDir, 'import', async (folder) =>
        printReport(await runImport(ctx, source, { isDryRun, folder, signal, onProgress })),
      ),
    );
  } finally {
    await source.close();
  }
});

function showProgress(sheet: string, share: number): void {
  process.stderr.write(`\r${sheet} ${Math.floor(share * 100)} %  ${share === 1 ? '\n' : ''}`);
}

function printReport({
  isDryRun,
  species,
  specimens,
  orders,
  errors,
  errorCount,
  notes,
}: ImportReport): void {
  for (const remark of errors) console.error(sentence(remark));
  if (errorCount > errors.length) console.error(`… and ${errorCount - errors.length} more.`);
  for (const remark of notes) console.log(sentence(remark));
  console.log(
    `${isDryRun ? 'Dry run, nothing saved. It would be' : 'Done'}: ${isAnyIn(species) ? `species ${tallyText(species)}; ` : ''}specimens ${tallyText(specimens)}; orders ${tallyText(orders)}.`,
  );
  if (errorCount > 0) process.exitCode = 2;
}

function isAnyIn(tally: Tally): boolean {
  return Object.values(tally).some((rows) => rows > 0);
}

function tallyText({ added, changed, unchanged, refused }: Tally): string {
  return `${added} added, ${changed} changed, ${unchanged} unchanged, ${refused} refused`;
}

function sentence({ sheet, line, column, message }: Remark): string {
  const place = [sheet, line === null ? null : `line ${line}`, column]
    .filter((part) => part !== null)
    .join(', ');
  return `${place}: ${message}`;
}
