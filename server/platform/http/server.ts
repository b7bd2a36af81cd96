/** The HTTP server without features: limits, headers, problems, cookies, the API's description. */
import {
  type FastifyHttpOptions,
  type FastifyServerFactory,
  LogController,
  type onRequestHookHandler,
  type RawServerDefault,
} from 'fastify';
import type { App } from './app-type.ts';
import { registerBodyDeadline } from './body-deadline.ts';
import { limitConnections } from './connections.ts';
import { registerCookies } from './cookies.ts';
import { warnOfUntrustedProxy } from './forwarded.ts';
import { registerHeaders, securityHeaders } from './headers.ts';
import { createInstance } from './instance.ts';
import { networkCheck } from './ip-address.ts';
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
  /** Whose `X-Forwarded-For` is trusted: that of a number of proxies in front, or of these IP addresses and networks. */
  trustProxy: number | string[];
  rateLimits: boolean;
  logLevel: string;
  isOwnOrigin: IsOwnOrigin;
  /** Of IP addresses: loopback. */
  isLoopback: (ipAddress: string) => boolean;
  /** For the whole body of a call that is no upload; default: 15 s. */
  bodyTimeoutMs?: number;
  /** For the head of a request, and without a byte that its client reads; default: 15 s. */
  idleMs?: number;
  /** Counts calls for several processes together. */
  countHit?: CountHit;
  /** The log is read by a person at a terminal. */
  isLogForHumans?: boolean;
  /** Receives the log's lines instead of standard output. */
  writeLog?: (line: string) => void;
  /** Hears of the log's lines, as JSON. */
  hearLog?: (line: string) => void;
  /** The first hook of every request. */
  firstHook?: onRequestHookHandler;
  /** Called where a request failed because the disk is full. */
  onDiskFull?: () => void;
  /** Creates the node:http server around the framework's handler. */
  serverFactory?: FastifyServerFactory;
};

/** Bytes of a request's target and headers together. */
const MAX_HEAD_BYTES = 32 * 1024;

/** A target may be an absolute URL, as proxies are sent it; its host does not matter. */
const pathOf = (target: string): string => /^https?:\/\/[^/?#]*(.*)/i.exec(target)?.[1]?.replace(/^(?!\/)/, '/') ?? target;

/** The framework's form of it: the framework ignores a bare number. */
const trustedProxies = (proxies: number | string[]) =>
  typeof proxies === 'number' ? proxies > 0 && ((_ip: string, hop: number) => hop < proxies) : proxies;

/** Whether an IP address that connects is a proxy's; with a number of proxies, everybody's is. */
const proxyCheck = (proxies: number | string[]) => (typeof proxies === 'number' ? () => proxies > 0 : networkCheck(proxies));

export async function createServer(options: ServerOptions): Promise<App> {
  const { publicUrl, serverFactory, idleMs = IDLE_MS } = options;
  const settings: FastifyHttpOptions<RawServerDefault> = {
    bodyLimit: MAX_BODY_BYTES,
    clientErrorHandler: respondToUnreadable,
    // The framework refuses these before any hook runs.
    frameworkErrors: (error, request, reply) => {
      respondWithError(error, request, reply.headers(securityHeaders(publicUrl)));
    },
    logController: new LogController({ disableRequestLogging: true }),
    logger: logOptions(options.logLevel, options.isLogForHumans ?? false, options.writeLog, options.hearLog),
    // Room for a URL that is too long, so that the error can say so.
    http: { maxHeaderSize: MAX_HEAD_BYTES, headersTimeout: idleMs, connectionsCheckingInterval: idleMs / 3 },
    rewriteUrl: ({ url = '/' }) => pathOf(url),
    // A phone may need long to send a video of 50 MB; headers are due sooner, and other bodies within their own deadline.
    requestTimeout: 30 * 60_000,
    // Open connections are still served while the server closes.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 1_000 },
    trustProxy: trustedProxies(options.trustProxy),
    ...(serverFactory && { serverFactory }),
  };
  const app = createInstance(settings);
  const isProxy = proxyCheck(options.trustProxy);
  limitConnections(app.server, { isShared: (ipAddress) => options.isLoopback(ipAddress) || isProxy(ipAddress) });
  closeIdleConnections(app.server, idleMs);
  if (options.firstHook) app.addHook('onRequest', options.firstHook);
  logResponses(app);
  warnOfUntrustedProxy(app);
  registerHeaders(app, publicUrl);
  registerProblems(app, options.onDiskFull);
  refuseForeignOrigins(app, options.isOwnOrigin, options.port);
  registerBodyDeadline(app, options.bodyTimeoutMs);
  registerJsonBody(app);
  await registerCookies(app, publicUrl?.startsWith('https:') ?? false);
  if (options.rateLimits) await registerLimits(app, options.countHit);
  registerOpenApi(app, publicUrl);
  return app;
}
