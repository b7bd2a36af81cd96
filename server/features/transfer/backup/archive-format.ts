/**
 * The format of a backup: one tar file with `manifest.json` first, then `rows/<table>.jsonl`, then `media/<name>`, and last `SHA256SUMS`, which
 * `sha256sum -c` understands. Rows are JSON objects, one per line, sorted by primary key, and identical from either engine.
 */
import { z } from 'zod';
import { Problem } from '#contract/problems.ts';

export const MANIFEST = 'manifest.json';
export const SUMS = 'SHA256SUMS';
/** One line of SHA256SUMS. */
export const sumLine = (hash: string, name: string) => `${hash}  ${name}\n`;

export const rowsName = (table: string) => `rows/${table}.jsonl`;
export const mediaName = (file: string) => `media/${file}`;

const tableIn = /^rows\/([a-z0-9_]{1,60})\.jsonl$/;
const fileIn = /^media\/((?:private\/)?[a-z0-9]+(?:-[a-z0-9]+)*\.[a-z0-9]{1,5})$/;

/** The table whose rows the entry holds; null for other entries. */
export const tableOf = (entry: string): string | null => tableIn.exec(entry)?.[1] ?? null;
/** The name of the media file that the entry holds; null for other entries. */
export const fileOf = (entry: string): string | null => fileIn.exec(entry)?.[1] ?? null;

const count = z.int().min(0);

export const manifest = z.strictObject({
  format: z.literal('druse-backup'),
  formatVersion: z.int(),
  createdAt: z.iso.datetime(),
  /** The applied migrations, in order. */
  migrations: z.array(z.string()).min(1),
  /** Number of rows by table. */
  tables: z.record(z.string(), count),
  /** The highest id ever generated, by table. */
  counters: z.record(z.string(), count),
  /** Number of media files. */
  files: count,
  /** Files that rows refer to and that the media store lacked. */
  missing: z.array(z.string()),
});

export type Manifest = z.infer<typeof manifest>;

export const FORMAT_VERSION = 1;

export const newerFormat = () => new Problem('bad_request', 'it was made by a newer version of this shop');
export const notABackup = () => new Problem('bad_request', 'it is not a backup of this shop');

/** @throws Problem if the text is no manifest that this version can read. */
export function readManifest(text: string): Manifest {
  const found = z.looseObject({ format: z.literal('druse-backup'), formatVersion: z.int() }).safeParse(parsed(text));
  if (!found.success) throw notABackup();
  if (found.data.formatVersion > FORMAT_VERSION) throw newerFormat();
  const { success, data } = manifest.safeParse(found.data);
  if (!success) throw new Problem('bad_request', `it is damaged: ${MANIFEST} is incomplete`);
  return data;
}

/** @returns null where it is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
