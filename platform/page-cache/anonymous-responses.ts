import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Problem, problemStatus } from '#core/contract/problems.ts';
import { securityHeaders } from '#platform/http/headers.ts';
import { problemBody } from '#platform/http/problem-responses.ts';
import { type CachedResponse, responseTo, toCached } from './cached-response.ts';
import type { PageCache } from './page-cache.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
): Promise<FastifyReply> {
  const sent = await responseTo(request.raw, cached);
  // Set on every response (`headers.ts`); with a 304 it would replace the policy of the client's
  // copy, which allows what that page has in itself.
  if (sent.status === 304) reply.removeHeader('content-security-policy');
  for (let at = 0; at < sent.head.length; at += 2)
    reply.header(sent.head[at] ?? '', sent.head[at + 1]);
  return reply.code(sent.status).send(sent.body ?? undefined);
}

export const problemResponse = (
  problem: Problem,
  publicUrl: string | null,
): Promise<CachedResponse> =>
  toCached({
    status: problemStatus[problem.code],
    headers: {
      ...securityHeaders(publicUrl),
      'content-type': JSON_TYPE,
      'cache-control': 'no-store',
      ...(problem.details.retryAfter !== undefined && {
        'retry-after': String(problem.details.retryAfter),
      }),
    },
    body: JSON.stringify(problemBody(problem)),
    tags: null,
  });

export type AnonymousResponses = {
  /** With a session cookie, even an expired one, nothing cached is sent. */
  isAnonymous(request: FastifyRequest): boolean;
  /**
   * Makes and caches a missing response.
   * @param schema writes only the fields it names.
   * @param make adds the cache tags of what it reads.
   * @returns the reply, typed as the value that it sends, so a route that sends another than it
   * declares does not compile.
   */
  send<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    { cacheKey, schema }: { cacheKey: string; schema: z.ZodType<T> },
    make: (tags: Set<string>) => Promise<{ value: T; headers?: Record<string, string> }>,
  ): Promise<T>;
};

export function anonymousResponses(
  cache: PageCache,
  publicUrl: string | null,
  sessionCookie: string,
): AnonymousResponses {
  const common = {
    ...securityHeaders(publicUrl),
    'content-type': JSON_TYPE,
    // The browser revalidates each time; no shared cache may store it, since an admin gets another
    // response.
    'cache-control': 'private, no-cache',
  };
  return {
    isAnonymous: ({ headers }) => !headers.cookie?.includes(sessionCookie),
    async send(request, reply, { cacheKey, schema }, make) {
      const cached = await cache.respond(cacheKey, async () => {
        const tags = new Set<string>();
        const { value, headers } = await make(tags);
        const body = JSON.stringify(schema.parse(value));
        return {
          status: 200,
          headers: { ...common, ...headers },
          body,
          tags,
          isAnonymous: true,
          quality: 1,
        };
      });
      return (await sendCached(request, reply, cached)) as never;
    },
  };
}
