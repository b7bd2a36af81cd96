import type { RouteOptions } from 'fastify';
import type { App } from './app-type.ts';
import { cookieName } from './cookies.ts';
import { createInstance } from './instance.ts';

/** What of a route its description is made of. */
type Described = Pick<RouteOptions, 'method' | 'url' | 'schema'>;

/** GET /api/openapi.json: the description of every route, generated from its schemas. Register it before any route. */
export function registerOpenApi(app: App, publicUrl: string | null): void {
  const routes: Described[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (method !== 'HEAD') routes.push({ method, url, ...(schema && { schema }) });
  });
  let description: Promise<unknown> | undefined;
  app.get('/api/openapi.json', { schema: { hide: true } }, () => {
    description ??= describeRoutes(routes, publicUrl);
    return description;
  });
}

/** Few ask for it: the library, which takes long to load, is loaded for the first, and sees the routes on an instance of its own. */
async function describeRoutes(routes: Described[], publicUrl: string | null): Promise<unknown> {
  const [{ default: swagger }, { jsonSchemaTransform }] = await Promise.all([
    import('@fastify/swagger'),
    import('fastify-type-provider-zod'),
  ]);
  const described = createInstance({ exposeHeadRoutes: false });
  await described.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Druse', description: 'The API of the shop.', version: '1' },
      servers: [{ url: publicUrl ?? '/' }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: cookieName('druse_session', publicUrl?.startsWith('https:') ?? false) },
        },
      },
    },
    transform: jsonSchemaTransform,
  });
  for (const route of routes) described.route({ ...route, handler: () => {} });
  await described.ready();
  return described.swagger();
}
