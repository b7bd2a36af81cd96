import { setTimeout } from 'node:timers/promises';
import type { Context } from '#core/server/context.ts';
import { areTablesNarrowed, migrationNames } from '#platform/db/migrate.ts';
import type { App } from '#platform/http/app-type.ts';
import { DATABASE_AWAY } from '#platform/http/problem-responses.ts';
import { pingDatabase } from './operations.queries.ts';

const probePaths = ['/livez', '/healthz', '/readyz', '/degradedz'] as const;
type ProbePath = (typeof probePaths)[number];

export const isProbe = (path: string): boolean => (probePaths as readonly string[]).includes(path);

const DATABASE_TIMEOUT_MS = 2_000;
/** A later answer is for the next probe: a load balancer must hear soon. */
const SOON_MS = 300;

const NEWER =
  'a newer version has changed the tables so that this one cannot use them: stop this process, and start the newer version in its place';

/**
 * `/livez` (formerly `/healthz`): 200 while the process lives. `/readyz`: 503 once the process is
 * closing, or a newer version has narrowed the tables, which this one would misread; for nothing
 * else, since a load balancer that drops it takes its cached pages from visitors too. `/degradedz`:
 * 503 with what is unavailable, for alarms.
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
      return problem === null
        ? reply.send(well)
        : reply.status(503).header('retry-after', 5).send(problem);
    });
  probe('/livez', async () => null, 'ok');
  probe('/healthz', async () => null, 'ok');
  const known = migrationNames();
  const isNarrowed = latest(() => areTablesNarrowed(ctx.db, known), false);
  const tablesProblem = async () => ((await isNarrowed()) ? NEWER : null);
  const database = databaseProbe(ctx);
  const written = latest(ctx.writeProblem, null);
  const roomProblem = () => (ctx.room.missingSince() === null ? null : 'the disk is almost full');
  probe('/readyz', async () => (isClosing ? 'closing' : tablesProblem()), 'ready');
  probe(
    '/degradedz',
    async () => (await database()) ?? (await tablesProblem()) ?? (await written()) ?? roomProblem(),
    'ok',
  );
}

/** Asks one thing at a time; returns the last answer if the next takes too long. */
function latest<Answer>(ask: () => Promise<Answer>, first: Answer): () => Promise<Answer> {
  let answer = first;
  let asking: Promise<void> | null = null;
  return async () => {
    asking ??= ask()
      .then((given) => {
        answer = given;
      })
      .finally(() => {
        asking = null;
      });
    await Promise.race([asking, setTimeout(SOON_MS, undefined, { ref: false })]);
    return answer;
  };
}

/** Probes one at a time: probes of a frozen database must not take the connections of visitors. */
function databaseProbe({ db }: Context): () => Promise<string | null> {
  let asked: Promise<string | null> | null = null;
  return () => {
    if (asked) return asked;
    const slow = setTimeout(DATABASE_TIMEOUT_MS, 'the database is slow', { ref: false });
    const ping = pingDatabase(db)
      .then(() => null)
      .catch(() => DATABASE_AWAY)
      .finally(() => {
        asked = null;
      });
    asked = Promise.race([ping, slow]);
    return asked;
  };
}
