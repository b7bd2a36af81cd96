import { Problem } from '#contract/problems.ts';
import type { App } from './app-type.ts';

/** Bytes of the largest JSON body. */
export const MAX_BODY_BYTES = 1024 * 1024;
const DEEPEST = 20;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Takes JSON bodies and no others: bounded in size and depth, in valid UTF-8. An empty body is none. */
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

/** Reads JSON from anyone. @throws Problem bad_request for what is none, or is nested or named in ways that nobody means. */
export function parseJson(body: Buffer): unknown {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(body));
  } catch {
    throw new Problem('bad_request', 'The body is not valid JSON.');
  }
  refuseOdd(value, 0);
  return value;
}

/** A key `__proto__` is nobody's field; copied carelessly it would change every object. */
function refuseOdd(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth === DEEPEST) throw new Problem('bad_request', 'The body is nested too deep.');
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') throw new Problem('bad_request', 'The body has a field that is not allowed.');
    refuseOdd(inner, depth + 1);
  }
}
