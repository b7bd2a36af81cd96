/**
 * Sends what is cached before the framework sees the request. Why:
 * `docs/decisions/0003-router-on-fastify-and-a-page-cache-in-front.md`.
 */
import { createServer, type Server } from 'node:http';
import type { Gate, Handler } from '#platform/http/gate.ts';
import { send } from './cached-response.ts';
import type { PageCache } from './page-cache.ts';

export type PageCacheServerOptions = {
  /** Null: the target has no cache key. A cache key is its own cache key. */
  cacheKeyOf: (target: string) => string | null;
  sessionCookie: string;
  gate: Gate;
};

/** Longer targets are left to the framework, which refuses them. */
const MAX_TARGET_LENGTH = 8 * 1024;

export const pageCacheServer =
  (cache: PageCache, { cacheKeyOf, sessionCookie, gate }: PageCacheServerOptions) =>
  (handler: Handler, options: Record<string, unknown>): Server => {
    const { http, requestTimeout, keepAliveTimeout } = options as {
      http?: object;
      requestTimeout?: number;
      keepAliveTimeout?: number;
    };

    function find(target: string): ReturnType<PageCache['get']> {
      const cached = cache.get(target);
      if (cached) return cached;
      const key = target.length > MAX_TARGET_LENGTH ? null : cacheKeyOf(target);
      return key === null || key === target ? undefined : cache.get(key);
    }

    const settings = { ...http, requestTimeout, keepAliveTimeout };
    const server = createServer(settings, (request, response) => {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const cached = isRead && request.url !== undefined ? find(request.url) : undefined;
      if (cached && !(cached.isAnonymous && request.headers.cookie?.includes(sessionCookie)))
        send(request, response, cached);
      else if (isRead || !gate.take(request, response, handler)) handler(request, response);
    });
    server.on('connection', gate.defer);
    return server;
  };
