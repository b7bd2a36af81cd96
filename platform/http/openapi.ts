import type { RouteOptions } from 'fastify';
import type { App } from './app-type.ts';
import { type CookieOrigin, cookieNaming } from './cookies.ts';
import { createInstance } from './instance.ts';

type Described = Pick<RouteOptions, 'method' | 'url' | 'schema'>;

/**
 * Describes every route from its schemas at GET /api/openapi.json. Register it before any route.
 */
export function registerOpenApi(app: App, origin: CookieOrigin): void {
  const routes: Described[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (method !== 'HEAD') routes.push({ method, url, ...(schema && { schema }) });
  });
  let description: Promise<unknown> | undefined;
  app.get('/api/openapi.json', { schema: { hide: true } }, () => {
    description ??= describeRoutes(routes, origin);
    return description;
  });
}

/** Few ask for it, so the slow library is loaded for the first. */
async function describeRoutes(routes: Described[], origin: CookieOrigin): Promise<unknown> {
  const [{ default: swagger }, { jsonSchemaTransform }] = await Promise.all([
    import('@fastify/swagger'),
    import('fastify-type-provider-zod'),
  ]);
  const described = createInstance({ exposeHeadRoutes: false });
  await described.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Druse', description: 'The API of the shop.', version: '1' },
      servers: [{ url: origin.publicUrl ?? '/' }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: cookieNaming(origin).nameOf('druse_session'),
          },
        },
      },
    },
    transform: jsonSchemaTransform,
  });
  for (const route of routes) described.route({ ...route, handler: () => {} });
  await described.ready();
  return described.swagger();
}
