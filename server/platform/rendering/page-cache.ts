/** Rendered public pages, kept compressed under a normalised address and answered before the framework sees the request. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const MOST_PAGES = 1_000;
const BROTLI_QUALITY = 5;
/** Longer addresses are rendered, not kept. */
const LONGEST_KEY = 2_000;

export type Encoding = 'br' | 'gzip' | 'identity';

/** A page in each encoding with the complete headers of each, ready to be written. */
export type CachedPage = { etag: string; bodies: Record<Encoding, Buffer>; headers: Record<Encoding, OutgoingHttpHeaders> };

export type PageCache = {
  /** Counts the drops: a page rendered before one must not be kept after it. */
  generation(): number;
  get(key: string): CachedPage | undefined;
  /** Keeps a page unless the cache was dropped since `generation`. */
  set(key: string, page: CachedPage, generation: number): void;
  drop(): void;
};

/** Bounded; the page unused for longest goes first. */
export function createPageCache(): PageCache {
  const pages = new Map<string, CachedPage>();
  let generation = 0;
  return {
    generation: () => generation,
    get(key) {
      const page = pages.get(key);
      if (page && pages.size > MOST_PAGES / 2) {
        pages.delete(key);
        pages.set(key, page);
      }
      return page;
    },
    set(key, page, renderedIn) {
      if (renderedIn !== generation || key.length > LONGEST_KEY) return;
      pages.set(key, page);
      const oldest = pages.keys().next().value;
      if (pages.size > MOST_PAGES && oldest !== undefined) pages.delete(oldest);
    },
    drop() {
      generation += 1;
      pages.clear();
    },
  };
}

/** Compresses a page once for everybody. `headers` are those of every encoding, security headers included. */
export async function preparePage(html: string, headers: OutgoingHttpHeaders): Promise<CachedPage> {
  const identity = Buffer.from(html);
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    promisify(gzip)(identity),
  ]);
  const bodies = { br, gzip: zipped, identity };
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  const common = { ...headers, 'content-type': 'text/html; charset=utf-8', etag, vary: 'Accept-Encoding' };
  const headersOf = (encoding: Encoding): OutgoingHttpHeaders => ({
    ...common,
    'content-length': bodies[encoding].length,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  });
  return { etag, bodies, headers: { br: headersOf('br'), gzip: headersOf('gzip'), identity: headersOf('identity') } };
}

/** The best encoding a client takes. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  const takes = (encoding: string) =>
    accepted !== undefined && new RegExp(`(^|,)\\s*${encoding}\\s*(,|$|;(?!\\s*q=0(\\.0*)?\\s*(,|$)))`).test(accepted);
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

/** Writes a page: 304 where the browser has it already, no body for HEAD. */
export function writePage(request: IncomingMessage, response: ServerResponse, page: CachedPage, status = 200): void {
  const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined);
  if (status === 200 && request.headers['if-none-match']?.includes(page.etag)) {
    const { 'content-length': _length, 'content-encoding': _encoding, 'content-type': _type, ...headers } = page.headers[encoding];
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(status, page.headers[encoding]);
  response.end(request.method === 'HEAD' ? undefined : page.bodies[encoding]);
}

/** Makes a server that answers kept pages before the framework sees the request. */
export const cachingServer =
  (cache: PageCache) =>
  (handler: (request: IncomingMessage, response: ServerResponse) => void, { requestTimeout = 0 }: { requestTimeout?: number }): Server =>
    createServer({ requestTimeout }, (request, response) => {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const page = isRead && request.url ? cache.get(pageKey(request.url)) : undefined;
      if (page) writePage(request, response, page);
      else handler(request, response);
    });

const galleryParameters = ['search', 'category', 'status', 'minPrice', 'maxPrice', 'sort', 'cursor'];

/**
 * The address under which a page is rendered and kept: known parameters only, in one order, so that neither tracking
 * parameters nor their order make another page.
 */
export function pageKey(url: string): string {
  const at = url.indexOf('?');
  if (at === -1) return url;
  if (at !== 1) return url.slice(0, at);
  const given = new URLSearchParams(url.slice(2));
  const known = new URLSearchParams();
  for (const name of galleryParameters) {
    const value = given.get(name);
    if (value) known.set(name, value);
  }
  return known.size === 0 ? '/' : `/?${known}`;
}
