import { z } from 'zod';
import { paymentInput, paymentResults, statementReport } from '#contract/extras/statements/payments.ts';
import { MAX_STATEMENT_BYTES } from '#contract/extras/statements/statement-columns.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { allowSlowBodies } from '#server/platform/http/body-deadline.ts';
import { perMinute } from '#server/platform/http/limits.ts';

const EXPECTED_BODY = 'The body must be a statement as CSV (Content-Type: text/csv).';
const MAX_CONFIRMATION_BYTES = 256 * 1024;

/** Loaded when it is first asked for, as it is now and then. */
const service = () => import('./payments.service.ts');

/** The admin's matching of payments to orders. */
export function paymentRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);

  app.post(
    '/api/manage/payments',
    { onRequest, bodyLimit: MAX_CONFIRMATION_BYTES, schema: { body: paymentInput, response: { 200: paymentResults } } },
    async (request) => (await service()).confirmPayments(ctx, request.body),
  );

  app.register(async (scope: App) => {
    allowSlowBodies(scope);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'text/csv',
      { parseAs: 'buffer', bodyLimit: MAX_STATEMENT_BYTES },
      async (_request: unknown, body: Buffer) => body,
    );
    scope.addContentTypeParser('*', async () => {
      throw new Problem('unsupported_type', EXPECTED_BODY);
    });
    const body = z.instanceof(Uint8Array, { error: EXPECTED_BODY });
    scope.post(
      '/api/manage/payments/statement',
      {
        onRequest,
        config: { rateLimit: perMinute(30) },
        bodyLimit: MAX_STATEMENT_BYTES,
        schema: { body, response: { 200: statementReport } },
      },
      async (request) => (await service()).readStatement(ctx, request.body),
    );
  });
}
