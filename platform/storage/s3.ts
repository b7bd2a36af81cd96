import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Bucket } from './bucket.ts';
import { checkMediaName, isMediaName } from './media-names.ts';
import type { ListedFile, MediaStore } from './media-store.ts';
import { type Body, defaultTimeouts, type S3Options, S3Refusal, s3Client } from './s3-client.ts';
import { Watch } from './s3-watch.ts';
import { elementAt, parseXml, textAt } from './s3-xml.ts';
import { MediaStoreUnavailable } from './unavailable.ts';

const contentTypes: Record<string, string> = {
  avif: 'image/avif',
  gif: 'image/gif',
  heic: 'image/heic',
  jpg: 'image/jpeg',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  png: 'image/png',
  webp: 'image/webp',
};

const contentTypeOf = (name: string) =>
  contentTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

/** Begins with a dot, as no medium does. */
const WRITE_PROBE = 'private/.druse-writing';

type Range = { start: number; end: number };

/** @throws MediaStoreUnavailable from every call if the bucket fails. */
export function s3Store(bucket: S3Bucket, options: S3Options = {}): MediaStore {
  const client = s3Client(bucket, options);
  const { idleMs } = options.timeouts ?? defaultTimeouts;
  /** Not every store supports `if-none-match` with PUT; once it is refused it is not sent again. */
  let supportsConditions = true;

  async function store(name: string, measure: () => Promise<Body>): Promise<boolean> {
    checkMediaName(name);
    if ((await sizeOf(name)) !== null) return false;
    const body = await measure();
    const write = async (condition: Record<string, string>) => {
      const headers = { 'content-type': contentTypeOf(name), ...condition };
      // 412: another process was first, with the same bytes.
      const { status } = await client.ask({
        method: 'PUT',
        key: name,
        headers,
        body,
        expected: [200, 412],
      });
      return status === 200;
    };
    if (!supportsConditions) return write({});
    return write({ 'if-none-match': '*' }).catch((error: unknown) => {
      if (!(error instanceof S3Refusal && [400, 501].includes(error.status))) throw error;
      supportsConditions = false;
      return write({});
    });
  }

  async function sizeOf(name: string): Promise<number | null> {
    if (!isMediaName(name)) return null;
    const { status, headers } = await client.ask({
      method: 'HEAD',
      key: name,
      expected: [200, 404],
    });
    if (status === 404) return null;
    const size = headers.get('content-length');
    if (size === null) throw new MediaStoreUnavailable(`HEAD ${name}: the response has no size`);
    return Number(size);
  }

  async function* read(
    name: string,
    size: number,
    range: Range | undefined,
    watch: Watch,
  ): AsyncGenerator<Uint8Array> {
    const headers: Record<string, string> = range
      ? { range: `bytes=${range.start}-${range.end}` }
      : {};
    const response = await client.send(
      { method: 'GET', key: name, headers, expected: [range ? 206 : 200] },
      watch,
    );
    let missingBytes = range ? range.end - range.start + 1 : size;
    try {
      for await (const chunk of response.body ?? []) {
        watch.rest();
        missingBytes -= chunk.length;
        if (missingBytes < 0) break;
        yield chunk;
        watch.expect(idleMs);
      }
    } catch (error) {
      throw new MediaStoreUnavailable(`GET ${name}: the response broke off`, error);
    } finally {
      watch.rest();
    }
    if (missingBytes !== 0)
      throw new MediaStoreUnavailable(
        `GET ${name}: the response does not have the size of the file`,
      );
  }

  async function* list(): AsyncGenerator<ListedFile> {
    for (let token: string | null = ''; token !== null; ) {
      const query = {
        'list-type': '2',
        prefix: bucket.prefix,
        ...(token && { 'continuation-token': token }),
      };
      const { text } = await client.ask({ method: 'GET', query, expected: [200] });
      const result = elementAt(parseXml(text), 'ListBucketResult');
      if (result === undefined)
        throw new MediaStoreUnavailable('GET the bucket: the list cannot be read');
      const contents = elementAt(result, 'Contents');
      for (const entry of Array.isArray(contents) ? contents : []) {
        const name = textAt(entry, 'Key').slice(bucket.prefix.length);
        const modified = new Date(textAt(entry, 'LastModified'));
        if (isMediaName(name)) yield { name, size: Number(textAt(entry, 'Size')), modified };
      }
      token =
        textAt(result, 'IsTruncated') === 'true' ? textAt(result, 'NextContinuationToken') : null;
      if (token === '') throw new MediaStoreUnavailable('GET the bucket: the list has no end');
    }
  }

  return {
    list,
    async tryWriting() {
      await client.ask({
        method: 'PUT',
        key: WRITE_PROBE,
        body: bodyOfBytes(Buffer.from('x')),
        expected: [200],
      });
      await client.ask({ method: 'DELETE', key: WRITE_PROBE, expected: [200, 204, 404] });
    },
    has: async (name) => (await sizeOf(name)) !== null,
    put: (name, bytes) => store(name, async () => bodyOfBytes(bytes)),
    putFile: (name, localPath) => store(name, () => bodyOfFile(localPath)),
    async open(name) {
      const size = await sizeOf(name);
      if (size === null) return null;
      return {
        size,
        read: (range) => {
          const watch = new Watch();
          const out = new PassThrough();
          // Also when the reader leaves halfway: the request is then aborted at once.
          out.once('close', () => watch.end());
          // A failure destroys `out`, where the reader sees it.
          pipeline(read(name, size, range, watch), out).catch(() => {});
          return out;
        },
      };
    },
    async remove(name) {
      if (isMediaName(name))
        await client.ask({ method: 'DELETE', key: name, expected: [204, 200, 404] });
    },
  };
}

function bodyOfBytes(bytes: Uint8Array): Body {
  async function* read() {
    yield bytes;
  }
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), read };
}

/** Reads the file twice: its hash is part of the signature, which is sent first. */
async function bodyOfFile(localPath: string): Promise<Body> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(localPath)) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex'), read: () => createReadStream(localPath) };
}
