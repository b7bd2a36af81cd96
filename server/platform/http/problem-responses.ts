import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Problem, type ProblemBody, problemStatus } from '#contract/problems.ts';
import { failureOf } from '#server/platform/db/failures.ts';
import type { App } from './app-type.ts';

const MAX_URL_LENGTH = 8 * 1024;
const LINGERING_MS = 1_000;

const addressTooLong = new Problem('address_too_long', 'The address is too long.');
/** What the framework refuses, by its status. */
const refusals: Record<number, Problem> = {
  413: new Problem('too_large', 'The request is too large.'),
  414: addressTooLong,
  415: new Problem('unsupported_type', 'The body must be JSON (Content-Type: application/json).'),
};
const badRequest = new Problem('bad_request', 'The request could not be understood.');
const busy = new Problem('unavailable', 'The shop is very busy. Please try again in a moment.', { retryAfter: 2 });
const away = new Problem('unavailable', 'The shop cannot reach its database just now. Please try again in a moment.', { retryAfter: 5 });
const full = new Problem('storage_full', 'The disk of the shop is full. Nothing was changed. Please make room on it and try again.');
const internal = new Problem('internal', 'Something went wrong on our side. Please try again later.');

/** Turns whatever was thrown into a problem; what nobody expected becomes `internal`. */
function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  const failure = failureOf(error);
  if (failure === 'conflict') return busy;
  if (failure === 'unavailable') return away;
  if (isDiskFull(error)) return full;
  const { statusCode = 500 } = error as Partial<FastifyError>;
  // Whoever went away while sending gets no answer, and is no failure of ours.
  const isRefusal = (statusCode >= 400 && statusCode < 500) || request.raw.readableAborted;
  return isRefusal ? (refusals[statusCode] ?? badRequest) : internal;
}

const isDiskFull = (error: unknown) =>
  failureOf(error) === 'full' || (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT'));

/** Answers with the one shape of every error. */
export function sendProblem(reply: FastifyReply, { code, message, details }: Problem): FastifyReply {
  const body: ProblemBody = { code, message, ...details };
  // A string, so that no answer schema of the route is applied to it.
  return reply
    .status(problemStatus[code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** The one place where failures become answers. Nothing of an unexpected error leaves the server but the request's id. */
export function respondWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(reply, noteProblem(error, request, reply));
}

/** The problem that an error is, logged where it is the shop's own, with the headers that tell of it. */
export function noteProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): Problem {
  const problem = problemOf(error, request);
  if (problem === away) request.log.warn({ err: error, req: request }, 'the database is away');
  if (problem.code === 'internal') {
    request.log.error({ err: error, req: request }, 'unexpected error');
    reply.header('x-request-id', request.id);
  }
  if (problem.details.retryAfter !== undefined) reply.header('retry-after', problem.details.retryAfter);
  return problem;
}

/** What the HTTP parser refuses never becomes a request: the answer is written to the bare connection. */
export function respondToUnreadable(error: ConnectionError, socket: Socket): void {
  // What comes after the first complaint has had its answer.
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const isInAddress = error.code === 'HPE_HEADER_OVERFLOW' && isInFirstLine(error.rawPacket);
  const status = isInAddress ? 414 : ({ HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400);
  const { code, message } = isInAddress ? addressTooLong : badRequest;
  const body = JSON.stringify({ code, message } satisfies ProblemBody);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n`;
  socket.end(`${head}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
  // Closed at once, what the client is still sending would take the answer away from him.
  setTimeout(() => socket.destroy(), LINGERING_MS).unref();
}

/** Whether what was read last is the beginning of a request whose address does not end, or a part of such an address. */
function isInFirstLine(packet: unknown): boolean {
  if (!Buffer.isBuffer(packet)) return false;
  const [line = '', ...others] = packet.toString('latin1').split('\n', 2);
  return /^([A-Z]+ )?[!-~]+( HTTP\/1\.[01]\r)?$/.test(line) && (others.length === 0 || line.length > MAX_URL_LENGTH);
}

type Route = { methods: string[]; pattern: RegExp };

const patternOf = (url: string) => new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`);

/** Registers what answers when no route does, and the length limit of addresses. Before any route. */
export function registerProblems(app: App): void {
  const routes: Route[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.endsWith('*')) routes.push({ methods: [method].flat(), pattern: patternOf(url) });
  });
  app.addHook('onRequest', async (request) => {
    if (request.url.length > MAX_URL_LENGTH) throw addressTooLong;
  });

  const answerUnknown = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
    // Its own method among them: the route is there, but this address cannot be meant.
    if (allowed.length === 0 || allowed.includes(request.method))
      return sendProblem(reply, new Problem('not_found', 'There is nothing at this address.'));
    reply.header('allow', allowed.join(', '));
    return sendProblem(reply, new Problem('method_not_allowed', `${request.method} is not possible here.`));
  };
  app.setErrorHandler(respondWithError);
  app.setNotFoundHandler(answerUnknown);
  // Pages may answer every other address; an unknown one of the API is never a page.
  app.all('/api/*', { schema: { hide: true } }, answerUnknown);
}
