import { renderSVG } from 'uqr';
import { z } from 'zod';
import { codePath } from '#core/contract/catalogue/code-path.ts';
import { idParam } from '#core/contract/text.ts';
import type { Context } from '#core/server/context.ts';
import type { App } from '#platform/http/app-type.ts';

export function codeRoutes(app: App, { config }: Context): void {
  const origin = config.publicUrl ?? `http://localhost:${config.port}`;
  const schema = { hide: true, params: z.object({ id: idParam }) };
  // Answers any number: only the page knows whether there is a piece.
  app.get(codePath(':id'), { schema }, (request, reply) => {
    return reply
      .headers({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' })
      .send(renderSVG(`${origin}/specimen/${request.params.id}`, { border: 3 }));
  });
}
