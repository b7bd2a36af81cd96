/** Sheets that others wrote: told from the shop's own, looked through, matched, and opened for an import. */
import { stat } from 'node:fs/promises';
import type { z } from 'zod';
import { Problem } from '#contract/problems.ts';
import { type SheetLook, type SheetMatching, sheetMatching } from '#contract/transfer/sheet-look.ts';
import { sheets } from '#contract/transfer/transfer.ts';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import { readCsv, UnreadableSheet } from '#server/platform/csv.ts';
import { type ImportSource, isZip, openSource } from '../import-source.ts';
import { selectMatching, upsertMatching } from '../imports.queries.ts';
import { headingFaults as orderFaults } from '../order-sheet.ts';
import { speciesFaults } from '../species-sheet.ts';
import { columnSynonyms, headingFaults as specimenFaults } from '../specimen-sheet.ts';
import { type ForeignSheet, foreignSource, readForeign } from './foreign-source.ts';
import { plainHeading } from './heading-names.ts';
import { lookOf, proposedMatching } from './look.ts';

type Work = { folder: string; signal: AbortSignal };

/** @param text as the query has it. @throws Problem invalid_input. */
export function readMatching(text: string): SheetMatching {
  const read = sheetMatching.safeParse(parsed(text));
  if (read.success) return read.data;
  const issues = read.error.issues.map(({ path, message }: z.core.$ZodIssue) => ({ path: ['matching', ...path].join('.'), message }));
  throw new Problem('invalid_input', 'The columns don’t fit this sheet. Please choose the file again.', { issues });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * What the shop understands of an upload.
 * @param matching as the admin has it on the screen; null: as it was the last time, or as the shop would match it.
 * @throws Problem bad_request for what is no sheet.
 */
export async function lookAt(ctx: Context, localPath: string, matching: SheetMatching | null, work: Work): Promise<SheetLook> {
  const files = await filesOf(localPath);
  try {
    if (files ? sheets.some((sheet) => files.has(sheet)) : await isOwnSheet(localPath)) return { kind: 'own' };
    const sheet = await readForeign(localPath, files, work);
    const remembered = matching === null ? await selectMatching(ctx.db, headingsOf(sheet)) : null;
    return lookOf(sheet, matching ?? remembered ?? proposedMatching(sheet), remembered !== null);
  } finally {
    await files?.close();
  }
}

/** An upload as the source of an import, matched as the admin wants it, which is remembered. @throws Problem bad_request. */
export async function openForeign(ctx: Context, localPath: string, matching: SheetMatching, work: Work): Promise<ImportSource> {
  const files = await filesOf(localPath);
  try {
    const sheet = await readForeign(localPath, files, work);
    await upsertMatching(ctx.db, { headings: headingsOf(sheet), matching: JSON.stringify(matching), used_at: instantOf(ctx.clock) });
    return foreignSource(sheet, matching, files);
  } catch (error) {
    await files?.close();
    throw error;
  }
}

/** Under which a matching is remembered. */
const headingsOf = ({ survey }: ForeignSheet): string => survey.columns.map(({ heading }) => plainHeading(heading)).join('|');

/** The files of a zip, if the upload is one of sheets and pictures; a workbook is a zip too, and has parts of its own. */
async function filesOf(localPath: string): Promise<ImportSource | null> {
  if (!(await isZip(localPath))) return null;
  const source = await openSource(localPath);
  const names = source.names();
  const isWorkbook = names.includes('workbook.xml') || names.includes('content.xml');
  if (!isWorkbook) return source;
  await source.close();
  return null;
}

/** Whether it is a sheet with the shop's own columns and no other. */
async function isOwnSheet(localPath: string): Promise<boolean> {
  if ((await stat(localPath)).size === 0) throw new Problem('bad_request', 'The file is empty.');
  const rows = readCsv(localPath, columnSynonyms);
  try {
    const heading = await rows.next();
    const names = heading.done ? [] : Object.keys(heading.value.cells);
    return [specimenFaults, orderFaults, speciesFaults].some((faultsOf) => faultsOf(names).length === 0);
  } catch (error) {
    if (error instanceof UnreadableSheet) return false;
    throw error;
  } finally {
    await rows.return(null);
  }
}
