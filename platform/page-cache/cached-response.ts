import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gzip } from 'node:zlib';
import { chooseEncoding, type Encoding } from './encoding.ts';

/** Smaller bodies gain nothing from compression. */
const MIN_COMPRESSED_BYTES = 500;
/** Up to this quality, compressing takes 0.2 ms: less than handing it to a thread. */
const MAX_SYNC_QUALITY = 3;
const MAX_SYNC_BYTES = 64 * 1024;
/**
 * After this many readers a page is compressed as far as brotli goes: a tenth fewer bytes for later
 * readers, for a tenth of a second of a thread.
 */
const READERS = 5;
/**
 * Delay before that, and again while the process had more than this share of it to do: in a rush a
 * page is rendered again with each sale, and the thread would take half of the processor from it.
 */
const CALM_MS = 500;
const MAX_BUSY = 0.5;
/** Larger ones would take seconds. */
const MAX_DENSE_BYTES = 256 * 1024;
/** Bytes that a response takes beside its bodies: headers, tags, the map's entry. */
const OVERHEAD = 4_000;

export type UncachedResponse = {
  status: number;
  /** All but length, encoding and ETag; names in lower case. */
  headers: Record<string, string>;
  body: string;
  /** Changes whenever the body's meaning does; default: a hash of the body. */
  version?: string;
  /** Cache tags of what it was made from; null: must not be cached. */
  tags: ReadonlySet<string> | null;
  /** Only for requests without a session, which may get another response here. */
  isAnonymous?: boolean;
  /**
   * Brotli's, 0 to 11; low for rarely requested responses. Without one, what has been read several
   * times gets the highest.
   */
  quality?: number;
};

/** Headers are complete as node writes them: names and values in turn. */
type Encoded = { head: string[]; body: Buffer };

export type CachedResponse = {
  status: number;
  tags: ReadonlySet<string> | null;
  isAnonymous: boolean;
  /** In its quotes, without the prefix `W/`. */
  etag: string;
  notModified: string[];
  first: Encoding;
  bodies: Partial<Record<Encoding, Encoded>>;
  /**
   * Readers left before it is compressed as far as brotli goes; null: that is not done, or done
   * already.
   */
  readersLeft: number | null;
  pending: Partial<Record<Encoding, Promise<Encoded>>>;
  onChange?: () => void;
};

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const decompress = promisify(brotliDecompress);

/** Measured bytes of memory, not the length of its bodies. */
export const sizeOf = ({ bodies }: CachedResponse): number =>
  Object.values(bodies).reduce((sum, { body }) => sum + body.buffer.byteLength, OVERHEAD);

/** An encoder takes memory by its window, not by its input. */
const windowBits = (bytes: number): number =>
  Math.min(22, Math.max(16, Math.ceil(Math.log2(bytes + 16))));

export const furtherBytesOf = ({ first, bodies }: CachedResponse): number =>
  Object.entries(bodies).reduce(
    (sum, [encoding, { body }]) => sum + (encoding === first ? 0 : body.buffer.byteLength),
    0,
  );

export function dropFurtherBodies(response: CachedResponse): void {
  response.bodies = { [response.first]: response.bodies[response.first] };
}

/** zlib and Buffer.from return slices that keep up to 64 KB alive. */
function owned(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

export async function toCached(made: UncachedResponse): Promise<CachedResponse> {
  const { status, headers, body, tags, isAnonymous = false, quality = 5 } = made;
  const isForMany = made.quality === undefined;
  const plain = Buffer.from(body);
  const encoding = plain.length < MIN_COMPRESSED_BYTES ? 'identity' : 'br';
  const sent = encoding === 'br' ? await compressed(plain, quality) : plain;
  const etag = `"${hash('sha256', made.version ?? plain, 'base64url').slice(0, 22)}"`;
  // Weak: one ETag for every encoding, and for renderings whose differences do not matter.
  const common = [...(status === 200 ? ['etag', `W/${etag}`] : []), 'vary', 'Accept-Encoding'];
  // The client's copy has its own policy, with the hashes of its own scripts.
  const { 'content-type': _type, 'content-security-policy': _policy, ...others } = headers;
  return {
    status,
    tags,
    isAnonymous,
    etag,
    notModified: [...Object.entries(others).flat(), ...common],
    first: encoding,
    bodies: { [encoding]: encoded([...Object.entries(headers).flat(), ...common], encoding, sent) },
    readersLeft: isForMany ? READERS : null,
    pending: {},
  };
}

async function compressed(plain: Buffer, quality: number): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = constants;
  const params = {
    [BROTLI_PARAM_QUALITY]: quality,
    [BROTLI_PARAM_SIZE_HINT]: plain.length,
    [BROTLI_PARAM_LGWIN]: windowBits(plain.length),
  };
  const options = { params };
  const isQuick = quality <= MAX_SYNC_QUALITY && plain.length <= MAX_SYNC_BYTES;
  return isQuick ? brotliCompressSync(plain, options) : compress.br(plain, options);
}

