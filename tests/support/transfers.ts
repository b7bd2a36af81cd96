/** Exports and imports in tests: zips from the shop and of our own making, and what the shop says of them. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { inject } from 'vitest';
import yauzl from 'yauzl';
import type { ImportEvent, ImportReport } from '#features/sheets/contract/transfer.ts';
import { writeZip } from '#platform/zip-writer.ts';
import type { Browser } from './app.ts';

/** The files of a zip by name. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const localPath = path.join(mkdtempSync(path.join(inject('runFolder'), 'zip-')), 'export.zip');
  writeFileSync(localPath, bytes);
  const zip = await yauzl.openPromise(localPath, { lazyEntries: true, validateEntrySizes: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

export function zipOf(
  files: Record<string, string | Uint8Array> | Map<string, Uint8Array>,
): Promise<Buffer> {
  const entries = files instanceof Map ? [...files] : Object.entries(files);
  const parts = entries.map(([name, content]) => ({
    name,
    async *read() {
      yield content;
    },
  }));
  return buffer(writeZip(parts, new Date('2026-11-21T09:00:00Z')));
}

export async function exportOf(admin: Browser, query = ''): Promise<Buffer> {
  const response = await admin.get(`/api/manage/export${query}`);
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.rawPayload;
}

/** Sends a file to be imported. @returns the last line of the response. */
export async function importOf(
  admin: Browser,
  file: Uint8Array | string,
  { dryRun = false, type = 'application/zip' } = {},
): Promise<ImportEvent> {
  const url = `/api/manage/import${dryRun ? '?dryRun=true' : ''}`;
  const response = await admin.request({
    method: 'POST',
    url,
    payload: Buffer.from(file),
    headers: { 'content-type': type },
  });
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${response.body}`);
  return JSON.parse(response.body.trim().split('\n').at(-1) ?? '');
}

/** The same, answering the report of an import that came to its end. */
export async function reportOf(...given: Parameters<typeof importOf>): Promise<ImportReport> {
  const event = await importOf(...given);
  if (!('report' in event)) throw new Error(JSON.stringify(event));
  return event.report;
}

/** A zip file whose files are made small, as bombs are. */
export async function deflated(files: Record<string, string>): Promise<Buffer> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files))
    zip.addBuffer(Buffer.from(text), name, { compress: true });
  zip.end();
  return buffer(zip.outputStream as never);
}
