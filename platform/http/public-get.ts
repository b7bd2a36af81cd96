/** Fetches from an https URL that somebody entered, never from the shop's own network. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { isPublicUrl, NotPublic, publicLookup } from './public-address.ts';

const MAX_REDIRECTS = 5;

export type GetFault = 'inside' | 'redirects' | 'answer' | 'size' | 'time' | 'away';

export class NotFetched extends Error {
  override name = 'NotFetched';
  readonly fault: GetFault;
  /** Undefined where no answer came. */
  readonly status: number | undefined;

  constructor(fault: GetFault, options: { status?: number; cause?: unknown } = {}) {
    super(`The address was not fetched: ${fault}`, { cause: options.cause });
    this.fault = fault;
    this.status = options.status;
  }
}

export type GetLimits = { localPath: string; maxBytes: number; maxMs: number; signal: AbortSignal };

/**
 * @throws NotFetched; the signal's reason; the error of the shop's own disk, or of a process that
 * can open no more connections.
 */
export type GetPublicly = (url: string, limits: GetLimits) => Promise<{ sha256: string }>;

/** Tests have a server of their own machine stand for a host of the internet. */
type Internet = { lookup: ReturnType<typeof publicLookup>; port: string; ca?: string };

/** Uses the usual port, and checks every redirect like the URL itself. */
export const getFrom =
  (internet: Internet): GetPublicly =>
  async (address, { localPath, maxBytes, maxMs, signal }) => {
    const late = AbortSignal.timeout(maxMs);
    const whole = AbortSignal.any([signal, late]);
    try {
      const response = await follow(internet, address, whole);
      if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
        response.destroy();
        throw new NotFetched('size');
      }
      const hash = createHash('sha256');
      let size = 0;
      // What waits for the host ends when the file fails.
      const file = createWriteStream(localPath).once('error', () => response.destroy());
      await pipeline(
        async function* () {
          for await (const chunk of read(response)) {
            size += chunk.length;
            if (size > maxBytes) throw new NotFetched('size');
            hash.update(chunk);
            yield chunk;
          }
        },
        file,
        { signal: whole },
      );
      return { sha256: hash.digest('hex') };
    } catch (error) {
      signal.throwIfAborted();
      // All that is no NotFetched is the shop's own.
      throw late.aborted ? new NotFetched('time', { cause: error }) : error;
    }
  };

export const getPublicly: GetPublicly = getFrom({ lookup: publicLookup(), port: '' });

/** The process has no room for another connection: that says nothing of the host. */
const ownFaults = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL']);

/** Where a name has several addresses, Node gathers what went wrong with each. */
function notConnected(cause: unknown): unknown {
  const errors: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  if (errors.some((error) => error instanceof NotPublic))
    return new NotFetched('inside', { cause });
  const own = errors.find(
    (error) => error instanceof Error && 'code' in error && ownFaults.has(String(error.code)),
  );
  return own ?? new NotFetched('away', { cause });
}

async function* read(response: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* response;
  } catch (cause) {
    throw new NotFetched('away', { cause });
  }
}

async function follow(
  internet: Internet,
  address: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  let url = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    if (!isPublicUrl(url) || URL.parse(url)?.port !== '') throw new NotFetched('inside');
    const response = await ask(internet, url, signal);
    const { statusCode: status = 0, headers } = response;
    if (status === 200) return response;
    response.destroy();
    if (status < 300 || status >= 400 || headers.location === undefined)
      throw new NotFetched('answer', { status });
    url = URL.parse(headers.location, url)?.href ?? '';
  }
  throw new NotFetched('redirects');
}

const ask = (
  { lookup, port, ca }: Internet,
  url: string,
  signal: AbortSignal,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Druse' };
    // No connection is shared: each is made to an address that was checked for it.
    const asked = request(url, { headers, agent: false, lookup, port, ca, signal }, resolve);
    asked.on('error', (cause) => reject(notConnected(cause)));
    asked.end();
  });
