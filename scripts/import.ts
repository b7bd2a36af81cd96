/** `npm run import -- FILE.zip | FOLDER | SHEET.csv`: brings in what `npm run export` took out, or sheets of the admin's own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Problem } from '#contract/problems.ts';
import type { ImportReport, Remark, Tally } from '#contract/transfer.ts';
import { runImport } from '#server/features/transfer/import.service.ts';
import { openSource } from '#server/features/transfer/import-source.ts';
import { runCommand } from './command.ts';
import { withShop } from './shop.ts';

const USAGE = `npm run import -- FILE.zip
npm run import -- FOLDER
npm run import -- SHEET.csv

Adds specimens and orders that are not here yet, and brings specimens that are up to date, also while the shop runs. With --dry-run everything is
looked at and nothing written. Each specimen and each order comes whole or not at all; what is wrong is said by line, and exit code 2 tells that
something was. What came in before is known by its reference and not made twice.`;

await runCommand(USAGE, ['--dry-run'], async (place, chosen) => {
  const giveUp = new AbortController();
  process.once('SIGINT', () =>
    giveUp.abort(new Problem('bad_request', 'Stopped. What came in before stays; import the same again to go on.')),
  );
  const source = await openSource(place);
  const folder = await mkdtemp(path.join(tmpdir(), 'druse-import-'));
  try {
    const onProgress = process.stderr.isTTY ? showProgress : undefined;
    const options = { isDryRun: chosen.includes('--dry-run'), folder, signal: giveUp.signal, onProgress };
    await withShop(async (ctx) => tell(await runImport(ctx, source, options)));
  } finally {
    await source.close();
    await rm(folder, { recursive: true, force: true });
  }
});

function showProgress(sheet: string, share: number): void {
  process.stderr.write(`\r${sheet} ${Math.floor(share * 100)} %  ${share === 1 ? '\n' : ''}`);
}

function tell({ isDryRun, specimens, orders, errors, errorCount, notes }: ImportReport): void {
  for (const remark of errors) console.error(sentence(remark));
  if (errorCount > errors.length) console.error(`… and ${errorCount - errors.length} more.`);
  for (const remark of notes) console.log(sentence(remark));
  console.log(`${isDryRun ? 'Dry run, nothing written. It would be' : 'Done'}: specimens ${words(specimens)}; orders ${words(orders)}.`);
  if (errorCount > 0) process.exitCode = 2;
}

function words({ added, changed, unchanged, refused }: Tally): string {
  return `${added} added, ${changed} changed, ${unchanged} unchanged, ${refused} refused`;
}

function sentence({ sheet, line, column, message }: Remark): string {
  const place = [sheet, line === null ? null : `line ${line}`, column].filter((part) => part !== null).join(', ');
  return `${place}: ${message}`;
}
