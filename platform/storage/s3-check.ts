/** The errors tell the admin what to change. */
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Problem } from '#core/contract/problems.ts';
import type { S3Bucket } from './bucket.ts';
import { s3Store } from './s3.ts';
import { S3Refusal, s3Client } from './s3-client.ts';
import { MediaStoreUnavailable } from './unavailable.ts';

const TIMEOUT_MS = 5_000;
/** A store that is busy says so for a moment. */
const RETRY_DELAYS_MS = [200, 800];
const PROBE_BYTES = 1_024;

const WRONG_REGION = 'AWS_REGION is not the region of the bucket';

const reasons: Record<string, string> = {
  NoSuchBucket: 'the bucket does not exist',
  InvalidAccessKeyId: 'the store does not know this AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID',
  AuthorizationHeaderMalformed: WRONG_REGION,
  PermanentRedirect: WRONG_REGION,
  RequestTimeTooSkewed: "this machine's clock is wrong",
  InvalidToken: 'AWS_SESSION_TOKEN is wrong',
  ExpiredToken: 'AWS_SESSION_TOKEN has expired',
};

/**
 * Lists the bucket, and does with a probe what an upload does.
 * @param timeoutMs milliseconds for all of it.
 * @throws Error that says what is wrong.
 */
export async function checkBucket(bucket: S3Bucket, timeoutMs = TIMEOUT_MS): Promise<void> {
  const timeouts = { responseMs: timeoutMs, idleMs: timeoutMs, retryDelaysMs: RETRY_DELAYS_MS };
  const store = s3Store(bucket, { timeouts });
  const attempt = <T>(what: string, work: Promise<T>) =>
    work.catch((error: Problem) => {
      throw new Error(reasonOf(error, what), { cause: error });
    });
  const check = async () => {
    const query = { 'list-type': '2', 'max-keys': '1', prefix: bucket.prefix };
    const client = s3Client(bucket, { timeouts });
    await attempt('list', client.ask({ method: 'GET', query, expected: [200] }));
    // Processes that start at once do not see each other's.
    const name = `private/druse-start-${randomBytes(16).toString('hex')}.webp`;
    const bytes = randomBytes(PROBE_BYTES);
    try {
      await attempt('write to', store.put(name, bytes));
    } catch (error) {
      // A full bucket can still be read; uploads report themselves that there is no room.
      if (((error as Error).cause as Problem).code === 'storage_full') return;
      throw error;
    }
    const isPublic = await isReadByAnyone(`${bucket.url}${bucket.prefix}${name}`);
    const read = await attempt(
      'read',
      store.open(name).then((file) => (file ? buffer(file.read()) : null)),
    );
    await attempt('remove from', store.remove(name));
    if (!read?.equals(bytes)) throw new Error('it gives back other bytes than it got');
    if (isPublic)
      throw new Error(
        'anyone can read it without a key; make it private, since it holds originals with all their metadata',
      );
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it did not respond within ${timeoutMs / 1000} seconds`)),
      timeoutMs,
    );
  });
  await Promise.race([check(), late]).finally(() => clearTimeout(timer));
}

function reasonOf(error: Problem, what: string): string {
  if (!(error instanceof S3Refusal))
    return `it cannot be reached: ${error instanceof MediaStoreUnavailable ? error.reason : error.message}`;
  const { status, s3Code, reason } = error;
  const known = reasons[status === 301 || status === 307 ? 'PermanentRedirect' : s3Code];
  return (
    known ?? (status === 403 ? `the key is not allowed to ${what} it` : `it responded ${reason}`)
  );
}

async function isReadByAnyone(url: string): Promise<boolean> {
  try {
    const { status, body } = await fetch(url, { redirect: 'manual' });
    await body?.cancel();
    return status === 200;
  } catch {
    return false;
  }
}
