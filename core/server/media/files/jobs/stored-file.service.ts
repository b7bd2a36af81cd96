import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Context } from '#core/server/context.ts';

/** @returns the path. @throws Error if it is not stored. */
export async function fetchFile(
  { mediaStore }: Context,
  name: string,
  localPath: string,
  signal: AbortSignal,
): Promise<string> {
  const stored = await mediaStore.open(name);
  if (!stored) throw new Error(`${name} is not in the store`);
  await pipeline(stored.read(), createWriteStream(localPath), { signal });
  return localPath;
}
