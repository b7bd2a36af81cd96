import { formCalls } from '#core/contract/messages/form-calls.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import type { App } from '#platform/http/app-type.ts';
import { newFormToken } from './forms.service.ts';

export function formRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, formCalls, {
    'GET /api/inquiries/form': async () => ({ token: await newFormToken(ctx) }),
  });
}
