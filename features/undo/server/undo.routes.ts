import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { undoCalls } from '#features/undo/contract/undo-calls.ts';
import type { App } from '#platform/http/app-type.ts';

const load = () => import('./undo.service.ts');

export function undoRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, undoCalls, {
    'POST /api/manage/orders/:id/undo': async ({ params: { id }, body }) =>
      (await load()).undoStep(ctx, id, body.at),
  });
}
