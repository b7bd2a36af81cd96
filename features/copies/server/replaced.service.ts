/** What the shop was before a copy took its place stays in a file, which the copy's words open. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '#core/contract/problems.ts';
import type { Context } from '#core/server/context.ts';
import { type Backup, contentOf } from '#features/backup/server/backup.service.ts';
import { replacedOf } from '#platform/storage/leftovers.ts';
import { dateOf, stampOf } from './copy-format.ts';

type Shop = Pick<Context, 'config'>;

const nameOfFile = /^druse-(\d{8}t\d{6}z)\.tar\.age$/;

/** @returns removes it. */
export async function keepReplaced(
  { config }: Shop,
  present: Backup,
  words: string,
): Promise<() => Promise<void>> {
  const folder = replacedOf(config.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stamp = stampOf(new Date(present.manifest.createdAt));
  const file = path.join(folder, `druse-${stamp}.tar.age`);
  const partial = path.join(folder, 'part');
  await rm(partial, { force: true });
  const { content } = await contentOf(present, words);
  await pipeline(content, createWriteStream(partial, { mode: 0o600, flush: true }));
  await rename(partial, file);
  return () => rm(file, { force: true });
}

async function newest({ config }: Shop): Promise<{ name: string; stamp: string } | null> {
  const names = (await readdir(replacedOf(config.dataDir)).catch(() => [])).toSorted();
  const name = names.findLast((found) => nameOfFile.test(found));
  return name === undefined ? null : { name, stamp: nameOfFile.exec(name)?.[1] ?? '' };
}

export async function replacedAt(shop: Shop): Promise<string | null> {
  const found = await newest(shop);
  return found && dateOf(found.stamp).toISOString();
}

export async function readReplaced(
  shop: Shop,
): Promise<{ name: string; bytes: number; read: () => Readable }> {
  const found = await newest(shop);
  if (!found) throw new Problem('not_found', 'There is no such file anymore.');
  const file = path.join(replacedOf(shop.config.dataDir), found.name);
  return {
    name: found.name,
    bytes: (await stat(file)).size,
    read: () => createReadStream(file),
  };
}
