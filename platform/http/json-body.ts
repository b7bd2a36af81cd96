import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Problem } from '#core/contract/problems.ts';
import type { App } from './app-type.ts';
import { beforeDeadline } from './body-deadline.ts';

export const MAX_BODY_BYTES = 64 * 1024;
/** Bytes where only the admin gets as far as the body: `bodyLimit` of routes with long texts. */
export const MAX_ADMIN_BODY_BYTES = 512 * 1024;
const MAX_DEPTH = 20;
/** Entries of a list that are no plain values: each costs many times what it takes to send. */
const MAX_OBJECTS = 2_000;

export const tooLarge = () => new Problem('too_large', 'The request is too large.');

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Accepts JSON alone: bounded in size, depth and time, in valid UTF-8. An empty body counts as
 * none.
 */
export function registerJsonBody(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: Readable) => {
      const body = await readBody(request, payload);
      return body.length === 0 ? undefined : parseJson(body);
    },
  );
}

/** @throws Problem too_large, too_slow, or bad_request where the client went away. */
async function readBody(request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const { bodyLimit } = request.routeOptions;
  if (Number(request.headers['content-length']) > bodyLimit) throw tooLarge();
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    if (size > bodyLimit) reject(tooLarge());
    else chunks.push(chunk);
  };
  const onEnd = () => resolve(Buffer.concat(chunks));
  // The stream's error is no failure of ours: its ECONNRESET also means a lost database.
  const onError = () => reject(new Problem('bad_request', 'The request was incomplete.'));
  payload.on('data', onData).on('end', onEnd).on('error', onError);
  try {
    return await beforeDeadline(request, promise);
  } finally {
    payload.off('data', onData).off('end', onEnd);
    chunks.length = 0;
  }
}

/**
 * Parses untrusted JSON.
 * @throws Problem bad_request if it is invalid, nested too deep, has thousands of objects in a list,
 * or a field `__proto__`.
 */
export function parseJson(body: Buffer): unknown {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(body));
  } catch {
    throw new Problem('bad_request', 'The body is not valid JSON.');
  }
  refuseUnsafe(value, 0);
  return value;
}

/** No field is called `__proto__`; copied carelessly, it would change every object. */
function refuseUnsafe(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) && value.length > MAX_OBJECTS && typeof value[0] === 'object')
    throw new Problem('bad_request', 'The body has a list that is too long.');
  if (depth === MAX_DEPTH) throw new Problem('bad_request', 'The body is nested too deep.');
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__')
      throw new Problem('bad_request', 'The body has a field that is not allowed.');
    refuseUnsafe(inner, depth + 1);
  }
}
