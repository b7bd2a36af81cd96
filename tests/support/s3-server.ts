/**
 * A small in-memory S3 server for tests. It verifies every signature and implements what the shop uses, as S3 documents it: objects (PUT, GET
 * with ranges, HEAD, DELETE) and ListObjectsV2, path-style, in one bucket. `behave` makes it fail.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Credentials, sha256, verify } from './s3-signature.ts';

export const BUCKET = 'stones';
const MAX_KEYS = 1000;

export type StoredObject = { bytes: Buffer; type: string; modified: Date };

/**
 * How the server responds until the next call of `behave`.
 * `ok`: normally.
 * `status`: with an error; only `times` times, to one `method`, to those `withBody`, or after `after` of these requests, if given.
 * `endless`: with a body that never ends.
 * `silent`: never, or never to one method.
 * `slow`: after a delay.
 * `break-off`: announces the full length, sends the first `bytes` and closes the connection. `stall`: the same, but leaves it open.
 */
export type Behaviour =
  | { kind: 'ok' }
  | {
      kind: 'status';
      status: number;
      code?: string;
      times?: number;
      method?: string;
      after?: number;
      withBody?: true;
    }
  | { kind: 'silent'; method?: string }
  | { kind: 'slow'; ms: number }
  | { kind: 'endless'; status: number }
  | { kind: 'break-off' | 'stall'; bytes: number };

