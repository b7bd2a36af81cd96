import { z } from 'zod';
import { entry, newEntry, waitingList } from '#contract/extras/waiting-list/waiting-list.ts';
import { ENTRY_KEY_HEADER, entryPath } from '#contract/extras/waiting-list/waiting-rules.ts';
import { idParam, text } from '#contract/text.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { ipAddressOf } from '#server/platform/http/ip-address.ts';
import { perMinute } from '#server/platform/http/limits.ts';
import { oneClickRoute } from '#server/platform/http/one-click.ts';
import { emptyLine, readWaitingList, removeEntry } from './entries.service.ts';
import { setEntryCookie } from './entry-keys.service.ts';
import { askToWait, confirmEntry, leaveLine, readEntry } from './joining.service.ts';

const params = z.object({ id: idParam });
const headers = z.looseObject({ [ENTRY_KEY_HEADER]: text(200).default('') });
const nothing = z.null();

/** A visitor's place in line, and the admin's view of the lines. */
export function waitingListRoutes(app: App, ctx: Context): void {
  const config = { rateLimit: perMinute(30) };

  app.post(
    '/api/specimens/:id/waiting-list',
    { config, schema: { params, body: newEntry, response: { 204: nothing } } },
    async (request, reply) => {
      await askToWait(ctx, request.params.id, request.body, ipAddressOf(request));
      return reply.code(204).send(null);
    },
  );

  const byLink = { config, schema: { params, headers, response: { 200: entry } } };
  const calls = [
    ['GET', '/api/waiting-list/:id', readEntry],
    ['POST', '/api/waiting-list/:id/confirmation', confirmEntry],
    ['DELETE', '/api/waiting-list/:id', leaveLine],
  ] as const;
  for (const [method, url, run] of calls) {
    app.route({
      method,
      url,
      ...byLink,
      handler: async (request, reply) => {
        const given = { id: request.params.id, key: request.headers[ENTRY_KEY_HEADER] };
        const found = await run(ctx, given);
        // From now on the browser may buy what is reserved for the entry.
        setEntryCookie(reply, given, ctx.clock.now(), found.offeredUntil);
        return found;
      },
    });
  }

  oneClickRoute(
    app,
    '/api/waiting-list',
    (link) => leaveLine(ctx, link),
    ({ id, key }) => entryPath(id, key),
  );

  const onRequest = requireAdmin(ctx);

  app.get('/api/manage/specimens/:id/waiting-list', { onRequest, schema: { params, response: { 200: waitingList } } }, (request) =>
    readWaitingList(ctx, request.params.id),
  );

  app.delete(
    '/api/manage/specimens/:id/waiting-list',
    { onRequest, schema: { params, response: { 204: nothing } } },
    async (request, reply) => {
      await emptyLine(ctx, request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.delete('/api/manage/waiting-list/:id', { onRequest, schema: { params, response: { 204: nothing } } }, async (request, reply) => {
    await removeEntry(ctx, request.params.id);
    return reply.code(204).send(null);
  });
}
