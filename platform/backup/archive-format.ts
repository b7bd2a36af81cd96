/**
 * A backup is one tar file with `manifest.json` first, then `rows/<table>.jsonl`, then
 * `media/<name>`, and last `SHA256SUMS`, which `sha256sum -c` understands. Rows are JSON objects,
 * one per line, sorted by primary key, and identical from either engine.
 */
import { z } from 'zod';
import { Problem } from '#core/contract/problems.ts';

export const MANIFEST = 'manifest.json';
export const SUMS = 'SHA256SUMS';
export const sumLine = (hash: string, name: string) => `${hash}  ${name}\n`;

export const rowsName = (table: string) => `rows/${table}.jsonl`;
export const mediaName = (file: string) => `media/${file}`;

const tableIn = /^rows\/([a-z0-9_]{1,60})\.jsonl$/;
const fileIn = /^media\/((?:private\/)?[a-z0-9]+(?:-[a-z0-9]+)*\.[a-z0-9]{1,5})$/;

/** Null for entries without rows. */
export const tableOf = (entry: string): string | null => tableIn.exec(entry)?.[1] ?? null;
/** Null for entries without a media file. */
export const fileOf = (entry: string): string | null => fileIn.exec(entry)?.[1] ?? null;

const count = z.int().min(0);

export const manifest = z.strictObject({
  format: z.literal('druse-backup'),
  formatVersion: z.int(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  tables: z.record(z.string(), count),
  counters: z.record(z.string(), count),
  files: count,
  missing: z.array(z.string()),
});

export type Manifest = z.infer<typeof manifest>;

export const FORMAT_VERSION = 1;

export const newerFormat = () =>
  new Problem('bad_request', 'it was made by a newer version of this shop');
export const notABackup = () => new Problem('bad_request', 'it is not a backup of this shop');

/** @throws Problem if the text is no manifest that this version can read. */
export function readManifest(text: string): Manifest {
  const found = z
    .looseObject({ format: z.literal('druse-backup'), formatVersion: z.int() })
    .safeParse(parsed(text));
  if (!found.success) throw notABackup();
  if (found.data.formatVersion > FORMAT_VERSION) throw newerFormat();
  const { success, data } = manifest.safeParse(found.data);
  if (!success) throw new Problem('bad_request', `it is damaged: ${MANIFEST} is incomplete`);
  return data;
}

/** @returns null where the text is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
