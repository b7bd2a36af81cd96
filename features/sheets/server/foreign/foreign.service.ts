import { open, stat } from 'node:fs/promises';
import type { z } from 'zod';
import { Problem } from '#core/contract/problems.ts';
import type { Context } from '#core/server/context.ts';
import { entriesAt } from '#core/server/plugged-in.ts';
import {
  type SheetLook,
  type SheetMatching,
  sheetMatching,
} from '#features/sheets/contract/sheet-look.ts';
import { sheets } from '#features/sheets/contract/transfer.ts';
import { type ImportSource, isZip, openSource } from '#features/sheets/server/import-source.ts';
import { selectMatching, upsertMatching } from '#features/sheets/server/imports.queries.ts';
import { headingFaults as orderFaults } from '#features/sheets/server/order-sheet.ts';
import {
  columnSynonyms,
  headingFaults as specimenFaults,
} from '#features/sheets/server/specimen-sheet.ts';
import { instantOf } from '#platform/clock.ts';
import { readCsv, UnreadableSheet } from '#platform/csv.ts';
import { type ForeignSheet, foreignSource, readForeign } from './foreign-source.ts';
import { plainHeading } from './heading-names.ts';
import { checkedMatching, lookOf, proposedMatching } from './look.ts';

type Work = { folder: string; signal: AbortSignal };

/** @param text as the query has it. @throws Problem invalid_input. */
export function readMatching(text: string): SheetMatching {
  const read = sheetMatching.safeParse(parsed(text));
  if (read.success) return read.data;
  const issues = read.error.issues.map(({ path, message }: z.core.$ZodIssue) => ({
    path: ['matching', ...path].join('.'),
    message,
  }));
  throw new Problem(
    'invalid_input',
    'The columns don’t fit this sheet. Please choose the file again.',
    { issues },
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * @param matching the admin's on the screen; null: the last one, or the shop's proposal.
 * @throws Problem bad_request for what is no sheet.
 */
export async function lookAt(
  ctx: Context,
  localPath: string,
  matching: SheetMatching | null,
  { isFresh = false, ...work }: Work & { isFresh?: boolean },
): Promise<SheetLook> {
  const files = await filesOf(localPath);
  try {
    if (files ? sheets.some((sheet) => files.has(sheet)) : await isOwnSheet(localPath))
      return { kind: 'own' };
    const sheet = await readForeign(localPath, files, {
      ...work,
      now: instantOf(ctx.clock),
      reading: matching?.reading,
    });
    // Read in another way, it may have other columns: of those nothing is said yet.
    const isOther = matching !== null && matching.columns.length === 0;
    const asked = isOther ? null : matching;
    const remembered =
      asked === null && !isFresh ? await selectMatching(ctx.db, headingsOf(sheet)) : null;
    const found = remembered ? checkedMatching(sheet, remembered) : proposedMatching(sheet);
    const reading = matching?.reading;
    return lookOf(sheet, asked ?? { ...found, ...(reading && { reading }) }, remembered !== null);
  } finally {
    await files?.close();
  }
}

/** Remembers the admin's matching, once something is written. @throws Problem bad_request */
export async function openForeign(
  ctx: Context,
  localPath: string,
  matching: SheetMatching,
  { isDryRun, ...work }: Work & { isDryRun: boolean },
): Promise<ImportSource> {
  const files = await filesOf(localPath);
  try {
    const sheet = await readForeign(localPath, files, {
      ...work,
      now: instantOf(ctx.clock),
      reading: matching.reading,
    });
    if (!isDryRun) {
      const { columns, listsForSale, dates, decimals } = matching;
      // Of a column without cells nothing was said.
      const empty = sheet.survey.columns.flatMap(({ filled }, at) => (filled === 0 ? [at] : []));
      await upsertMatching(ctx.db, {
        headings: headingsOf(sheet),
        matching: JSON.stringify({ columns, listsForSale, dates, decimals, empty }),
        used_at: instantOf(ctx.clock),
      });
    }
    return foreignSource(sheet, matching, files);
  } catch (error) {
    await files?.close();
    throw error;
  }
}

const headingsOf = ({ survey }: ForeignSheet): string =>
  survey.columns.map(({ heading }) => plainHeading(heading)).join('|');

/** Null unless the upload is a zip of sheets and pictures; a workbook is a zip too. */
async function filesOf(localPath: string): Promise<ImportSource | null> {
  if (!(await isZip(localPath))) return null;
  const source = await openSource(localPath);
  const names = source.names();
  const isWorkbook = names.includes('workbook.xml') || names.includes('content.xml');
  if (!isWorkbook) return source;
  await source.close();
  return null;
}

/** The shop's own headings are shorter: others' may be of any length, and are read in the child. */
const MAX_OWN_HEADING = 16 * 1024;

async function beginsLikeOwn(localPath: string): Promise<boolean> {
  const file = await open(localPath);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(MAX_OWN_HEADING), 0);
    return bytesRead < MAX_OWN_HEADING || buffer.includes('\n');
  } finally {
    await file.close();
  }
}

async function isOwnSheet(localPath: string): Promise<boolean> {
  if ((await stat(localPath)).size === 0) throw new Problem('bad_request', 'The file is empty.');
  if (!(await beginsLikeOwn(localPath))) return false;
  const rows = readCsv(localPath, columnSynonyms);
  try {
    const heading = await rows.next();
    const names = heading.done ? [] : Object.keys(heading.value.cells);
    const others = await Promise.all(Object.values(entriesAt('sheets')).map((load) => load()));
    const headings = [specimenFaults, orderFaults, ...others.map(({ faultsOf }) => faultsOf)];
    return headings.some((faultsOf) => faultsOf(names).length === 0);
  } catch (error) {
    if (error instanceof UnreadableSheet) return false;
    throw error;
  } finally {
    await rows.return(null);
  }
}
