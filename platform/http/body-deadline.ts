/** Half-sent bodies must not pile up. Uploads alone take their time. */
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Problem } from '#core/contract/problems.ts';
import type { App } from './app-type.ts';

const BODY_TIMEOUT_MS = 15_000;

type Deadline = { timer: NodeJS.Timeout; onTimeout: () => void };

const deadlines = new WeakMap<IncomingMessage, Deadline>();

/**
 * Covers every body, even of a request refused unread.
 * @param timeoutMs for the whole body.
 */
export function registerBodyDeadline(app: App, timeoutMs = BODY_TIMEOUT_MS): void {
  app.addHook('onRequest', async ({ raw }) => startBodyDeadline(raw, timeoutMs));
}

export function startBodyDeadline(raw: IncomingMessage, timeoutMs = BODY_TIMEOUT_MS): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers;
  if (length === '0' && encoding === undefined) return;
  // Nobody is reading, or the response has been sent: then nothing is lost with the connection.
  const deadline: Deadline = {
    onTimeout: () => raw.destroy(),
    timer: setTimeout(() => deadline.onTimeout(), timeoutMs).unref(),
  };
  deadlines.set(raw, deadline);
  raw
    .once('end', () => clearTimeout(deadline.timer))
    .once('close', () => clearTimeout(deadline.timer));
}

/** Once their hooks have let the request in, half an hour is this scope's limit. */
export function allowSlowBodies(scope: App): void {
  scope.addHook('preParsing', async ({ raw }) => clearTimeout(deadlines.get(raw)?.timer));
}

/** @throws Problem too_slow if the deadline comes before the body is read. */
export async function beforeDeadline<T>({ raw }: FastifyRequest, read: Promise<T>): Promise<T> {
  const deadline = deadlines.get(raw);
  if (!deadline) return read;
  const { promise, reject } = Promise.withResolvers<never>();
  const { onTimeout } = deadline;
  deadline.onTimeout = () =>
    reject(new Problem('too_slow', 'The request took too long to arrive. Please try again.'));
  try {
    return await Promise.race([read, promise]);
  } finally {
    deadline.onTimeout = onTimeout;
  }
}
