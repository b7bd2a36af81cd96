/** The server around the framework: answers what is kept before the framework sees the request. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { send } from './cached-response.ts';
import type { PageCache } from './page-cache.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export type PageCacheServerOptions = {
  /** The address under which the answer to a request's target is kept; null where none is. Gives a kept address itself back. */
  addressOf: (target: string) => string | null;
  /** Name of the cookie of a session. */
  sessionCookie: string;
};

/** Longer targets are the framework's to refuse. */
const MAX_TARGET_LENGTH = 8 * 1024;

/** A factory for the framework, which gives its handler and its own options. */
export const pageCacheServer =
  (cache: PageCache, { addressOf, sessionCookie }: PageCacheServerOptions) =>
  (handler: Handler, options: Record<string, unknown>): Server => {
    const { http, requestTimeout, keepAliveTimeout } = options as { http?: object; requestTimeout?: number; keepAliveTimeout?: number };

    function find(target: string): ReturnType<PageCache['get']> {
      const answer = cache.get(target);
      if (answer) return answer;
      const address = target.length > MAX_TARGET_LENGTH ? null : addressOf(target);
      return address === null || address === target ? undefined : cache.get(address);
    }

    return createServer({ ...http, requestTimeout, keepAliveTimeout }, (request, response) => {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const answer = isRead && request.url !== undefined ? find(request.url) : undefined;
      if (answer && !(answer.isForVisitors && request.headers.cookie?.includes(sessionCookie))) send(request, response, answer);
      else handler(request, response);
    });
  };
