/** The server around the framework: sends what is cached before the framework sees the request. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { send } from './cached-response.ts';
import type { PageCache } from './page-cache.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export type PageCacheServerOptions = {
  /** The cache key of a request's target; null if it has none. A cache key is its own cache key. */
  cacheKeyOf: (target: string) => string | null;
  /** Name of the session's cookie. */
  sessionCookie: string;
};

/** Longer targets are left to the framework, which refuses them. */
const MAX_TARGET_LENGTH = 8 * 1024;

/** The framework's server factory; it passes its handler and options. */
export const pageCacheServer =
  (cache: PageCache, { cacheKeyOf, sessionCookie }: PageCacheServerOptions) =>
  (handler: Handler, options: Record<string, unknown>): Server => {
    const { http, requestTimeout, keepAliveTimeout } = options as { http?: object; requestTimeout?: number; keepAliveTimeout?: number };

    function find(target: string): ReturnType<PageCache['get']> {
      const cached = cache.get(target);
      if (cached) return cached;
      const key = target.length > MAX_TARGET_LENGTH ? null : cacheKeyOf(target);
      return key === null || key === target ? undefined : cache.get(key);
    }

    return createServer({ ...http, requestTimeout, keepAliveTimeout }, (request, response) => {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const cached = isRead && request.url !== undefined ? find(request.url) : undefined;
      if (cached && !(cached.isAnonymous && request.headers.cookie?.includes(sessionCookie))) send(request, response, cached);
      else handler(request, response);
    });
  };
