import { z } from 'zod';
import { showClaims, showPieces } from '#contract/extras/show/show.ts';
import { idParam } from '#contract/text.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { readShowClaims, readShowPieces } from './show.service.ts';

const params = z.object({ id: idParam });

/** What mineral-show mode reads; sales and new pieces come by the calls that make them anywhere else. */
export function showRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);

  app.get('/api/manage/show', { onRequest, schema: { response: { 200: showPieces } } }, async () => readShowPieces(ctx));

  app.get('/api/manage/show/pieces/:id', { onRequest, schema: { params, response: { 200: showClaims } } }, async (request) =>
    readShowClaims(ctx, request.params.id),
  );
}
