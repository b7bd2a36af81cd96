import path from 'node:path';
import { ConfigurationError } from '../configuration-error.ts';
import type { S3Bucket } from './bucket.ts';
import { diskStore } from './disk.ts';
import type { MediaStore } from './media-store.ts';

/**
 * Opens the bucket, or `media/` in the data directory.
 * @param onStatusChange called with a sentence when the bucket begins to fail, and when it responds
 * again.
 * @throws ConfigurationError if the bucket cannot be used.
 */
export async function openMediaStore(
  { bucket, dataDir }: { bucket: S3Bucket | null; dataDir: string },
  onStatusChange: (message: string) => void = console.warn,
): Promise<MediaStore> {
  if (bucket === null) return diskStore(path.join(dataDir, 'media'));
  // Imported here so a shop with a folder starts without the client.
  const [{ s3Store }, { checkBucket }] = await Promise.all([
    import('./s3.ts'),
    import('./s3-check.ts'),
  ]);
  await checkBucket(bucket).catch((error: Error) => {
    throw new ConfigurationError([
      `The bucket of MEDIA_URL ${bucket.mediaUrl} cannot be used: ${error.message}`,
    ]);
  });
  return s3Store(bucket, { onStatusChange });
}
