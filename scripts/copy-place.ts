/** Where a nightly copy lies, and the words that open it. Neither those nor a bucket's keys are arguments, which other users of the machine could read. */
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { NewCopyPlace } from '#contract/transfer/copies.ts';
import { readEnvironment } from '#server/config.ts';
import { isBucket } from '#server/features/transfer/backup/copies/places.service.ts';
import { withHiddenInput } from './hidden-input.ts';

export function copyPlaceOf(typed: string, resolved: (path: string) => string): NewCopyPlace {
  const environment = readEnvironment();
  return {
    address: isBucket(typed) ? typed : resolved(typed),
    endpoint: environment.S3_ENDPOINT ?? '',
    region: environment.AWS_REGION ?? '',
    accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '',
  };
}

/** @param file that has them; null: they are typed, or come by standard input. */
export async function keyWords(file: string | null): Promise<string> {
  if (file !== null) return readFileSync(file, 'utf8');
  if (!process.stdin.isTTY) return text(process.stdin);
  return withHiddenInput((ask) => ask('The 24 words of the key: '));
}
