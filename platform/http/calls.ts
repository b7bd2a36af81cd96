import type {
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  RouteOptions,
  RouteShorthandOptions,
} from 'fastify';
import { z } from 'zod';
import type { Call, CallTable, ParamName } from '#core/contract/calls.ts';
import { idParam } from '#core/contract/text.ts';
import type { App } from './app-type.ts';
import { perMinute } from './limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call;
  }
}

type Read<C, Key extends string, Else> = C extends { [K in Key]: infer S extends z.ZodType }
  ? z.output<S>
  : Else;

type Request<Name, C> = FastifyRequest<{
  Params: {
    [P in ParamName<Name>]: C extends { params: infer S } ? Read<S, P, number> : number;
  };
  Querystring: Read<C, 'query', unknown>;
  Headers: Read<C, 'headers', unknown>;
  Body: Read<C, 'body', unknown>;
}>;

type Answered<C> = C extends { response: infer R }
  ? R extends z.ZodType
    ? z.input<R>
    : unknown
  : // biome-ignore lint/suspicious/noConfusingVoidType: a service may return nothing.
    void | null;

type Handle<Name, C> = (
  request: Request<Name, C>,
  reply: FastifyReply,
) => Answered<C> | Promise<Answered<C>>;

type Handler<Name, C> = Handle<Name, C> | (RouteShorthandOptions & { handle: Handle<Name, C> });

export type Handlers<Table extends CallTable> = {
  [Name in keyof Table]: Handler<Name, Table[Name]>;
};

/** @param guard chooses the hooks before a call by its table entry. */
export function registerCalls<Table extends CallTable>(
  app: App,
  table: Table,
  handlers: Handlers<Table>,
  guard: (call: Call) => onRequestAsyncHookHandler[],
): void {
  for (const [name, call] of Object.entries<Call>(table)) {
    const [method = '', url = ''] = name.split(' ');
    const handler = handlers[name as keyof Table] as Handler<string, Call>;
    const { handle, ...route } = typeof handler === 'function' ? { handle: handler } : handler;
    const { confirmed, limit, waits, maxBody, response, status = 200 } = call;
    app.route({
      ...route,
      method,
      url,
      onRequest: [...guard(call), ...[route.onRequest ?? []].flat()],
      schema: { ...schemaOf(url, call), ...route.schema },
      config: {
        ...(confirmed && { secondProof: confirmed }),
        ...(limit !== undefined && { rateLimit: perMinute(limit) }),
        ...(waits !== undefined && { isAdmitted: waits }),
        ...route.config,
        call,
      },
      ...(maxBody !== undefined && { bodyLimit: maxBody }),
      ...(`HEAD ${url}` in table && method === 'GET' && { exposeHeadRoute: false }),
      handler: async (request, reply) => {
        const answer = await handle(request as Parameters<typeof handle>[0], reply);
        if (reply.sent) return reply;
        if (response) {
          reply.code(status);
          return answer;
        }
        return reply.code(204).send(null);
      },
    } as RouteOptions);
  }
}

const paramName = /:(\w+)/g;

function schemaOf(url: string, { params, query, headers, body, response, status }: Call) {
  const names = [...url.matchAll(paramName)].map(([, name = '']) => name);
  const unknown = Object.keys(params ?? {}).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`${url} has no ${unknown.join(', ')}`);
  return {
    ...(names.length > 0 && {
      params: z.object(Object.fromEntries(names.map((name) => [name, params?.[name] ?? idParam]))),
    }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body instanceof z.ZodType && { body }),
    response: response ? { [status ?? 200]: responseSchema(response) } : { 204: z.null() },
  };
}

function responseSchema(response: NonNullable<Call['response']>) {
  if (response instanceof z.ZodType) return response;
  const type = 'file' in response ? response.file : 'application/x-ndjson';
  return { description: response.description, content: { [type]: { schema: z.unknown() } } };
}
