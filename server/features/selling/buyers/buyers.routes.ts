import { blockedEmails, buyer, buyerChange } from '#contract/selling/buyers.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { changeBuyer, listBlocked } from './buyers.service.ts';

/** The admin's notes on buyers. Email addresses travel in bodies: URLs are logged. */
export function buyerRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);

  app.patch('/api/manage/buyers', { onRequest, schema: { body: buyerChange, response: { 200: buyer } } }, (request) =>
    changeBuyer(ctx, request.body),
  );

  app.get('/api/manage/buyers/blocked', { onRequest, schema: { response: { 200: blockedEmails } } }, () => listBlocked(ctx));
}
