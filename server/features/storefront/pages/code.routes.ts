/** The QR code of a specimen's page, which its print carries. */
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { codePath } from '#contract/catalogue/code-path.ts';
import { idParam } from '#contract/text.ts';
import type { Context } from '#server/context.ts';
import type { App } from '#server/platform/http/app-type.ts';

export function codeRoutes(app: App, { config }: Context): void {
  const origin = config.publicUrl ?? `http://localhost:${config.port}`;
  const schema = { hide: true, params: z.object({ id: idParam }) };
  // Of any number: whether there is a piece, its page alone says.
  app.get(codePath(':id'), { schema }, (request, reply) => {
    return reply
      .headers({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' })
      .send(renderSVG(`${origin}/specimen/${request.params.id}`, { border: 3 }));
  });
}
