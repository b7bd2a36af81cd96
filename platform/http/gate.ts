/**
 * In front of the framework: a call that a look refuses costs it nothing. Why:
 * `docs/decisions/0034-admission-control.md`.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Problem, problemStatus } from '#core/contract/problems.ts';
import { createDoor } from './door.ts';
import { securityHeaders } from './headers.ts';
import { parseJson } from './json-body.ts';
import { type IsOwnOrigin, isForeign } from './origin.ts';
import { problemBody } from './problem-responses.ts';

/** Larger bodies, and those that come in parts, are read by the framework. */
const MAX_BODY_BYTES = 8 * 1024;
/** Those beyond are left to the framework, which asks them to come again. */
const MAX_WAITING = 5_000;

export type Looked = { headers: IncomingHttpHeaders; body: unknown };

/** Returns where the framework has to decide. @throws Problem that it would answer with. */
export type Look = (call: Looked) => Promise<void>;

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export type Gate = {
  /** @param target such as `POST /api/login`, without parameters. */
  guard(target: string, look: Look): void;
  /** @returns whether it answers the request, or hands it on later. */
  take(request: IncomingMessage, response: ServerResponse, handler: Handler): boolean;
  /** A connection came: what waits lets it in first. */
  defer(): void;
};

export function createGate({
  publicUrl,
  isOwnOrigin,
}: {
  publicUrl: string | null;
  isOwnOrigin: IsOwnOrigin;
}): Gate {
  const looks = new Map<string, Look>();
  const entrance = createDoor();
  // Many answers come of one look: cached pages go between them.
  const exit = createDoor();
  const common = Object.entries({
    ...securityHeaders(publicUrl),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  }).flat();
  let waiting = 0;

  const isFit = ({ headers, socket }: IncomingMessage) =>
    /^application\/json *(?:;|$)/i.test(headers['content-type'] ?? '') &&
    Number(headers['content-length']) <= MAX_BODY_BYTES &&
    !isForeign(headers, socket.localPort ?? 0, isOwnOrigin);

  async function refusalOf(look: Look, request: IncomingMessage): Promise<Problem | null> {
    try {
      const body = bodyOf(request);
      if (body === null) return null;
      await look({ headers: request.headers, body: parseJson(body) });
      return null;
    } catch (error) {
      // The framework meets what else is wrong, and reports it.
      return error instanceof Problem ? error : null;
    }
  }

  function answer(response: ServerResponse, problem: Problem): void {
    const body = JSON.stringify(problemBody(problem));
    const { retryAfter } = problem.details;
    response
      .writeHead(problemStatus[problem.code], [
        ...common,
        ...(retryAfter === undefined ? [] : ['retry-after', String(retryAfter)]),
        'content-length',
        String(Buffer.byteLength(body)),
      ])
      .end(body);
  }

  return {
    guard: (target, look) => void looks.set(target, look),
    take(request, response, handler) {
      const look = looks.get(`${request.method} ${request.url}`);
      if (!look || waiting >= MAX_WAITING || !isFit(request)) return false;
      waiting += 1;
      const leave = (problem: Problem | null) => {
        waiting -= 1;
        if (response.destroyed) return;
        if (problem) answer(response, problem);
        else handler(request, response);
      };
      entrance.pass(() => {
        const answered = (problem: Problem | null) => exit.pass(() => leave(problem));
        refusalOf(look, request).then(answered, () => answered(null));
      });
      return true;
    },
    defer: entrance.defer,
  };
}

/** Leaves the body where it is. Null: a part of it is yet to come. */
function bodyOf(request: IncomingMessage): Buffer | null {
  if (!request.complete) return null;
  const body = request.read() as Buffer | null;
  if (body) request.unshift(body);
  return body;
}
