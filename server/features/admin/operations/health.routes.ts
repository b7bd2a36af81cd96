import { setTimeout } from 'node:timers/promises';
import type { Context } from '#server/context.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { DATABASE_AWAY } from '#server/platform/http/problem-responses.ts';
import { pingDatabase } from './operations.queries.ts';

const probePaths = ['/livez', '/healthz', '/readyz', '/degradedz'] as const;
type ProbePath = (typeof probePaths)[number];

export const isProbe = (path: string): boolean => (probePaths as readonly string[]).includes(path);

const DATABASE_TIMEOUT_MS = 2_000;

/**
 * Three probes. `/livez` (and `/healthz`, its older name) returns 200 while the process lives. `/readyz` returns 503 only once the process is
 * closing: a load balancer that dropped it for anything else would take its cached pages from visitors too. `/degradedz` returns 503 and names
 * what is unavailable, for alarms.
 */
export function healthRoutes(app: App, ctx: Context): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const options = { logLevel: 'silent', schema: { hide: true } } as const;
  const probe = (path: ProbePath, problemOf: () => Promise<string | null>, well: string) =>
    app.get(path, options, async (_request, reply) => {
      const problem = await problemOf();
      reply.header('cache-control', 'no-store').type('text/plain');
      return problem === null ? reply.send(well) : reply.status(503).header('retry-after', 5).send(problem);
    });
  probe('/livez', async () => null, 'ok');
  probe('/healthz', async () => null, 'ok');
  probe('/readyz', async () => (isClosing ? 'closing' : null), 'ready');
  probe('/degradedz', databaseProbe(ctx), 'ok');
}

/** Asks the database one thing at a time: probes of one that is frozen must not take the connections of its visitors. */
function databaseProbe({ db }: Context): () => Promise<string | null> {
  let latest: { problem: Promise<string | null>; isOver: boolean } | null = null;
  return () => {
    if (latest && !latest.isOver) return latest.problem;
    const slow = setTimeout(DATABASE_TIMEOUT_MS, 'the database is slow', { ref: false });
    const ping = pingDatabase(db).then(
      () => null,
      () => DATABASE_AWAY,
    );
    const asked = { problem: Promise.race([ping, slow]), isOver: false };
    void ping.then(() => {
      asked.isOver = true;
    });
    latest = asked;
    return asked.problem;
  };
}
