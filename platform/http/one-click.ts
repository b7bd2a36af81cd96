/** Ends what a mail was asked for, by its header (RFC 8058). */
import { z } from 'zod';
import type { KeyedLink } from '#core/contract/messages/keyed-links.ts';
import { idParam, text } from '#core/contract/text.ts';
import type { App } from './app-type.ts';
import { perMinute } from './limits.ts';

const schema = {
  params: z.object({ id: idParam }),
  querystring: z.object({
    key: text(200)
      .regex(/^[\w-]*$/)
      .default(''),
  }),
};

/**
 * Mail programs POST to `url/:id/end?key=…`. Its GET, which browsers and mail scanners open, leads
 * to the page where it is ended, and changes nothing.
 * @param end throws where there is no such link.
 * @param pageOf the path of that page.
 */
export function oneClickRoute(
  app: App,
  url: string,
  end: (link: KeyedLink) => Promise<unknown>,
  pageOf: (link: KeyedLink) => string,
): void {
  const config = { rateLimit: perMinute(30) };
  // The mail's header gives the key in the URL; the body says only that it is one click.
  app.register(async (scope: App) => {
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      (_request, payload, done) => {
        payload.resume();
        done(null, null);
      },
    );
    scope.post(
      `${url}/:id/end`,
      { config, schema: { ...schema, response: { 204: z.null() } } },
      async (request, reply) => {
        await end({ id: request.params.id, key: request.query.key });
        return reply.code(204).send(null);
      },
    );
    scope.get(
      `${url}/:id/end`,
      { config, schema: { ...schema, response: { 302: z.null() } } },
      (request, reply) => {
        void reply.redirect(pageOf({ id: request.params.id, key: request.query.key }));
      },
    );
  });
}

/** A path of the site. */
export const oneClickPath = (url: string, { id, key }: KeyedLink): string =>
  `${url}/${id}/end?key=${key}`;
