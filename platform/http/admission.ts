/**
 * Few requests at once do uncached work; the others wait in turns of their IP addresses, or are
 * asked to come back. Between any two the event loop is free for probes and cached responses. Why:
 * `docs/decisions/0034-admission-control.md`.
 */

import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type {
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  RouteHandlerMethod,
  RouteOptions,
} from 'fastify';
import { MINUTE_MS } from '#core/contract/durations.ts';
import { type CachedResponse, send } from '#platform/page-cache/cached-response.ts';
import type { App } from './app-type.ts';
import { startBodyDeadline } from './body-deadline.ts';
import { tokenOf } from './cookies.ts';
import { createDoor } from './door.ts';
import { ipAddressOf } from './ip-address.ts';
import { createLane, type Lane, type LaneLimits } from './lane.ts';

const VISITORS = { running: 3, waiting: 100, waitMs: 3_000 };
/** One at a time, ahead of everything uncached. */
const LOST = { running: 1, waiting: 100, waitMs: 3_000 };
/** What a household's browsers need, a third of the queue at most. */
const EACH = 32;
/** No flood keeps the admin out, nor one who merely claims to be the admin. */
const ADMINS = { running: 2, waiting: 100, waitMs: 10_000 };
/** Streams are made while they are read, as long as their readers take. */
const STREAMS = { running: 6, waiting: 0, waitMs: 3_000 };
const STREAMS_EACH = 3;
const MAX_CHECKS = 8;
const MAX_KNOWN_ADMINS = 100;
const KNOWN_MS = 5 * MINUTE_MS;

export type AdmissionOptions = {
  sessionCookie: string;
  isAdmin: (request: FastifyRequest) => Promise<boolean>;
  isFree: (url: string) => boolean;
  /** These routes do no work for visitors: they ask first whether the admin calls. */
  isForAdmin: (route: RouteOptions) => boolean;
  /** Requests with the same key share one response, and one admission; null: each needs its own. */
  sharedKeyOf: (request: FastifyRequest) => string | null;
  isLost: (key: string) => boolean;
  /** Claims the response that a change dropped. */
  takeLost: (key: string) => boolean;
  hasBudgets: boolean;
  /** The response where the queue is full; undefined where it is not ready. */
  refusalOf: (target: string) => CachedResponse | undefined;
};

export type Admission = {
  /**
   * As the first hook, refuses most of a flood at a small part of what a framework error costs. A
   * connection waits until those before it have been dealt with, probes too.
   */
  refuse: onRequestHookHandler;
  /**
   * Applies to later routes: those of GET, those with a rate limit, and those whose `config` says
   * so. A refusal is 503 with Retry-After.
   */
  register: (app: App) => void;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Default: GET, unless free, and what visitors send. Admins' files may take an hour to arrive.
     */
    isAdmitted?: boolean;
    lane?: OwnLane;
  }
}

export type OwnLane = Omit<LaneLimits, 'each'>;

