import { blockedEmails, buyer, buyerChange } from '#contract/selling/buyers.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { ifMatchHeader } from '#server/platform/http/if-match.ts';
import { changeBuyer, listBlocked } from './buyers.service.ts';

/** The admin's notes on buyers. Email addresses travel in bodies: URLs are logged. */
export function buyerRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);

  const changed = { body: buyerChange, headers: ifMatchHeader, response: { 200: buyer } };
  app.patch('/api/manage/buyers', { onRequest, schema: changed }, (request) => changeBuyer(ctx, request.body, request.headers['if-match']));

  app.get('/api/manage/buyers/blocked', { onRequest, schema: { response: { 200: blockedEmails } } }, () => listBlocked(ctx));
}
