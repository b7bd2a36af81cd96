import {
  type FastifyHttpOptions,
  type FastifyServerFactory,
  LogController,
  type onRequestHookHandler,
  type RawServerDefault,
} from 'fastify';
import { MINUTE_MS } from '#core/contract/durations.ts';
import type { App } from './app-type.ts';
import { registerBodyDeadline } from './body-deadline.ts';
import { limitConnections } from './connections.ts';
import { registerCookies } from './cookies.ts';
import { proxyCheck, warnOfUntrustedProxy } from './forwarded.ts';
import { registerHeaders, securityHeaders } from './headers.ts';
import { createInstance } from './instance.ts';
import { MAX_BODY_BYTES, registerJsonBody } from './json-body.ts';
import { type CountHit, registerLimits } from './limits.ts';
import { logOptions, logResponses } from './logging.ts';
import { registerOpenApi } from './openapi.ts';
import { type IsOwnOrigin, refuseForeignOrigins } from './origin.ts';
import { registerProblems, respondToUnreadable, respondWithError } from './problem-responses.ts';
import { closeIdleConnections, IDLE_MS } from './slow-readers.ts';

export type ServerOptions = {
  publicUrl: string | null;
  port: number;
  /** Trusts `X-Forwarded-For` from this many proxies, or from these IP addresses and networks. */
  trustProxy: number | string[];
  rateLimits: boolean;
  logLevel: string;
  isOwnOrigin: IsOwnOrigin;
  isLoopback: (ipAddress: string) => boolean;
  /** For the whole body of a call that is no upload; default: 15 s. */
  bodyTimeoutMs?: number;
  /** For the head of a request, and without a byte that its client reads; default: 15 s. */
  idleMs?: number;
  countHit?: CountHit;
  isLogForHumans?: boolean;
  writeLog?: (line: string) => void;
  hearLog?: (line: string) => void;
  firstHook?: onRequestHookHandler;
  onDiskFull?: () => void;
  serverFactory?: FastifyServerFactory;
};

/** Bytes of a request's target and headers together. */
const MAX_HEAD_BYTES = 32 * 1024;

/** A target may be an absolute URL, as proxies are sent it; its host does not matter. */
const pathOf = (target: string): string =>
  /^https?:\/\/[^/?#]*(.*)/i.exec(target)?.[1]?.replace(/^(?!\/)/, '/') ?? target;

export async function createServer(options: ServerOptions): Promise<App> {
  const { publicUrl, serverFactory, idleMs = IDLE_MS } = options;
  const isProxy = proxyCheck(options.trustProxy);
  const settings: FastifyHttpOptions<RawServerDefault> = {
    bodyLimit: MAX_BODY_BYTES,
    clientErrorHandler: respondToUnreadable,
    // The framework refuses these before any hook runs.
    frameworkErrors: (error, request, reply) => {
      respondWithError(error, request, reply.headers(securityHeaders(publicUrl)));
    },
    logController: new LogController({ disableRequestLogging: true }),
    logger: logOptions(
      options.logLevel,
      options.isLogForHumans ?? false,
      options.writeLog,
      options.hearLog,
    ),
    // Room for a URL that is too long, so the error can say so.
    http: {
      maxHeaderSize: MAX_HEAD_BYTES,
      headersTimeout: idleMs,
      connectionsCheckingInterval: idleMs / 3,
    },
    rewriteUrl: ({ url = '/' }) => pathOf(url),
    // A phone may need long to send a video of 50 MB; other bodies have their own deadline.
    requestTimeout: 30 * MINUTE_MS,
    // Open connections are still served while the server closes.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 1_000 },
    trustProxy: options.trustProxy === 0 ? false : isProxy,
    ...(serverFactory && { serverFactory }),
  };
  const app = createInstance(settings);
  limitConnections(app.server, {
    isShared: (ipAddress) => options.isLoopback(ipAddress) || isProxy(ipAddress, 0),
  });
  closeIdleConnections(app.server, idleMs);
  if (options.firstHook) app.addHook('onRequest', options.firstHook);
  logResponses(app);
  warnOfUntrustedProxy(app);
  registerHeaders(app, publicUrl);
  registerProblems(app, options.onDiskFull);
  refuseForeignOrigins(app, options.isOwnOrigin, options.port);
  registerBodyDeadline(app, options.bodyTimeoutMs);
  registerJsonBody(app);
  await registerCookies(app, options);
  if (options.rateLimits) await registerLimits(app, options.countHit);
  registerOpenApi(app, options);
  return app;
}
