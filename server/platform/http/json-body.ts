import { Problem } from '#contract/problems.ts';
import type { App } from './app-type.ts';

/** Bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;
const MAX_DEPTH = 20;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Accepts JSON bodies only: bounded in size and depth, in valid UTF-8. An empty body counts as none. */
export function registerJsonBody(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    async (_request: unknown, body: Buffer) => {
      return body.length === 0 ? undefined : parseJson(body);
    },
  );
}

/** Parses untrusted JSON. @throws Problem bad_request if it is invalid, nested too deep, or has a field `__proto__`. */
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
  if (depth === MAX_DEPTH) throw new Problem('bad_request', 'The body is nested too deep.');
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') throw new Problem('bad_request', 'The body has a field that is not allowed.');
    refuseUnsafe(inner, depth + 1);
  }
}
