import type { OpenContent } from '#platform/backup/encryption.ts';

/** `pass`: 1 for the first reading, and so on; `share`: how much of it is read, 0 to 1. */
export type OnRead = (pass: number, share: number) => void;

/** Tells how far each reading of the archive is. */
export function watched(open: OpenContent, bytes: number, onRead: OnRead): OpenContent {
  let passes = 0;
  return () => {
    passes += 1;
    return counted(open(), bytes, passes, onRead);
  };
}

async function* counted(
  content: AsyncIterable<Uint8Array>,
  bytes: number,
  pass: number,
  onRead: OnRead,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  onRead(pass, 0);
  for await (const chunk of content) {
    read += chunk.length;
    onRead(pass, bytes === 0 ? 1 : Math.min(1, read / bytes));
    yield chunk;
  }
}
