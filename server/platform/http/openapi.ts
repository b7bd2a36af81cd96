import swagger from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { App } from './app-type.ts';
import { cookieName } from './cookies.ts';

/** GET /api/openapi.json: the description of every route, generated from its schemas. Register it before any route. */
export async function registerOpenApi(app: App, publicUrl: string | null): Promise<void> {
  await app.register(swagger, {
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
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
