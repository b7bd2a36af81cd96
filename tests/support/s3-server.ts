/**
 * A small S3 server for tests, in memory. It verifies every signature and answers as S3 documents it, as far as the shop asks:
 * objects (PUT, GET with ranges, HEAD, DELETE) and ListObjectsV2, path-style, in one bucket. It can be told to misbehave.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { type Credentials, sha256, verify } from './s3-signature.ts';

export const BUCKET = 'stones';
const PAGE = 1000;

export type StoredObject = { bytes: Buffer; type: string; modified: Date };

/**
 * How it answers, until told otherwise:
 * `status` with an error of this status, only `times` times, to one `method`, or `after` so many of these requests, if given;
 * `silent` never, or never to one method; `slow` after a pause;
 * `break-off` with the promised length, but only the first `bytes` of it; `stall` the same, and then nothing more.
 */
export type Manner =
  | { kind: 'well' }
  | { kind: 'status'; status: number; code?: string; times?: number; method?: string; after?: number }
  | { kind: 'silent'; method?: string }
  | { kind: 'slow'; ms: number }
  | { kind: 'break-off' | 'stall'; bytes: number };

export type S3Server = {
  /** What the shop's configuration needs to use it. */
  environment: Record<string, string>;
  objects: Map<string, StoredObject>;
  /** Method and key of every request that was understood, in their order. */
  requests: string[];
  /** Requests whose answer has not ended. */
  pending(): number;
  behave(manner: Manner): void;
  /** Most keys in one answer of a list. */
  page: number;
  /** Whether anybody may read. */
  isPublic: boolean;
  /** Whether `if-none-match` on PUT is known; some stores answer 501. */
  knowsConditions: boolean;
  /** Ends every connection and listens no more. */
  stop(): Promise<void>;
  /** Listens again at the same address, with everything it had. */
  resume(): Promise<void>;
};

type Call = {
  method: string;
  bucket: string;
  key: string;
  searchParams: URLSearchParams;
  headers: Record<string, string | undefined>;
  body: Buffer;
};

type Answer = { status: number; headers?: Record<string, string | number>; body?: Uint8Array | string };

const keyId = 'DRUSETESTKEY';
const secret = 'druse/test+secret';