export type S3Server = {
  /** What the shop's configuration needs to use it. */
  environment: Record<string, string>;
  objects: Map<string, StoredObject>;
  /** Method and key of every request that was understood, in their order. */
  requests: string[];
  /** How many bytes `endless` has sent. */
  endlessBytes: number;
  /** Number of requests whose response has not ended. */
  pending(): number;
  behave(behaviour: Behaviour): void;
  /** Maximum number of keys in one page of a list. */
  pageSize: number;
  /** Whether unsigned requests may read. */
  isPublic: boolean;
  /** Whether PUT supports `if-none-match`; some stores respond 501. */
  supportsConditions: boolean;
  /** Closes every connection and stops listening. */
  stop(): Promise<void>;
  /** Listens on the same port again, with the same objects. */
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

type Result = {
  status: number;
  headers?: Record<string, string | number>;
  body?: Uint8Array | string;
};

async function* endlessly(server: { endlessBytes: number }) {
  for (const chunk = Buffer.alloc(64 * 1024, ' '); ; server.endlessBytes += chunk.length)
    yield chunk;
}

const keyId = 'DRUSETESTKEY';
const secret = 'druse/test+secret';

/** @param sessionToken required with the key, as for temporary keys. */
export async function startS3Server({
  sessionToken,
}: {
  sessionToken?: string;
} = {}): Promise<S3Server> {
  const keys = new Map<string, Credentials>([
    [keyId, { secretAccessKey: secret, ...(sessionToken && { sessionToken }) }],
  ]);
  let behaviour: Behaviour = { kind: 'ok' };
  let open = 0;

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const headers = request.headers as Record<string, string | undefined>;
    const { method = '', url = '' } = request;
    const { pathname, searchParams } = new URL(url, 'http://s3');
    const [, bucket = '', ...rest] = pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    self.requests.push(`${method} ${key}`);
    if (behaviour.kind === 'silent' && appliesTo(method, behaviour)) return;
    if (behaviour.kind === 'slow') await wait(behaviour.ms);
    if (behaviour.kind === 'endless') {
      response.writeHead(behaviour.status);
      await pipeline(() => endlessly(self), response).catch(() => {});
      return;
    }
    const failed = nextFailure(method, body);
    if (failed) return send(response, method, failed);
    const isOpen = self.isPublic && method === 'GET' && !headers.authorization;
    const refused = isOpen
      ? null
      : refusalOf(verify({ method, url, headers }, keys, new Date()), body);
    const {
      status,
      headers: resultHeaders,
      body: content,
    } = refused ?? act({ method, bucket, key, searchParams, headers, body });
    if (
      (behaviour.kind === 'break-off' || behaviour.kind === 'stall') &&
      method === 'GET' &&
      content
    ) {
      response.writeHead(status, { ...resultHeaders, 'content-length': content.length });
      response.write(content.slice(0, behaviour.bytes));
      if (behaviour.kind === 'break-off') setImmediate(() => response.destroy());
      return;
    }
    send(response, method, {
      status,
      ...(resultHeaders && { headers: resultHeaders }),
      ...(content && { body: content }),
    });
  };

  /** The failure of this request by `behave`, or null; counts it. */
  const nextFailure = (method: string, body: Buffer): Result | null => {
    if (behaviour.kind !== 'status' || !appliesTo(method, behaviour)) return null;
    if (behaviour.withBody && body.length === 0) return null;
    const { after = 0, times = Number.POSITIVE_INFINITY } = behaviour;
    if (after > 0) behaviour = { ...behaviour, after: after - 1 };
    if (after > 0 || times === 0) return null;
    behaviour = { ...behaviour, times: times - 1 };
    return failure(behaviour.status, behaviour.code ?? 'InternalError');
  };

  const act = ({ method, bucket, key, searchParams, headers, body }: Call): Result => {
    if (bucket !== BUCKET) return failure(404, 'NoSuchBucket');
    if (key === '')
      return method === 'GET'
        ? list(self.objects, searchParams, self.pageSize)
        : failure(405, 'MethodNotAllowed');
    const found = self.objects.get(key);
    if (method === 'PUT') {
      if (headers['if-none-match'] !== undefined && !self.supportsConditions)
        return failure(501, 'NotImplemented');
      if (headers['if-none-match'] === '*' && found) return failure(412, 'PreconditionFailed');
      if (headers['content-length'] === undefined) return failure(411, 'MissingContentLength');
      self.objects.set(key, {
        bytes: body,
        type: headers['content-type'] ?? 'binary/octet-stream',
        modified: new Date(),
      });
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
    // A client that leaves is no failure of the server.
    handle(request, response).catch(() => response.destroy());
  });
  const listen = (at: number) =>
    new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;

  const self: S3Server = {
    endlessBytes: 0,
    environment: {
      MEDIA_URL: `s3://${BUCKET}/shop`,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: keyId,
      AWS_SECRET_ACCESS_KEY: secret,
      ...(sessionToken && { AWS_SESSION_TOKEN: sessionToken }),
    },
    objects: new Map(),
    requests: [],
    pending: () => open,
    behave: (next) => {
      behaviour = next;
    },
    pageSize: MAX_KEYS,
    isPublic: false,
    supportsConditions: true,
    stop: async () => {
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
    resume: async () => {
      if (!server.listening) await listen(port);
    },
  };
  return self;
}

const appliesTo = (method: string, behaviour: { method?: string }) =>
  (behaviour.method ?? method) === method;

/** The error for a wrong signature or a body that was not signed; null if all is well. */
function refusalOf(signed: ReturnType<typeof verify>, body: Buffer): Result | null {
  if (typeof signed === 'string') return failure(403, signed);
  const isSame = signed.payloadHash === null || signed.payloadHash === sha256(body);
  return isSame ? null : failure(400, 'XAmzContentSHA256Mismatch');
}

function read({ bytes, type, modified }: StoredObject, range: string | undefined): Result {
  const headers = {
    'content-type': type,
    'last-modified': modified.toUTCString(),
    'accept-ranges': 'bytes',
    etag: `"${sha256(bytes)}"`,
  };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (first === undefined) return { status: 200, headers, body: bytes };
  const start = Number(first);
  const end = Math.min(last ? Number(last) : bytes.length - 1, bytes.length - 1);
  if (start > end) return failure(416, 'InvalidRange');
  const part = bytes.subarray(start, end + 1);
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${start}-${end}/${bytes.length}` },
    body: part,
  };
}

function list(
  objects: Map<string, StoredObject>,
  query: URLSearchParams,
  pageSize: number,
): Result {
  if (query.get('list-type') !== '2') return failure(501, 'NotImplemented');
  // The token begins with every character that must be escaped in a URL.
  const after = (query.get('continuation-token') ?? '').replace(/^\+\/=/, '');
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .sort();
  const page = keys.slice(0, Math.min(pageSize, Number(query.get('max-keys') ?? MAX_KEYS)));
  const isTruncated = keys.length > page.length;
  const contents = page.map((key) => {
    const { bytes, modified } = objects.get(key) as StoredObject;
    const etag = '<ETag>&quot;0&quot;</ETag><StorageClass>STANDARD</StorageClass>';
    return `<Contents><Key>${escaped(key)}</Key><LastModified>${modified.toISOString()}</LastModified>${etag}<Size>${bytes.length}</Size></Contents>`;
  });
  const next = isTruncated
    ? `<NextContinuationToken>+/=${escaped(page.at(-1) ?? '')}</NextContinuationToken>`
    : '';
  const body = `<IsTruncated>${isTruncated}</IsTruncated>${next}<KeyCount>${page.length}</KeyCount>${contents.join('')}`;
  return xml(
    200,
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name>${body}</ListBucketResult>`,
  );
}

const failure = (status: number, code: string) =>
  xml(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);

const xml = (status: number, text: string): Result => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${text}`,
});

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function send(
  response: ServerResponse,
  method: string,
  { status, headers, body = '' }: Result,
): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(method === 'HEAD' ? undefined : body);
}
