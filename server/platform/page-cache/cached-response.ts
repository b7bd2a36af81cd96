/** An answer that can be sent again and again: compressed once, with its headers written out. */
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gzip } from 'node:zlib';
import { chooseEncoding, type Encoding } from './encoding.ts';

/** Below, compressing gains nothing. */
const WORTH_COMPRESSING = 500;
/** Up to these, another thread would cost more than it takes over: 0.2 ms. */
const QUICK_QUALITY = 3;
const QUICK_BYTES = 64 * 1024;
/** Of the length in brotli. */
const ROOM_FOR_GZIP = 1.5;
/** Room that an answer takes beside its bodies: headers, tags, the map's own. */
const OVERHEAD = 4_000;

/** What is to be sent, and what it was made of. */
export type Answer = {
  status: number;
  /** All of them but those of length, encoding and ETag; names in lower case. */
  headers: Record<string, string>;
  body: string;
  /** What it was made of; null where it must not be kept. */
  tags: ReadonlySet<string> | null;
  /** Whoever comes with a session may get another answer here. */
  isForVisitors?: boolean;
  /** Of brotli, 0 to 11: what is asked for rarely is not worth much work. */
  quality?: number;
};

/** A body in one encoding, and its complete headers as node writes them: names and values in turn. */
type Encoded = { head: string[]; body: Buffer };

export type CachedResponse = {
  status: number;
  tags: ReadonlySet<string> | null;
  isForVisitors: boolean;
  /** Without the mark that says it is weak. */
  etag: string;
  /** Those of 304. */
  head: string[];
  /** What is at hand: brotli, or the plain body where it is small; gzip once somebody has asked for it. */
  bodies: Partial<Record<Encoding, Encoded>>;
  /** Gzip in the making. */
  zipping?: Promise<Encoded>;
  /** What it costs to keep, with room for gzip. */
  bytes: number;
};

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const decompress = promisify(brotliDecompress);

/** Compresses an answer for everybody who will ask. */
export async function keep({ status, headers, body, tags, isForVisitors = false, quality = 5 }: Answer): Promise<CachedResponse> {
  const plain = Buffer.from(body);
  const encoding = plain.length < WORTH_COMPRESSING ? 'identity' : 'br';
  const sent = encoding === 'br' ? await compressed(plain, quality) : plain;
  const etag = `"${hash('sha256', sent, 'base64url').slice(0, 22)}"`;
  const { 'content-type': type, ...others } = headers;
  // Weak, since the same tag stands for every encoding.
  const head = [...Object.entries(others).flat(), ...(status === 200 ? ['etag', `W/${etag}`] : []), 'vary', 'Accept-Encoding'];
  const whole = type === undefined ? head : [...head, 'content-type', type];
  const bytes = OVERHEAD + sent.length * (encoding === 'br' ? 1 + ROOM_FOR_GZIP : 1);
  return { status, tags, isForVisitors, etag, head, bodies: { [encoding]: encoded(whole, encoding, sent) }, bytes };
}

async function compressed(plain: Buffer, quality: number): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const options = { params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: plain.length } };
  const isQuick = quality <= QUICK_QUALITY && plain.length <= QUICK_BYTES;
  return isQuick ? brotliCompressSync(plain, options) : compress.br(plain, options);
}

const encoded = (head: string[], encoding: Encoding, body: Buffer): Encoded => ({
  head: [...head, ...(encoding === 'identity' ? [] : ['content-encoding', encoding]), 'content-length', String(body.length)],
  body,
});

/** What one request gets; `head` as node writes it. For HEAD both node and the framework leave the body out. */
export type Sent = { status: number; head: string[]; body: Buffer | null };

/**
 * In the best encoding the client takes; 304 where he has it already.
 * @param status where it is not the answer's own.
 */
export function answerTo(request: IncomingMessage, answer: CachedResponse, status = answer.status): Sent | Promise<Sent> {
  const { headers } = request;
  const known = headers['if-none-match'];
  if (known !== undefined && status === 200 && isNamed(known, answer.etag)) return { status: 304, head: answer.head, body: null };
  const sent = (encoded: Encoded): Sent => ({ status, ...encoded });
  const encoding = answer.bodies.br ? chooseEncoding(headers['accept-encoding'] as string | undefined) : 'identity';
  const ready = answer.bodies[encoding];
  return ready ? sent(ready) : made(answer, encoding).then(sent);
}

/** Sends it past the framework. */
export function send(request: IncomingMessage, response: ServerResponse, answer: CachedResponse): void {
  const write = ({ status, head, body }: Sent) => response.writeHead(status, head).end(body ?? undefined);
  const sent = answerTo(request, answer);
  if (sent instanceof Promise) sent.then(write, (error: Error) => response.destroy(error));
  else write(sent);
}

const isNamed = (header: string, etag: string): boolean => header.includes(etag) || header.trim() === '*';

/** The body in an encoding that is not at hand: gzip once for all, the plain one for each of the few who ask. */
function made(answer: CachedResponse, encoding: Encoding): Promise<Encoded> {
  if (encoding !== 'gzip') return fromBrotli(answer, encoding);
  answer.zipping ??= fromBrotli(answer, encoding).then((zipped) => {
    answer.bodies.gzip = zipped;
    return zipped;
  });
  return answer.zipping;
}

async function fromBrotli({ bodies: { br } }: CachedResponse, encoding: Encoding): Promise<Encoded> {
  if (!br) throw new Error('An answer is kept plain or in brotli');
  const plain = await decompress(br.body);
  // All but the encoding and the length of brotli.
  return encoded(br.head.slice(0, -4), encoding, encoding === 'gzip' ? await compress.gzip(plain) : plain);
}
