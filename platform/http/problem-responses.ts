import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Problem, type ProblemBody, problemStatus } from '#core/contract/problems.ts';
import { failureOf } from '#platform/db/failures.ts';
import type { App } from './app-type.ts';
import { busyProblem } from './busy.ts';
import { tooLarge } from './json-body.ts';

const MAX_URL_LENGTH = 8 * 1024;
const LINGERING_MS = 1_000;

const urlTooLong = new Problem('address_too_long', 'The address is too long.');
const refusals: Record<number, Problem> = {
  413: tooLarge(),
  414: urlTooLong,
  415: new Problem('unsupported_type', 'The body must be JSON (Content-Type: application/json).'),
};
const badRequest = new Problem('bad_request', 'We couldn’t understand the request.');
const busy = busyProblem(2);
const slow = busyProblem(5);
const away = new Problem(
  'unavailable',
  'The shop can’t reach its database right now. Please try again in a moment.',
  { retryAfter: 5 },
);
/** For everybody: whoever looks after the disk is told elsewhere. */
const cannotSave = new Problem(
  'storage_full',
  'The shop can’t save anything right now. Nothing was changed. Please try again in a few minutes.',
);
export const diskFull = (): Problem =>
  new Problem(
    'storage_full',
    'The shop’s disk is full. Nothing was changed. Please free up space and try again.',
  );
const internal = new Problem(
  'internal',
  'Something went wrong on our side. Please try again later.',
);

export const DATABASE_AWAY = 'the database is away';

export const isUpload = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('multipart/') ?? false;

function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  // The client's connection, not the database's: both break with the same codes.
  if (error instanceof Error && error === request.raw.errored) return badRequest;
  const failure = failureOf(error);
  if (failure === 'conflict') return busy;
  if (failure === 'timeout') return slow;
  if (failure === 'unavailable') return away;
  if (isDiskFull(error)) return isUpload(request) ? diskFull() : cannotSave;
  const { statusCode = 500 } = error as Partial<FastifyError>;
  // A client that disconnects while sending gets no response, and is not our failure.
  const isRefusal = (statusCode >= 400 && statusCode < 500) || request.raw.readableAborted;
  return isRefusal ? (refusals[statusCode] ?? badRequest) : internal;
}

export const isDiskFull = (error: unknown): boolean =>
  failureOf(error) === 'full' ||
  (error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOSPC' || error.code === 'EDQUOT'));

export const problemBody = ({ code, message, details }: Problem) =>
  ({ code, message, ...details }) as ProblemBody;

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  // A string, so the route's response schema is not applied to it.
  return reply
    .status(problemStatus[problem.code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(problemBody(problem)));
}

/** Of an unexpected error nothing but the request's id leaves the server. */
export function respondWithError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  return sendProblem(reply, reportProblem(error, request, reply));
}

export function reportProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Problem {
  const problem = problemOf(error, request);
  if (problem === slow)
    request.log.warn({ err: error, req: request }, 'the database took too long');
  if (isDiskFull(error)) request.log.error({ err: error, req: request }, 'the disk is full');
  if (problem === away) request.log.warn({ err: error, req: request }, DATABASE_AWAY);
  if (problem.code === 'internal') {
    request.log.error({ err: error, req: request }, 'unexpected error');
    reply.header('x-request-id', request.id);
  }
  if (problem.details.retryAfter !== undefined)
    reply.header('retry-after', problem.details.retryAfter);
  return problem;
}

/**
 * What the HTTP parser refuses never becomes a request: the response is written to the bare socket.
 */
export function respondToUnreadable(error: ConnectionError, socket: Socket): void {
  // Anything after the first parse error has been responded to.
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const isUrlTooLong = error.code === 'HPE_HEADER_OVERFLOW' && isInFirstLine(error.rawPacket);
  const status = isUrlTooLong
    ? 414
    : ({ HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400);
  const { code, message } = isUrlTooLong ? urlTooLong : badRequest;
  const body = JSON.stringify({ code, message });
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n`;
  socket.end(`${head}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
  // If the socket closed at once, a client that is still sending would lose the response.
  setTimeout(() => socket.destroy(), LINGERING_MS).unref();
}

function isInFirstLine(packet: unknown): boolean {
  if (!Buffer.isBuffer(packet)) return false;
  const [line = '', ...others] = packet.toString('latin1').split('\n', 2);
  return (
    /^([A-Z]+ )?[!-~]+( HTTP\/1\.[01]\r)?$/.test(line) &&
    (others.length === 0 || line.length > MAX_URL_LENGTH)
  );
}

type Route = { methods: string[]; pattern: RegExp };

const patternOf = (url: string) =>
  new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`);

/** Register it before any route. */
export function registerProblems(app: App, onDiskFull = () => {}): void {
  const routes: Route[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.endsWith('*')) routes.push({ methods: [method].flat(), pattern: patternOf(url) });
  });
  app.addHook('onRequest', async (request) => {
    if (request.url.length > MAX_URL_LENGTH) throw urlTooLong;
  });

  const respondUnknown = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = routes
      .filter(({ pattern }) => pattern.test(path))
      .flatMap(({ methods }) => methods);
    // Its own method is among them: the route exists, but its parameters rule this path out.
    if (allowed.length === 0 || allowed.includes(request.method))
      return sendProblem(reply, new Problem('not_found', 'There’s nothing at this address.'));
    reply.header('allow', allowed.join(', '));
    return sendProblem(
      reply,
      new Problem('method_not_allowed', `${request.method} is not possible here.`),
    );
  };
  app.setErrorHandler((error, request, reply) => {
    if (isDiskFull(error)) onDiskFull();
    return respondWithError(error, request, reply);
  });
  app.setNotFoundHandler(respondUnknown);
  // Any other path may be a page; an unknown API path never is.
  app.all('/api/*', { schema: { hide: true } }, respondUnknown);
}
