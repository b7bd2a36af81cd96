/** The file of a backup that the owner sent, which waits for the word that it is restored. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MINUTE_MS } from '#core/contract/durations.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Context } from '#core/server/context.ts';
import { cannotRestore, checkArchive } from '#platform/backup/archive-check.ts';
import type { Archive } from '#platform/backup/archive-reader.ts';
import { openContent } from '#platform/backup/encryption.ts';
import { openWorkFolder } from '#platform/storage/leftovers.ts';
import { type OnRead, watched } from './watched.ts';

const KEPT_MS = 60 * MINUTE_MS;

type Sent = { file: string; localPath: string; remove: () => void; timer: NodeJS.Timeout };
const waiting = new WeakMap<Context, Sent>();

/**
 * Keeps it for an hour, or until the next.
 * @throws Problem bad_request where not all of it arrived.
 */
export async function receiveBackup(ctx: Context, body: Readable): Promise<{ file: string }> {
  const { folder, remove } = openWorkFolder(ctx.config.dataDir, 'restore');
  const localPath = path.join(folder, 'sent');
  try {
    await pipeline(body, createWriteStream(localPath, { mode: 0o600 }));
  } catch (error) {
    remove();
    const { code = '' } = error as NodeJS.ErrnoException;
    throw ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code)
      ? new Problem('bad_request', 'Not all of the backup arrived. Please send it again.')
      : error;
  }
  forgetSent(ctx);
  const file = randomUUID();
  const timer = setTimeout(() => forgetSent(ctx), KEPT_MS).unref();
  waiting.set(ctx, { file, localPath, remove, timer });
  return { file };
}

/** @throws Problem where it is no longer there. */
export function takeSent(ctx: Context, file: string): Sent {
  const sent = waiting.get(ctx);
  if (sent?.file !== file)
    throw new Problem('not_found', 'The backup is no longer here. Please send the file again.');
  sent.timer.refresh();
  return sent;
}

export function forgetSent(ctx: Context): void {
  const sent = waiting.get(ctx);
  if (!sent) return;
  clearTimeout(sent.timer);
  waiting.delete(ctx);
  sent.remove();
}

/** @throws Problem in words. */
export async function openSent(
  { localPath }: Sent,
  passphrase: string,
  onRead: OnRead,
): Promise<Archive> {
  try {
    const open = await openContent(localPath, async () => {
      if (passphrase !== '') return passphrase;
      throw new Problem('bad_request', 'it is encrypted. Enter its passphrase');
    });
    return await checkArchive(watched(open, (await stat(localPath)).size, onRead));
  } catch (error) {
    throw cannotRestore('The backup', error);
  }
}