/** @param sessionToken what its key needs besides, as a temporary key does. */
export async function startS3Server({ sessionToken }: { sessionToken?: string } = {}): Promise<S3Server> {
  const keys = new Map<string, Credentials>([[keyId, { secretAccessKey: secret, ...(sessionToken && { sessionToken }) }]]);
  let manner: Manner = { kind: 'well' };
  let open = 0;

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const headers = request.headers as Record<string, string | undefined>;
    const { method = '', url = '' } = request;
    const { pathname, searchParams } = new URL(url, 'http://s3');
    const [, bucket = '', ...rest] = pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    self.requests.push(`${method} ${key}`);
    if (manner.kind === 'silent' && isMeant(method, manner)) return;
    if (manner.kind === 'slow') await wait(manner.ms);
    const failing = failureNow(method);
    if (failing) return send(response, method, failing);
    const isOpen = self.isPublic && method === 'GET' && !headers.authorization;
    const refused = isOpen ? null : refusalOf(verify({ method, url, headers }, keys, new Date()), body);
    const { status, headers: more, body: content } = refused ?? act({ method, bucket, key, searchParams, headers, body });
    if ((manner.kind === 'break-off' || manner.kind === 'stall') && method === 'GET' && content) {
      response.writeHead(status, { ...more, 'content-length': content.length });
      response.write(content.slice(0, manner.bytes));
      if (manner.kind === 'break-off') setImmediate(() => response.destroy());
      return;
    }
    send(response, method, { status, ...(more && { headers: more }), ...(content && { body: content }) });
  };

  /** The failure that this request was told to meet, and one less to come. */
  const failureNow = (method: string): Answer | null => {
    if (manner.kind !== 'status' || !isMeant(method, manner)) return null;
    const { after = 0, times = Number.POSITIVE_INFINITY } = manner;
    if (after > 0) manner = { ...manner, after: after - 1 };
    if (after > 0 || times === 0) return null;
    manner = { ...manner, times: times - 1 };
    return failure(manner.status, manner.code ?? 'InternalError');
  };

  const act = ({ method, bucket, key, searchParams, headers, body }: Call): Answer => {
    if (bucket !== BUCKET) return failure(404, 'NoSuchBucket');
    if (key === '') return method === 'GET' ? list(self.objects, searchParams, self.page) : failure(405, 'MethodNotAllowed');
    const found = self.objects.get(key);
    if (method === 'PUT') {
      if (headers['if-none-match'] !== undefined && !self.knowsConditions) return failure(501, 'NotImplemented');
      if (headers['if-none-match'] === '*' && found) return failure(412, 'PreconditionFailed');
      if (headers['content-length'] === undefined) return failure(411, 'MissingContentLength');
      self.objects.set(key, { bytes: body, type: headers['content-type'] ?? 'binary/octet-stream', modified: new Date() });
      return { status: 200 };
    }
    if (method === 'DELETE') {
      self.objects.delete(key);
      return { status: 204 };
    }
    if (method !== 'GET' && method !== 'HEAD') return failure(405, 'MethodNotAllowed');
    return found ? read(found, headers.range) : failure(404, 'NoSuchKey');
  };

  const server: Server = createServer((request, response) => {
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
    // A client that goes away in the middle is no failure of the server.
    answer(request, response).catch(() => response.destroy());
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const { port: own } = server.address() as AddressInfo;

  const self: S3Server = {
    environment: {
      MEDIA_URL: `s3://${BUCKET}/shop`,
      S3_ENDPOINT: `http://127.0.0.1:${own}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: keyId,
      AWS_SECRET_ACCESS_KEY: secret,
      ...(sessionToken && { AWS_SESSION_TOKEN: sessionToken }),
    },
    objects: new Map(),
    requests: [],
    pending: () => open,
    behave: (next) => {
      manner = next;
    },
    page: PAGE,
    isPublic: false,
    knowsConditions: true,
    stop: async () => {
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
    resume: async () => {
      if (!server.listening) await listen(own);
    },
  };
  return self;
}

const isMeant = (method: string, manner: { method?: string }) => (manner.method ?? method) === method;

/** What is wrong with the signature, or with a body that is not the one that was signed. */
function refusalOf(signed: ReturnType<typeof verify>, body: Buffer): Answer | null {
  if (typeof signed === 'string') return failure(403, signed);
  const isSame = signed.payloadHash === null || signed.payloadHash === sha256(body);
  return isSame ? null : failure(400, 'XAmzContentSHA256Mismatch');
}

function read({ bytes, type, modified }: StoredObject, range: string | undefined): Answer {
  const headers = { 'content-type': type, 'last-modified': modified.toUTCString(), 'accept-ranges': 'bytes', etag: `"${sha256(bytes)}"` };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (first === undefined) return { status: 200, headers, body: bytes };
  const start = Number(first);
  const end = Math.min(last ? Number(last) : bytes.length - 1, bytes.length - 1);
  if (start > end) return failure(416, 'InvalidRange');
  const part = bytes.subarray(start, end + 1);
  return { status: 206, headers: { ...headers, 'content-range': `bytes ${start}-${end}/${bytes.length}` }, body: part };
}

function list(objects: Map<string, StoredObject>, query: URLSearchParams, page: number): Answer {
  if (query.get('list-type') !== '2') return failure(501, 'NotImplemented');
  // With every sign that must be escaped in an address.
  const after = (query.get('continuation-token') ?? '').replace(/^\+\/=/, '');
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort();
  const most = Math.min(page, Number(query.get('max-keys') ?? PAGE));
  const some = keys.slice(0, most);
  const isCut = keys.length > some.length;
  const contents = some.map((key) => {
    const { bytes, modified } = objects.get(key) as StoredObject;
    const etag = '<ETag>&quot;0&quot;</ETag><StorageClass>STANDARD</StorageClass>';
    return `<Contents><Key>${escaped(key)}</Key><LastModified>${modified.toISOString()}</LastModified>${etag}<Size>${bytes.length}</Size></Contents>`;
  });
  const next = isCut ? `<NextContinuationToken>+/=${escaped(some.at(-1) ?? '')}</NextContinuationToken>` : '';
  const body = `<IsTruncated>${isCut}</IsTruncated>${next}<KeyCount>${some.length}</KeyCount>${contents.join('')}`;
  return xml(200, `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name>${body}</ListBucketResult>`);
}

const failure = (status: number, code: string) => xml(status, `<Error><Code>${code}</Code><Message>${code}, as told</Message></Error>`);

const xml = (status: number, text: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${text}`,
});

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function send(response: ServerResponse, method: string, { status, headers, body = '' }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(method === 'HEAD' ? undefined : body);
}