const encoded = (head: string[], encoding: Encoding, body: Buffer): Encoded => ({
  head: [
    ...head,
    ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    'content-length',
    String(body.length),
  ],
  body: owned(body),
});

/** `head` is as node writes it. For HEAD both node and the framework leave the body out. */
export type Sent = { status: number; head: string[]; body: Buffer | null };

export function responseTo(
  request: IncomingMessage,
  response: CachedResponse,
): Sent | Promise<Sent> {
  const { headers } = request;
  const { status } = response;
  const known = headers['if-none-match'];
  if (known !== undefined && status === 200 && isNamed(known, response.etag))
    return { status: 304, head: response.notModified, body: null };
  const sent = (encoded: Encoded): Sent => ({ status, ...encoded });
  const encoding = response.bodies.br
    ? chooseEncoding(headers['accept-encoding'] as string | undefined)
    : 'identity';
  if (encoding === 'br') countReader(response);
  const ready = response.bodies[encoding];
  return ready ? sent(ready) : reencoded(response, encoding).then(sent);
}

export function send(
  request: IncomingMessage,
  response: ServerResponse,
  cached: CachedResponse,
): void {
  const write = ({ status, head, body }: Sent) =>
    response.writeHead(status, head).end(body ?? undefined);
  const sent = responseTo(request, cached);
  if (sent instanceof Promise) sent.then(write, (error: Error) => response.destroy(error));
  else write(sent);
}

const isNamed = (header: string, etag: string): boolean =>
  header.includes(etag) || header.trim() === '*';

function reencoded(response: CachedResponse, encoding: Encoding): Promise<Encoded> {
  response.pending[encoding] ??= fromBrotli(response, encoding)
    .then((made) => {
      response.bodies[encoding] = made;
      response.onChange?.();
      return made;
    })
    .finally(() => delete response.pending[encoding]);
  return response.pending[encoding];
}

/** One at a time, lest visitors wait for a thread. */
let condensing = Promise.resolve();

async function calm(): Promise<void> {
  const { eventLoopUtilization } = performance;
  for (let busy = 1; busy > MAX_BUSY; ) {
    const before = eventLoopUtilization();
    await setTimeout(CALM_MS, undefined, { ref: false });
    busy = eventLoopUtilization(before).utilization;
  }
}

function countReader(response: CachedResponse): void {
  if (response.readersLeft === null) return;
  response.readersLeft -= 1;
  if (response.readersLeft > 0) return;
  response.readersLeft = null;
  condensing = condensing
    .then(() => response.onChange && calm())
    .then(() => condense(response))
    // What cannot be made smaller is sent as it is.
    .catch(() => {});
}

async function condense(response: CachedResponse): Promise<void> {
  const { br } = response.bodies;
  if (!br || !response.onChange) return;
  const plain = await decompress(br.body);
  if (plain.length > MAX_DENSE_BYTES) return;
  const dense = await compressed(plain, constants.BROTLI_MAX_QUALITY);
  response.bodies.br = encoded(br.head.slice(0, -4), 'br', dense);
  response.onChange();
}

async function fromBrotli(
  { bodies: { br } }: CachedResponse,
  encoding: Encoding,
): Promise<Encoded> {
  if (!br) throw new Error('A cached response has a plain body or one in brotli');
  const plain = await decompress(br.body);
  // Without the encoding and length of brotli.
  return encoded(
    br.head.slice(0, -4),
    encoding,
    encoding === 'gzip' ? await compress.gzip(plain) : plain,
  );
}
