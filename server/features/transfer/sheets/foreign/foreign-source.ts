/** A sheet that others wrote as the source of an import. It is read in a child process: what is in it may be hostile. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { Problem } from '#contract/problems.ts';
import type { SheetMatching } from '#contract/transfer/sheet-look.ts';
import { ChildFailure, childRunner } from '#server/platform/jobs/child-runner.ts';
import { projectFolder } from '#server/platform/project-folder.ts';
import { pluggedInto } from '#server/plugged-in.ts';
import type { ImportRow, ImportSource } from '../import-source.ts';
import { isExample } from './empty-sheet.ts';
import { rowReader } from './matched-rows.ts';
import type { SheetRow } from './read-sheet.ts';
import type { SheetSurvey } from './survey.ts';

const TIMEOUT_MS = 60_000;
const runner = childRunner(path.join(projectFolder, 'server/features/transfer/sheets/foreign/sheet-process.ts'));
const SHEET = /\.(xlsx|xlsm|ods|csv|tsv|txt)$/i;

/** A sheet that was looked through, and its rows in a file of lines. `file`: its name in the zip that it came in. */
export type ForeignSheet = { survey: SheetSurvey; tablePath: string; file: string | null };

type Work = { folder: string; signal: AbortSignal };

/**
 * Looks through the sheet of an upload.
 * @param files the upload as a zip with a sheet and pictures; null: it is the sheet itself.
 * @throws Problem bad_request, in words for the admin.
 */
export async function readForeign(localPath: string, files: ImportSource | null, { folder, signal }: Work): Promise<ForeignSheet> {
  const sheets = files?.names().filter((name) => SHEET.test(name)) ?? [];
  if (sheets.length > 1)
    throw new Problem('bad_request', `The zip file has several sheets: ${sheets.slice(0, 5).join(', ')}. Please send one.`);
  const [file = null] = sheets;
  const sheetPath = file === null ? localPath : path.join(folder, 'sheet');
  if (file !== null) await files?.copy(file, sheetPath);
  const tablePath = path.join(folder, 'table');
  try {
    const modules = pluggedInto('sheetShapes').map((module) => pathToFileURL(path.join(projectFolder, module)).href);
    const input = { localPath: sheetPath, tablePath, modules };
    const survey = await runner.run<SheetSurvey>('survey', input, { timeoutMs: TIMEOUT_MS, signal });
    return { survey, tablePath, file };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ChildFailure) throw new Problem('bad_request', TOO_MUCH);
    if (error instanceof Error && error.message !== '' && error.name === 'UnreadableSheet') throw new Problem('bad_request', error.message);
    throw error;
  }
}

const TOO_MUCH = 'This sheet takes too much time or memory to read. Please split it, or save it as CSV.';

/** The rows of a sheet as it is matched, and beside them the files that came with it. */
export function foreignSource({ survey, tablePath }: ForeignSheet, matching: SheetMatching, files: ImportSource | null): ImportSource {
  const none = new Problem('bad_request', 'There are no files with this sheet.');
  return {
    has: (name) => name === 'specimens.csv' || (files?.has(name) ?? false),
    names: () => files?.names() ?? [],
    copy: (name, target) => files?.copy(name, target) ?? Promise.reject(none),
    async *rows() {
      const { size } = await stat(tablePath);
      const read = rowReader(survey, matching);
      let passed = 0;
      for await (const line of createInterface({ input: createReadStream(tablePath), crlfDelay: Number.POSITIVE_INFINITY })) {
        passed += Buffer.byteLength(line) + 1;
        const row = JSON.parse(line) as SheetRow;
        if (isExample(row.cells)) continue;
        const { cells, photos, ...rest } = read(row);
        const there = photos.filter((name) => files?.has(name));
        const named = Object.fromEntries(there.map((name, index) => [`picture ${index + 1}`, name]));
        const awaited = photos.filter((name) => !there.includes(name));
        yield { line: row.number, share: Math.min(1, passed / size), cells: { ...cells, ...named }, awaited, ...rest } satisfies ImportRow;
      }
    },
    close: async () => files?.close(),
  };
}
