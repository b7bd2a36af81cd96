/** What is kept, sent by the framework's routes; and calls of the API whose answers are kept for visitors. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { securityHeaders } from '#server/platform/http/headers.ts';
import { answerTo, type CachedResponse } from './cached-response.ts';
import type { PageCache } from './page-cache.ts';

/** @param status where it is not the answer's own. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedResponse,
  status?: number,
): Promise<FastifyReply> {
  const sent = await answerTo(request.raw, answer, status);
  for (let at = 0; at < sent.head.length; at += 2) reply.header(sent.head[at] ?? '', sent.head[at + 1]);
  return reply.code(sent.status).send(sent.body ?? undefined);
}

export type AnonymousResponses = {
  /** Whoever comes with a session, even with one that has ended, gets nothing that is kept. */
  isVisitor(request: FastifyRequest): boolean;
  /**
   * Answers with what is kept under the address, or with what `make` makes for the next ones too.
   * @param schema writes only what it names. @param make notes the tags of what it reads.
   */
  send<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    { address, schema }: { address: string; schema: z.ZodType<T> },
    make: (tags: Set<string>) => Promise<{ value: T; headers?: Record<string, string> }>,
  ): Promise<FastifyReply>;
};

export function anonymousResponses(cache: PageCache, publicUrl: string | null, sessionCookie: string): AnonymousResponses {
  const common = {
    ...securityHeaders(publicUrl),
    'content-type': 'application/json; charset=utf-8',
    // A browser asks whether it is still so each time; no cache between may keep it, since the owner's answer is another one.
    'cache-control': 'private, no-cache',
  };
  return {
    isVisitor: ({ headers }) => !headers.cookie?.includes(sessionCookie),
    async send(request, reply, { address, schema }, make) {
      const answer = await cache.answer(address, async () => {
        const tags = new Set<string>();
        const { value, headers } = await make(tags);
        const body = JSON.stringify(schema.parse(value));
        return { status: 200, headers: { ...common, ...headers }, body, tags, isForVisitors: true, quality: 1 };
      });
      return sendCached(request, reply, answer);
    },
  };
}
