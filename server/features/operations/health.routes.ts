import { setTimeout } from 'node:timers/promises';
import type { Context } from '#server/context.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { pingDatabase } from './operations.queries.ts';

const DATABASE_TIMEOUT_MS = 2_000;

/**
 * GET /healthz answers 200 while the process lives. GET /readyz answers 200 only while the process should get new work: not while the
 * database is away, nor once the process is closing. It ignores the media store: pages work without it, and no other process has it either.
 */
export function healthRoutes(app: App, ctx: Context): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const options = { logLevel: 'silent', schema: { hide: true } } as const;
  app.get('/healthz', options, async (_request, reply) => reply.type('text/plain').send('ok'));
  app.get('/readyz', options, async (_request, reply) => {
    const problem = isClosing ? 'closing' : await databaseProblem(ctx);
    reply.header('cache-control', 'no-store').type('text/plain');
    return problem === null ? reply.send('ready') : reply.status(503).header('retry-after', 5).send(problem);
  });
}

async function databaseProblem({ db }: Context): Promise<string | null> {
  const slow = setTimeout(DATABASE_TIMEOUT_MS, 'the database is slow', { ref: false });
  const ping = pingDatabase(db).then(
    () => null,
    () => 'the database is away',
  );
  return Promise.race([ping, slow]);
}
