import { z } from 'zod';
import { orderMail } from '#contract/mails.ts';
import { idParam } from '#contract/text.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { sendByHand } from './mail.service.ts';

/** Lets the admin send a mail that was not sent automatically. */
export function mailRoutes(app: App, ctx: Context): void {
  app.post(
    '/api/mails/:id/send',
    { onRequest: requireAdmin(ctx), schema: { params: z.object({ id: idParam }), response: { 200: orderMail } } },
    async (request) => sendByHand(ctx, request.params.id),
  );
}
