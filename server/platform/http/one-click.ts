/** Ends what mails were asked for, from the header of such a mail (RFC 8058). */
import { z } from 'zod';
import type { KeyedLink } from '#contract/messages/keyed-links.ts';
import { idParam, text } from '#contract/text.ts';
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
 * Adds `POST url/:id/end?key=…`, by which mail programs end it at once, and the same with GET for those that only open it in a browser, as scanners of mails do:
 * it leads to the page where it is ended, and changes nothing.
 * @param end throws where there is no such link. @param pageOf the path of that page.
 */
export function oneClickRoute(
  app: App,
  url: string,
  end: (link: KeyedLink) => Promise<unknown>,
  pageOf: (link: KeyedLink) => string,
): void {
  const config = { rateLimit: perMinute(30) };
  // The key is in the URL that the mail's header gives, the body says only that it is one click.
  app.register(async (scope: App) => {
    scope.addContentTypeParser(['application/x-www-form-urlencoded', 'multipart/form-data'], (_request, payload, done) => {
      payload.resume();
      done(null, null);
    });
    scope.post(`${url}/:id/end`, { config, schema: { ...schema, response: { 204: z.null() } } }, async (request, reply) => {
      await end({ id: request.params.id, key: request.query.key });
      return reply.code(204).send(null);
    });
    scope.get(`${url}/:id/end`, { config, schema: { ...schema, response: { 302: z.null() } } }, (request, reply) => {
      void reply.redirect(pageOf({ id: request.params.id, key: request.query.key }));
    });
  });
}

/** Its URL for a link, as a path of the site. */
export const oneClickPath = (url: string, { id, key }: KeyedLink): string => `${url}/${id}/end?key=${key}`;
