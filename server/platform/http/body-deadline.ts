/** A request's body is due soon after its headers, so that half-sent ones do not pile up. Uploads alone take their time. */
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Problem } from '#contract/problems.ts';
import type { App } from './app-type.ts';

const BODY_TIMEOUT_MS = 15_000;

type Deadline = { timer: NodeJS.Timeout; onTimeout: () => void };

const deadlines = new WeakMap<IncomingMessage, Deadline>();

/** Starts the deadline of every request with a body, also of one that is refused without being read. @param timeoutMs for the whole body. */
export function registerBodyDeadline(app: App, timeoutMs = BODY_TIMEOUT_MS): void {
  app.addHook('onRequest', async ({ raw }) => startBodyDeadline(raw, timeoutMs));
}

/** The deadline of one request, if it has a body. */
export function startBodyDeadline(raw: IncomingMessage, timeoutMs = BODY_TIMEOUT_MS): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers;
  if (length === '0' && encoding === undefined) return;
  // Nobody is reading, or the response has been sent: then nothing is lost with the connection.
  const deadline: Deadline = { onTimeout: () => raw.destroy(), timer: setTimeout(() => deadline.onTimeout(), timeoutMs).unref() };
  deadlines.set(raw, deadline);
  raw.once('end', () => clearTimeout(deadline.timer)).once('close', () => clearTimeout(deadline.timer));
}

/** Lifts the deadline for the routes of this scope, once their hooks have let the request in; then half an hour is the limit. */
export function allowSlowBodies(scope: App): void {
  scope.addHook('preParsing', async ({ raw }) => clearTimeout(deadlines.get(raw)?.timer));
}

/** What reading the body results in, unless its deadline comes first. @throws Problem too_slow. */
export async function beforeDeadline<T>({ raw }: FastifyRequest, read: Promise<T>): Promise<T> {
  const deadline = deadlines.get(raw);
  if (!deadline) return read;
  const { promise, reject } = Promise.withResolvers<never>();
  const { onTimeout } = deadline;
  deadline.onTimeout = () => reject(new Problem('too_slow', 'The request took too long to arrive. Please try again.'));
  try {
    return await Promise.race([read, promise]);
  } finally {
    deadline.onTimeout = onTimeout;
  }
}
