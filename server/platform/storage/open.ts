import path from 'node:path';
import { type Config, ConfigurationError } from '#server/config.ts';
import { diskStore } from './disk.ts';
import type { MediaStore } from './media-store.ts';

/**
 * Opens the place that the configuration names for media: a bucket, else `media/` in the data directory.
 * @param report told when a bucket begins to fail, and when it answers again.
 * @throws ConfigurationError where the bucket cannot be used.
 */
export async function openMediaStore(
  { bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>,
  report: (words: string) => void = console.warn,
): Promise<MediaStore> {
  if (bucket === null) return diskStore(path.join(dataDir, 'media'));
  // Loaded only here: a shop with a folder starts without the client.
  const [{ s3Store }, { checkBucket }] = await Promise.all([import('./s3.ts'), import('./s3-check.ts')]);
  await checkBucket(bucket).catch((error: Error) => {
    throw new ConfigurationError([`The bucket of MEDIA_URL ${bucket.address} cannot be used: ${error.message}`]);
  });
  return s3Store(bucket, { report });
}
