/**
 * Requests are signed, limited in time, and retried after temporary failures. Every call here is
 * idempotent.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { Problem } from '#core/contract/problems.ts';
import { boundedText } from '#platform/http/bounded-text.ts';
import type { S3Bucket } from './bucket.ts';
import { Watch } from './s3-watch.ts';
import { parseXml, textAt } from './s3-xml.ts';
import { MediaStoreUnavailable } from './unavailable.ts';

export type S3Options = {
  /** Time until a response begins, between two chunks of a body, and before each retry. */
  timeouts?: { responseMs: number; idleMs: number; retryDelaysMs: readonly number[] };
  /** Called with a sentence when the store begins to fail, and when it responds again. */
  onStatusChange?: (message: string) => void;
};

export const defaultTimeouts = { responseMs: 5_000, idleMs: 15_000, retryDelaysMs: [100, 400] };

/**
 * After a timeout without any response, requests fail at once for so long, so they do not pile up
 * for a store that is down.
 */
const REST_MS = 2_000;

/** The store is overloaded or changing, or another process is writing the object. */
const TEMPORARY_STATUSES = [409, 429, 500, 502, 503, 504];

/** Can be read more than once. */
export type Body = { size: number; sha256: string; read(): AsyncIterable<Uint8Array> };

/** A page of a list has a thousand names. */
const MAX_ANSWER_BYTES = 4 * 2 ** 20;

/** The SHA-256 of nothing. */
export const NO_BYTES = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export type Call = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Without the bucket's prefix; missing for the bucket itself. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Body;
  expected: readonly number[];
};

/** `s3Code` is S3's error code, '' if it gave none. */
export class S3Refusal extends MediaStoreUnavailable {
  readonly status: number;
  readonly s3Code: string;

  constructor(what: string, status: number, s3Code: string) {
    super(`${what}: ${status}${s3Code && ` ${s3Code}`}`);
    this.name = 'S3Refusal';
    this.status = status;
    this.s3Code = s3Code;
  }
}

export type S3Client = {
  /**
   * Retries until there is a response. Read its body under the same watch.
   * @throws MediaStoreUnavailable; Problem storage_full; the error of a body that cannot be read.
   */
  send(call: Call, watch: Watch): Promise<Response>;
  /** Reads the response as text. @throws as `send`. */
  ask(call: Call): Promise<{ status: number; headers: Headers; text: string }>;
};

export function s3Client(
  bucket: S3Bucket,
  { timeouts = defaultTimeouts, onStatusChange = () => {} }: S3Options = {},
): S3Client {
  const { accessKeyId, secretAccessKey, sessionToken, region } = bucket;
  const aws = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    retries: 0,
    ...(sessionToken && { sessionToken }),
  });
  let respondedAt = 0;
  let restingUntil = 0;
  let isFailing = false;

  function note(failure: MediaStoreUnavailable | null): void {
    if (failure && !isFailing) onStatusChange(`the media store fails: ${failure.reason}`);
    if (!failure && isFailing) onStatusChange('the media store responds again');
    isFailing = failure !== null;
  }

  async function attempt(
    { method, key, query, headers, body }: Call,
    watch: Watch,
  ): Promise<Response> {
    const url = new URL(key === undefined ? bucket.url : `${bucket.url}${bucket.prefix}${key}`);
    // Not searchParams: it writes a space as `+`, which S3 takes for a plus sign.
    url.search = Object.entries(query ?? {})
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&');
    watch.expect(timeouts.responseMs);
    const request = await aws.sign(url, {
      method,
      headers: {
        ...headers,
        'x-amz-content-sha256': body?.sha256 ?? NO_BYTES,
        ...(body && { 'content-length': String(body.size) }),
      },
      redirect: 'manual',
      ...(body && { body: streamOf(body, () => watch.expect(timeouts.idleMs)) }),
    });
    // A request's signal is lost once the request is garbage-collected, and the call would hang.
    const response = await fetch(request, { signal: watch.signal });
    watch.expect(timeouts.idleMs);
    respondedAt = performance.now();
    return response;
  }

  async function send(call: Call, watch: Watch): Promise<Response> {
    const what = describeCall(call);
    const startedAt = performance.now();
    if (startedAt < restingUntil)
      throw new MediaStoreUnavailable(`${what}: not sent, the store has just timed out`);
    for (let failures = 0; ; failures++) {
      const outcome = await attempt(call, watch).catch((error: unknown) => {
        const unreadable = [error, causeOf(error)].find((at) => at instanceof UnreadableBody);
        if (unreadable) throw unreadable.cause;
        return new MediaStoreUnavailable(
          `${what}: ${reasonOf(watch.signal.aborted ? watch.signal.reason : error)}`,
          error,
        );
      });
      if (outcome instanceof Response && call.expected.includes(outcome.status)) {
        note(null);
        return outcome;
      }
      const failure = outcome instanceof Response ? await refusalOf(what, outcome) : outcome;
      const pause = timeouts.retryDelaysMs[failures];
      if (pause !== undefined && !watch.signal.aborted && isTemporary(failure)) {
        await wait(pause);
        continue;
      }
      watch.rest();
      if (watch.hasTimedOut && respondedAt < startedAt) restingUntil = performance.now() + REST_MS;
      if (watch.hasTimedOut || !watch.signal.aborted) note(failure);
      throw isFull(failure) ? full : failure;
    }
  }

  async function ask(call: Call) {
    const watch = new Watch();
    const response = await send(call, watch);
    try {
      const text = await boundedText(response.body, MAX_ANSWER_BYTES);
      if (text === null) throw new Error('it is too long');
      return { status: response.status, headers: response.headers, text };
    } catch (error) {
      throw new MediaStoreUnavailable(`${describeCall(call)}: the response broke off`, error);
    } finally {
      watch.rest();
    }
  }

  return { send, ask };
}

const describeCall = ({ method, key = 'the bucket' }: Call) => `${method} ${key}`;

/** The body to be sent could not be read, which is not the store's fault. */
class UnreadableBody extends Error {}

/** @param onProgress called before each chunk. */
function streamOf({ read }: Body, onProgress: () => void): ReadableStream<Uint8Array> {
  async function* chunks() {
    try {
      for await (const chunk of read()) {
        onProgress();
        yield chunk;
      }
    } catch (error) {
      throw new UnreadableBody('The body cannot be read', { cause: error });
    }
  }
  return ReadableStream.from(chunks());
}

const isTemporary = (failure: MediaStoreUnavailable) =>
  !(failure instanceof S3Refusal) || TEMPORARY_STATUSES.includes(failure.status);

async function refusalOf(what: string, response: Response): Promise<S3Refusal> {
  const text = (await boundedText(response.body, MAX_ANSWER_BYTES).catch(() => null)) ?? '';
  return new S3Refusal(what, response.status, textAt(parseXml(text), 'Error', 'Code'));
}

const isFull = (failure: MediaStoreUnavailable) =>
  failure instanceof S3Refusal && (failure.status === 507 || failure.s3Code === 'QuotaExceeded');

const full = new Problem(
  'storage_full',
  'The photo and video storage is full. Nothing was changed. Please free up space and try again.',
);

const causeOf = (error: unknown) => (error instanceof Error ? error.cause : undefined);

function reasonOf(error: unknown): string {
  const reason = causeOf(error) ?? error;
  if (!(reason instanceof Error)) return String(reason);
  return 'code' in reason && typeof reason.code === 'string' ? reason.code : reason.message;
}
