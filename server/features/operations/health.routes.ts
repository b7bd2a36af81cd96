import { setTimeout } from 'node:timers/promises';
import type { Context } from '#server/context.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { askForNothing } from './operations.queries.ts';

const DATABASE_MS = 2_000;

/**
 * GET /healthz answers while the process lives. GET /readyz answers 200 only where new work should come here: not while the database is away,
 * nor once the process is closing. The media store is none of its business: pages go on without it, and every process would be without it.
 */
export function healthRoutes(app: App, ctx: Context): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const options = { logLevel: 'silent', schema: { hide: true } } as const;
  app.get('/healthz', options, async (_request, reply) => reply.type('text/plain').send('ok'));
  app.get('/readyz', options, async (_request, reply) => {
    const trouble = isClosing ? 'closing' : await databaseTrouble(ctx);
    reply.header('cache-control', 'no-store').type('text/plain');
    return trouble === null ? reply.send('ready') : reply.status(503).header('retry-after', 5).send(trouble);
  });
}

async function databaseTrouble({ db }: Context): Promise<string | null> {
  const slow = setTimeout(DATABASE_MS, 'the database is slow', { ref: false });
  const asked = askForNothing(db).then(
    () => null,
    () => 'the database is away',
  );
  return Promise.race([asked, slow]);
}
