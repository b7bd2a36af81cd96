import { Readable } from 'node:stream';
import { z } from 'zod';
import { Problem } from '#core/contract/problems.ts';
import { activityOf, type Requester } from '#core/server/admin/auth/activity.service.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { copiesCalls, restoreCalls } from '#features/copies/contract/copies-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { allowSlowBodies } from '#platform/http/body-deadline.ts';
import { hangDoor } from './closing.service.ts';

const load = () => import('./copies.service.ts');

export function copyRoutes(app: App, ctx: Context): void {
  app.addHook('onClose', async () => (await import('./copy-state.service.ts')).stopCopies(ctx));
  hangDoor(app, ctx);
  const read = async () => (await load()).readCopies(ctx);

  addCalls(app, ctx, copiesCalls, {
    'GET /api/manage/copies': read,
    'PUT /api/manage/copies': async (request) => {
      await (await load()).savePlan(ctx, request.body, request);
      return read();
    },
    'POST /api/manage/copies/places': async (request) => {
      await (await load()).addPlace(ctx, request.body, request);
      return read();
    },
    'DELETE /api/manage/copies/places/:id': async (request) => {
      await (await load()).removePlace(ctx, request.params.id, request);
      return read();
    },
    'POST /api/manage/copies/now': async () => {
      await (await load()).copyNow(ctx, false);
      return read();
    },
    'POST /api/manage/copies/proof': async () => {
      await (await load()).copyNow(ctx, true);
      return read();
    },
    'POST /api/manage/copies/key': async () => (await import('./key.service.ts')).makeKey(ctx),
    'PUT /api/manage/copies/key': async (request) => {
      await proveAndPlan(ctx, request.body.typed, request);
      return read();
    },
  });
  restoreRoutes(app, ctx);
}

const EXPECTED_BODY = 'The body must be a backup’s file (Content-Type: application/octet-stream).';

function restoreRoutes(app: App, ctx: Context): void {
  const restoring = () => import('./restoring.service.ts');
  const { 'POST /api/manage/restore/file': fileCall, ...calls } = restoreCalls;
  app.addHook('onClose', async () => (await import('./sent-backup.service.ts')).forgetSent(ctx));
  app.register(async (scope: App) => {
    allowSlowBodies(scope);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/octet-stream',
      async (_request: unknown, payload: Readable) => payload,
    );
    scope.addContentTypeParser('*', async () => {
      throw new Problem('unsupported_type', EXPECTED_BODY);
    });
    addCalls(
      scope,
      ctx,
      { 'POST /api/manage/restore/file': fileCall },
      {
        'POST /api/manage/restore/file': {
          schema: { body: z.instanceof(Readable, { error: EXPECTED_BODY }) },
          handle: async (request) => {
            (await restoring()).refuseSecond(ctx);
            const { receiveBackup } = await import('./sent-backup.service.ts');
            return receiveBackup(ctx, request.body as Readable);
          },
        },
      },
    );
  });
  const replaced = async () => (await import('./replaced.service.ts')).readReplaced(ctx);
  addCalls(app, ctx, calls, {
    'GET /api/manage/restore': async () => (await restoring()).readRestore(ctx),
    'POST /api/manage/restore': async ({ body }) => {
      const { readRestore, startRestore } = await restoring();
      await startRestore(ctx, body);
      return readRestore(ctx);
    },
    'HEAD /api/manage/restore/replaced': async () => void (await replaced()),
    'GET /api/manage/restore/replaced': async (_request, reply) => {
      const { name, bytes, read } = await replaced();
      return reply
        .type('application/octet-stream')
        .headers({
          'content-length': bytes,
          'content-disposition': `attachment; filename="${name}"`,
        })
        .send(read());
    },
  });
}

async function proveAndPlan(ctx: Context, typed: string[], request: Requester): Promise<void> {
  const [{ proveKey }, { refreshPlan }] = await Promise.all([import('./key.service.ts'), load()]);
  await proveKey(ctx, typed, async (act) => {
    await refreshPlan(act);
    await act.record(activityOf('copies.changed', request));
  });
}
