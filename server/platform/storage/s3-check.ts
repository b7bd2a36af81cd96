/** Checks whether a bucket can be used; the errors tell the admin what to change. */
import type { Problem } from '#contract/problems.ts';
import type { S3Bucket } from './bucket.ts';
import { type Body, type Call, NO_BYTES, S3Refusal, s3Client } from './s3-client.ts';
import { MediaStoreUnavailable } from './unavailable.ts';

const TIMEOUT_MS = 5_000;
/** Begins with a dot, as no medium does. Under `private/`, so that a publicly readable bucket gives itself away. */
const PROBE = 'private/.druse-start';

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
 * Lists the bucket, writes a probe into it and removes it again.
 * @param timeoutMs milliseconds for all of it.
 * @throws Error that says what is wrong.
 */
export async function checkBucket(bucket: S3Bucket, timeoutMs = TIMEOUT_MS): Promise<void> {
  const client = s3Client(bucket, { timeouts: { responseMs: timeoutMs, idleMs: timeoutMs, retryDelaysMs: [] } });
  const attempt = (what: string, call: Call) =>
    client.ask(call).catch((error: Problem) => {
      // A full bucket can still be read; uploads report themselves that there is no room.
      if (error.code === 'storage_full') return;
      throw new Error(reasonOf(error, what), { cause: error });
    });
  const check = async () => {
    const query = { 'list-type': '2', 'max-keys': '1', prefix: bucket.prefix };
    await attempt('list', { method: 'GET', query, expected: [200] });
    await attempt('write to', { method: 'PUT', key: PROBE, body: nothing, expected: [200] });
    const isPublic = await fetch(`${bucket.url}${bucket.prefix}${PROBE}`, { redirect: 'manual' }).then(
      ({ status }) => status === 200,
      () => false,
    );
    await attempt('remove from', { method: 'DELETE', key: PROBE, expected: [200, 204, 404] });
    if (isPublic) throw new Error('anyone can read it without a key; make it private, since it holds originals with all their metadata');
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not respond within ${timeoutMs / 1000} seconds`)), timeoutMs);
  });
  await Promise.race([check(), late]).finally(() => clearTimeout(timer));
}

function reasonOf(error: Problem, what: string): string {
  if (!(error instanceof S3Refusal))
    return `it cannot be reached: ${error instanceof MediaStoreUnavailable ? error.reason : error.message}`;
  const { status, s3Code, reason } = error;
  const known = reasons[status === 301 || status === 307 ? 'PermanentRedirect' : s3Code];
  return known ?? (status === 403 ? `the key is not allowed to ${what} it` : `it responded ${reason}`);
}

const nothing: Body = { size: 0, sha256: NO_BYTES, read: async function* () {} };
