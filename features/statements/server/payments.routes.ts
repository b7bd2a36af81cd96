import { z } from 'zod';
import { Problem } from '#core/contract/problems.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { MAX_STATEMENT_BYTES } from '#features/statements/contract/statement-columns.ts';
import { paymentCalls, statementCalls } from '#features/statements/contract/statements-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { allowSlowBodies } from '#platform/http/body-deadline.ts';

const EXPECTED_BODY = 'The body must be a statement as CSV (Content-Type: text/csv).';

/** Loaded when first asked for, as that is rare. */
const service = () => import('./payments.service.ts');

export function paymentRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, paymentCalls, {
    'POST /api/manage/payments': async ({ body }) => (await service()).confirmPayments(ctx, body),
  });
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
    addCalls(scope, ctx, statementCalls, {
      'POST /api/manage/payments/statement': {
        schema: { body },
        handle: async (request) => (await service()).readStatement(ctx, request.body as Uint8Array),
      },
    });
  });
}
