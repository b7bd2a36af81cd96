/**
 * A place has `KEY-STAMP-head.age` with the rows of one moment, `KEY-NAME.age` for each picture and
 * video, and last, so a copy is whole or none, `KEY-STAMP-copy.json`: its files with checksums,
 * marked by the key. `KEY-progress.json` lists files of an unfinished copy, which the next need not
 * write again.
 */
import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { Problem } from '#core/contract/problems.ts';
import { newerFormat, parsed } from '#platform/backup/archive-format.ts';
import { isSecret } from '#platform/http/secrets.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import { type CopyKey, keyIdOf } from './key-words.ts';

export const FORMAT_VERSION = 1;
/** The head encrypts here what the list, which is not encrypted, does not say. */
export const CONTENTS = 'contents.json';
const MAX_LIST_BYTES = 256 * 1024 * 1024;

const stored = z.strictObject({
  name: z.string().max(100),
  bytes: z.int().min(0),
  sha256: z.string().length(64),
});
export type Stored = z.infer<typeof stored>;

const list = z.strictObject({
  format: z.literal('druse-copy'),
  formatVersion: z.literal(FORMAT_VERSION),
  createdAt: z.iso.datetime(),
  head: stored,
  files: z.array(stored),
});
export type CopyList = z.infer<typeof list>;

/** `money` is in cents by kind. */
export const contents = z.strictObject({
  files: z.array(z.tuple([z.string(), z.int().min(0)])),
  money: z.record(z.string(), z.int()),
});
export type Contents = z.infer<typeof contents>;

const envelope = z.strictObject({ mark: z.string(), list: z.string() });

const listName = /^([0-9a-f]{12})-(\d{8}t\d{6}z)-copy\.json$/;
const anyName =
  /^([0-9a-f]{12})-(?:(\d{8}t\d{6}z)-(?:head\.age|copy\.json)|[0-9a-f]{40}\.age|progress\.json)$/;

export const stampOf = (at: Date): string =>
  `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').toLowerCase()}z`;
export const dateOf = (stamp: string): Date =>
  new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)z$/, '$1-$2-$3T$4:$5:$6Z'));
/** The day in UTC, such as 2026-11-25. */
export const dayOf = (stamp: string): string => stamp.replace(/^(\d{4})(\d\d)(\d\d).*/, '$1-$2-$3');
export const headNameOf = (key: CopyKey, stamp: string) => `${keyIdOf(key)}-${stamp}-head.age`;
const progressNameOf = (key: CopyKey) => `${keyIdOf(key)}-progress.json`;
export const listNameOf = (keyId: string, stamp: string) => `${keyId}-${stamp}-copy.json`;
/** A file's name always means the same bytes: nothing has to be read to know that it is there. */
export const fileNameOf = (key: CopyKey, file: string) =>
  `${keyIdOf(key)}-${hmac(key, `file ${file}`).slice(0, 40)}.age`;

const hmac = ({ mark }: CopyKey, message: string) =>
  createHmac('sha256', Buffer.from(mark, 'hex')).update(message).digest('hex');

export const writeList = (key: CopyKey, content: CopyList): string =>
  markedText(key, JSON.stringify(content));

const markedText = (key: CopyKey, written: string) =>
  `${JSON.stringify({ mark: hmac(key, written), list: written })}\n`;

/** @throws Problem if it is not there, or another key marked it. */
async function readMarked(store: MediaStore, key: CopyKey, name: string): Promise<unknown> {
  const file = await store.open(name);
  if (file === null) throw new Problem('not_found', 'the list of the copy is missing');
  if (file.size > MAX_LIST_BYTES)
    throw new Problem('bad_request', 'the list of the copy is too long');
  const outer = envelope.safeParse(parsed(await text(file.read())));
  const isOurs = outer.success && isSecret(outer.data.mark, hmac(key, outer.data.list));
  if (!isOurs)
    throw new Problem('bad_request', 'the list of the copy was changed since it was written');
  return parsed(outer.data.list);
}

export async function writeProgress(
  store: MediaStore,
  key: CopyKey,
  files: Stored[],
): Promise<void> {
  await store.remove(progressNameOf(key));
  await store.put(progressNameOf(key), Buffer.from(markedText(key, JSON.stringify(files))));
}

/** @throws Problem if there is no note of an unfinished copy, or another wrote it. */
export async function readProgress(store: MediaStore, key: CopyKey): Promise<Stored[]> {
  const noted = z.array(stored).safeParse(await readMarked(store, key, progressNameOf(key)));
  return noted.data ?? [];
}

/** @throws Problem if the shop wrote no such list under this key. */
export async function readList(store: MediaStore, key: CopyKey, stamp: string): Promise<CopyList> {
  const inner = list.safeParse(await readMarked(store, key, listNameOf(keyIdOf(key), stamp)));
  if (!inner.success) throw newerFormat();
  return inner.data;
}

export type Copy = { keyId: string; stamp: string };
/** `sizes` go by name; the newest copy comes first. */
export type Inventory = { sizes: Map<string, number>; copies: Copy[] };

export async function takeInventory(store: MediaStore): Promise<Inventory> {
  const sizes = new Map<string, number>();
  const copies: Copy[] = [];
  for await (const { name, size } of store.list()) {
    if (anyName.test(name)) sizes.set(name, size);
    const [, keyId, stamp] = listName.exec(name) ?? [];
    if (keyId !== undefined && stamp !== undefined) copies.push({ keyId, stamp });
  }
  return { sizes, copies: copies.toSorted((a, b) => b.stamp.localeCompare(a.stamp)) };
}

export function partsOf(name: string): { keyId: string; stamp: string | null } | null {
  const found = anyName.exec(name);
  return found ? { keyId: found[1] ?? '', stamp: found[2] ?? null } : null;
}
