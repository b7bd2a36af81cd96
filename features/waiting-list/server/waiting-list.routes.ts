import type { FastifyReply } from 'fastify';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { waitingListCalls } from '#features/waiting-list/contract/waiting-list-calls.ts';
import { ENTRY_KEY_HEADER, entryPath } from '#features/waiting-list/contract/waiting-rules.ts';
import type { App } from '#platform/http/app-type.ts';
import { ipAddressOf } from '#platform/http/ip-address.ts';
import { oneClickRoute } from '#platform/http/one-click.ts';
import { emptyLine, readWaitingList, removeEntry } from './entries.service.ts';
import { setEntryCookie } from './entry-keys.service.ts';
import { askToWait, confirmEntry, leaveLine, readEntry } from './joining.service.ts';

export function waitingListRoutes(app: App, ctx: Context): void {
  const byLink =
    (run: typeof readEntry) =>
    async (
      request: { params: { id: number }; headers: { [ENTRY_KEY_HEADER]: string } },
      reply: FastifyReply,
    ) => {
      const given = { id: request.params.id, key: request.headers[ENTRY_KEY_HEADER] };
      const found = await run(ctx, given);
      // From now on the browser may buy what is reserved for the entry.
      setEntryCookie(reply, given, ctx.clock.now(), found.offeredUntil);
      return found;
    };

  addCalls(app, ctx, waitingListCalls, {
    'POST /api/specimens/:id/waiting-list': (request) =>
      askToWait(ctx, request.params.id, request.body, ipAddressOf(request)),
    'GET /api/waiting-list/:id': byLink(readEntry),
    'POST /api/waiting-list/:id/confirmation': byLink(confirmEntry),
    'DELETE /api/waiting-list/:id': byLink(leaveLine),
    'GET /api/manage/specimens/:id/waiting-list': ({ params: { id } }) => readWaitingList(ctx, id),
    'DELETE /api/manage/specimens/:id/waiting-list': ({ params: { id } }) => emptyLine(ctx, id),
    'DELETE /api/manage/waiting-list/:id': ({ params: { id } }) => removeEntry(ctx, id),
  });

  oneClickRoute(
    app,
    '/api/waiting-list',
    (link) => leaveLine(ctx, link),
    ({ id, key }) => entryPath(id, key),
  );
}
