import { z } from 'zod';
import { mail, otherMails as otherMailsSchema } from '#contract/messages/mails.ts';
import { idParam } from '#contract/text.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { otherMails, sendByHand } from './mail.service.ts';

/** Lets the admin read the mails that belong to no order, and send any that was not sent automatically. */
export function mailRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);

  app.get('/api/mails', { onRequest, schema: { response: { 200: otherMailsSchema } } }, () => otherMails(ctx));

  app.post('/api/mails/:id/send', { onRequest, schema: { params: z.object({ id: idParam }), response: { 200: mail } } }, async (request) =>
    sendByHand(ctx, request.params.id),
  );
}
