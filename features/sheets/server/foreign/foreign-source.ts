/** Reads others' sheet in a child process, as its contents may be hostile. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { fold } from '#core/contract/fold.ts';
import { Problem } from '#core/contract/problems.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import type { SheetMatching, SheetReading } from '#features/sheets/contract/sheet-look.ts';
import type { ImportRow, ImportSource } from '#features/sheets/server/import-source.ts';
import { ChildFailure, childRunner } from '#platform/jobs/child-runner.ts';
import { projectFolder } from '#platform/process/project-folder.ts';
import { isExample } from './empty-sheet.ts';
import { rowReader } from './matched-rows.ts';
import type { SheetRow } from './read-sheet.ts';
import type { SheetSurvey } from './survey.ts';

const TIMEOUT_MS = 20_000;
/** Bytes. */
const MAX_MEMORY = 300 * 2 ** 20;
const MAX_HEAP_MB = 160;
const runner = childRunner(
  path.join(projectFolder, 'features/sheets/server/foreign/sheet-process.ts'),
  { maxMemory: MAX_MEMORY, execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`] },
);
const SHEET = /\.(xlsx|xlsm|ods|csv|tsv|txt)$/i;

export type ForeignSheet = { survey: SheetSurvey; tablePath: string; file: string | null };

type Work = {
  folder: string;
  signal: AbortSignal;
  reading?: SheetReading | undefined;
  now: string;
};

/**
 * @param files a zip's sheet and pictures; null: the upload is the sheet itself.
 * @throws Problem bad_request, in words for the admin.
 */
export async function readForeign(
  localPath: string,
  files: ImportSource | null,
  { folder, signal, now, reading = {} }: Work,
): Promise<ForeignSheet> {
  const sheets = files?.names().filter((name) => SHEET.test(name)) ?? [];
  if (sheets.length > 1)
    throw new Problem(
      'bad_request',
      `The zip file has several sheets: ${sheets.slice(0, 5).join(', ')}. Please send one.`,
    );
  const [file = null] = sheets;
  const sheetPath = file === null ? localPath : path.join(folder, 'sheet');
  if (file !== null) await files?.copy(file, sheetPath);
  const tablePath = path.join(folder, 'table');
  try {
    const modules = pluggedInto('sheetShapes').map(
      (module) => pathToFileURL(path.join(projectFolder, module)).href,
    );
    const input = { localPath: sheetPath, tablePath, modules, reading, now };
    const survey = await runner.run<SheetSurvey>('survey', input, {
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    return { survey, tablePath, file };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ChildFailure) throw new Problem('bad_request', TOO_MUCH);
    if (error instanceof Error && error.message !== '' && error.name === 'UnreadableSheet')
      throw new Problem('bad_request', error.message);
    throw error;
  }
}

const TOO_MUCH =
  'This sheet takes too much time or memory to read. Please split it, or save it as CSV.';

export function foreignSource(
  { survey, tablePath }: ForeignSheet,
  matching: SheetMatching,
  files: ImportSource | null,
): ImportSource {
  const none = new Problem('bad_request', 'There are no files with this sheet.');
  // Macs take letters apart, cameras write capitals.
  const fileNamed = new Map((files?.names() ?? []).map((name) => [fold(name), name] as const));
  const named = new Set<string>();
  return {
    has: (name) => name === 'specimens.csv' || (files?.has(name) ?? false),
    names: () => files?.names() ?? [],
    copy: (name, target) => files?.copy(name, target) ?? Promise.reject(none),
    async *rows() {
      const { size } = await stat(tablePath);
      const read = rowReader(survey, matching);
      const answers = new Map(matching.answers);
      let passed = 0;
      for await (const line of createInterface({
        input: createReadStream(tablePath),
        crlfDelay: Number.POSITIVE_INFINITY,
      })) {
        passed += Buffer.byteLength(line) + 1;
        const row = JSON.parse(line) as SheetRow;
        if (isExample(row.cells)) continue;
        const { cells, photos, ...rest } = read(row);
        const there = photos.flatMap((name) => fileNamed.get(fold(name)) ?? []);
        for (const name of there) named.add(name);
        const pictures = Object.fromEntries(
          there.map((name, index) => [`picture ${index + 1}`, name]),
        );
        const awaited = photos.filter((name) => !fileNamed.has(fold(name)));
        yield {
          line: row.number,
          share: Math.min(1, passed / size),
          cells: { ...cells, ...pictures },
          awaited,
          answer: answers.get(row.number) ?? matching.taken ?? null,
          marksSold: matching.marksSold ?? false,
          ...rest,
        } satisfies ImportRow;
      }
    },
    unnamed: () => [...fileNamed.values()].filter((name) => !named.has(name) && !SHEET.test(name)),
    close: async () => files?.close(),
  };
}