export function createAdmission(options: AdmissionOptions): Admission {
  const {
    isAdmin,
    isFree,
    isForAdmin,
    sharedKeyOf,
    isLost,
    takeLost,
    hasBudgets,
    sessionCookie,
    refusalOf,
  } = options;
  const each = hasBudgets ? EACH : Number.POSITIVE_INFINITY;
  const streamsEach = hasBudgets ? STREAMS_EACH : Number.POSITIVE_INFINITY;
  const lost: Lane = createLane({ ...LOST, each });
  const visitors: Lane = createLane({ ...VISITORS, each }, lost);
  const ownLanes = new Map<OwnLane, Lane>();
  const door = createDoor();
  const admins: Lane = createLane({ ...ADMINS, each: Number.POSITIVE_INFINITY });
  const streams: Lane = createLane({ ...STREAMS, each: streamsEach });
  const adminStreams: Lane = createLane({ ...STREAMS, each: Number.POSITIVE_INFINITY });
  const isKnownAdmin = adminCheck(sessionCookie, isAdmin);
  const releases = new WeakMap<FastifyRequest, () => void>();
  const wrapped = new WeakSet<RouteHandlerMethod>();
  const shared = new Map<string, Promise<() => void>>();
  const known = new WeakSet<Socket>();

  const isRead = ({ method }: { method: string }) => method === 'GET' || method === 'HEAD';
  const keyOf = (request: FastifyRequest) => (isRead(request) ? sharedKeyOf(request) : null);

  function laneOf({ routeOptions: { config } }: FastifyRequest): Lane {
    if (!config.lane) return visitors;
    const lane = ownLanes.get(config.lane) ?? createLane({ ...config.lane, each });
    ownLanes.set(config.lane, lane);
    return lane;
  }

  async function enter(request: FastifyRequest): Promise<() => void> {
    if (await isKnownAdmin(request)) return admins.enter('');
    const key = keyOf(request);
    const client = ipAddressOf(request);
    if (key === null) return laneOf(request).enter(client);
    const before = shared.get(key);
    if (before) {
      await before;
      return () => {};
    }
    const entering = (!lost.refuses(client) && takeLost(key) ? lost : visitors).enter(client);
    shared.set(key, entering);
    // The key may stand for a later admission by the time this one is ended once more.
    const end = () => {
      if (shared.get(key) === entering) shared.delete(key);
    };
    const release = await entering.catch((error: unknown) => {
      end();
      throw error;
    });
    return () => {
      end();
      release();
    };
  }

  const admitted = (handler: RouteHandlerMethod): RouteHandlerMethod =>
    async function (this: App, request: FastifyRequest, reply: FastifyReply) {
      const release = await enter(request);
      releases.set(request, release);
      try {
        // Who has gone meanwhile needs no response.
        if (reply.raw.destroyed) return reply.hijack();
        return await handler.call(this, request, reply);
      } finally {
        release();
      }
    } as RouteHandlerMethod;

  function defer(): void {
    for (const place of [door, visitors, admins, ...ownLanes.values()]) place.defer();
  }

  const refuse: onRequestHookHandler = (request, reply, next) => {
    const { raw, routeOptions } = request;
    if (!known.has(raw.socket)) {
      known.add(raw.socket);
      defer();
    }
    // Only the session tells an admin.
    if (!routeOptions.config.isAdmitted || raw.headers.cookie?.includes(sessionCookie))
      return next();
    const enter = () => {
      const refusal = laneOf(request).refuses(ipAddressOf(request))
        ? refusalFor(request)
        : undefined;
      if (!refusal) return next();
      reply.hijack();
      // Nothing else limits how long the rest of the body takes.
      startBodyDeadline(raw);
      send(raw, reply.raw, refusal);
    };
    // Reading a body costs time; cached pages must not wait for thousands of them.
    if (!isRead(request)) door.pass(enter);
    else enter();
  };

  /** Undefined where others wait for the same response, or it has priority. */
  function refusalFor(request: FastifyRequest): CachedResponse | undefined {
    const key = keyOf(request);
    return key !== null && (shared.has(key) || isLost(key)) ? undefined : refusalOf(request.url);
  }

  async function enterStream(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: Readable,
  ): Promise<void> {
    releases.delete(request);
    const lane = (await isKnownAdmin(request)) ? adminStreams : streams;
    try {
      const end = await lane.enter(ipAddressOf(request));
      if (reply.raw.destroyed) end();
      else reply.raw.once('close', end);
    } catch (error) {
      payload.destroy();
      throw error;
    }
  }

  function register(app: App): void {
    // Its request may follow in a later round, when others stand behind it.
    app.server.on('connection', defer);
    app.addHook('onRoute', (route) => {
      const isSentByVisitors = route.config?.rateLimit !== undefined && !isForAdmin(route);
      const reads = [route.method].flat().every((method) => isRead({ method }));
      const isAdmitted =
        route.config?.isAdmitted ?? ((reads || isSentByVisitors) && !isFree(route.url));
      if (!isAdmitted) return;
      route.config = { ...route.config, isAdmitted };
      if (wrapped.has(route.handler)) return;
      route.handler = admitted(route.handler);
      wrapped.add(route.handler);
    });

    // The work is done before the response is sent; only a stream goes on working.
    app.addHook('onSend', async (request, reply, payload) => {
      const release = releases.get(request);
      if (!release) return payload;
      if (payload instanceof Readable) await enterStream(request, reply, payload);
      release();
      return payload;
    });
  }

  return { refuse, register };
}

/** Guesses cheaply whether an admin is logged in. It decides about waiting, never about rights. */
function adminCheck(
  sessionCookie: string,
  isAdmin: AdmissionOptions['isAdmin'],
): (request: FastifyRequest) => Promise<boolean> {
  const known = new Map<string, number>();
  let checks = 0;
  return async (request) => {
    const token = tokenOf(request, sessionCookie);
    if (token === null) return false;
    if ((known.get(token) ?? 0) > performance.now()) return true;
    // Made-up tokens must not become a flood of queries.
    if (checks >= MAX_CHECKS) return false;
    checks += 1;
    try {
      if (!(await isAdmin(request))) return false;
    } catch {
      return false;
    } finally {
      checks -= 1;
    }
    const [oldest] = known.keys();
    if (known.size >= MAX_KNOWN_ADMINS && oldest !== undefined) known.delete(oldest);
    known.delete(token);
    known.set(token, performance.now() + KNOWN_MS);
    return true;
  };
}
