/** Requests to one bucket: signed, limited in time, and tried again where a failure may pass. Every call here may be repeated safely. */
import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { Problem } from '#contract/problems.ts';
import type { S3Bucket } from './bucket.ts';
import { Watch } from './s3-watch.ts';
import { parseXml, textAt } from './s3-xml.ts';
import { MediaStoreUnavailable } from './unavailable.ts';

export type S3Options = {
  /** Milliseconds until an answer begins, between two pieces of a body, and before each further attempt. */
  patience?: { answer: number; idle: number; pauses: readonly number[] };
  /** Called with a sentence when the store begins to fail, and when it answers again. */
  onStatusChange?: (message: string) => void;
};

export const usualPatience = { answer: 5_000, idle: 15_000, pauses: [100, 400] };

/** After a time in which nothing was answered, requests fail at once for so long: nobody waits in a queue for a store that is away. */
const REST_MS = 2_000;

/** Statuses of a store that is overloaded or changing, or of an object that somebody else is writing. */
const PASSING = [409, 429, 500, 502, 503, 504];

/** A body of known size that can be read more than once. */
export type Body = { size: number; sha256: string; read(): AsyncIterable<Uint8Array> };

/** The SHA-256 of nothing. */
export const NO_BYTES = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export type Call = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Behind the bucket's prefix; missing for the bucket itself. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Body;
  /** Statuses that are an answer; every other one is a failure. */
  answers: readonly number[];
};

/** An answer that is none of those asked for. `code` is S3's word for what is wrong, '' where it gave none. */
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
   * Sends a request until there is an answer, whose body is still to be read under the same watch.
   * @throws MediaStoreUnavailable; Problem storage_full; the error of a body that cannot be read.
   */
  send(call: Call, watch: Watch): Promise<Response>;
  /** Sends a request and reads its answer as text. @throws as `send`. */
  ask(call: Call): Promise<{ status: number; headers: Headers; text: string }>;
};

export function s3Client(bucket: S3Bucket, { patience = usualPatience, onStatusChange = () => {} }: S3Options = {}): S3Client {
  const { accessKeyId, secretAccessKey, sessionToken, region } = bucket;
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0, ...(sessionToken && { sessionToken }) });
  let answeredAt = 0;
  let restingUntil = 0;
  let isFailing = false;

  function note(failure: MediaStoreUnavailable | null): void {
    if (failure && !isFailing) onStatusChange(`the media store fails: ${failure.reason}`);
    if (!failure && isFailing) onStatusChange('the media store answers again');
    isFailing = failure !== null;
  }

  async function attempt({ method, key, query, headers, body }: Call, watch: Watch): Promise<Response> {
    const url = new URL(key === undefined ? bucket.url : `${bucket.url}${bucket.prefix}${key}`);
    // Not by searchParams, which writes a space as a plus sign: here that would be a plus sign.
    url.search = Object.entries(query ?? {})
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&');
    watch.expect(patience.answer);
    const request = await aws.sign(url, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? NO_BYTES, ...(body && { 'content-length': String(body.size) }) },
      redirect: 'manual',
      ...(body && { body: streamOf(body, () => watch.expect(patience.idle)) }),
    });
    // Signed first: a signal given to the request itself is lost once the garbage collector has taken that request, and the call would wait for ever.
    const response = await fetch(request, { signal: watch.signal });
    watch.expect(patience.idle);
    answeredAt = performance.now();
    return response;
  }

  async function send(call: Call, watch: Watch): Promise<Response> {
    const what = wordsFor(call);
    const begunAt = performance.now();
    if (begunAt < restingUntil) throw new MediaStoreUnavailable(`${what}: not sent, the store has just not answered`);
    for (let failures = 0; ; failures++) {
      const outcome = await attempt(call, watch).catch((error: unknown) => {
        const unreadable = [error, causeOf(error)].find((at) => at instanceof UnreadableBody);
        if (unreadable) throw unreadable.cause;
        return new MediaStoreUnavailable(`${what}: ${reasonOf(watch.signal.aborted ? watch.signal.reason : error)}`, error);
      });
      if (outcome instanceof Response && call.answers.includes(outcome.status)) {
        note(null);
        return outcome;
      }
      const failure = outcome instanceof Response ? await refusalOf(what, outcome) : outcome;
      const pause = patience.pauses[failures];
      if (pause !== undefined && !watch.signal.aborted && mayPass(failure)) {
        await wait(pause);
        continue;
      }
      watch.rest();
      if (watch.hasRunOut && answeredAt < begunAt) restingUntil = performance.now() + REST_MS;
      if (watch.hasRunOut || !watch.signal.aborted) note(failure);
      throw isFull(failure) ? full : failure;
    }
  }

  async function ask(call: Call) {
    const watch = new Watch();
    const response = await send(call, watch);
    try {
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (error) {
      throw new MediaStoreUnavailable(`${wordsFor(call)}: the answer broke off`, error);
    } finally {
      watch.rest();
    }
  }

  return { send, ask };
}

const wordsFor = ({ method, key = 'the bucket' }: Call) => `${method} ${key}`;

/** What was to be sent could not be read: no fault of the store. */
class UnreadableBody extends Error {}

/** A body as the client wants it. Tells of each piece that goes out. */
function streamOf({ read }: Body, onProgress: () => void): ReadableStream<Uint8Array> {
  async function* pieces() {
    try {
      for await (const piece of read()) {
        onProgress();
        yield piece;
      }
    } catch (error) {
      throw new UnreadableBody('The body cannot be read', { cause: error });
    }
  }
  return ReadableStream.from(pieces());
}

const mayPass = (failure: MediaStoreUnavailable) => !(failure instanceof S3Refusal) || PASSING.includes(failure.status);

async function refusalOf(what: string, response: Response): Promise<S3Refusal> {
  const text = await response.text().catch(() => '');
  return new S3Refusal(what, response.status, textAt(parseXml(text), 'Error', 'Code'));
}

const isFull = (failure: MediaStoreUnavailable) =>
  failure instanceof S3Refusal && (failure.status === 507 || failure.s3Code === 'QuotaExceeded');

const full = new Problem(
  'storage_full',
  'The store of pictures and films is full. Nothing was changed; please make room in it and try again.',
);

const causeOf = (error: unknown) => (error instanceof Error ? error.cause : undefined);

/** fetch itself says no more than that it failed; why is beneath it. */
function reasonOf(error: unknown): string {
  const reason = causeOf(error) ?? error;
  if (!(reason instanceof Error)) return String(reason);
  return 'code' in reason && typeof reason.code === 'string' ? reason.code : reason.message;
}
