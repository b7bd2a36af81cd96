import { z } from 'zod';
import { Problem } from '#core/contract/problems.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { MAX_OLD_ADDRESSES_BYTES } from '#features/other-shops/contract/old-addresses.ts';
import {
  oldAddressCalls,
  oldAddressFileCalls,
} from '#features/other-shops/contract/other-shops-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { allowSlowBodies } from '#platform/http/body-deadline.ts';
import {
  countOldAddresses,
  readOldAddresses,
  removeOldAddresses,
} from './old-addresses.service.ts';

const EXPECTED_BODY = 'The body must be a sheet of old addresses (Content-Type: text/csv).';

export function oldAddressRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, oldAddressCalls, {
    'GET /api/manage/old-addresses': () => countOldAddresses(ctx),
    'DELETE /api/manage/old-addresses': () => removeOldAddresses(ctx),
  });
  app.register(async (scope: App) => {
    allowSlowBodies(scope);
    scope.removeAllContentTypeParsers();
    const parser = { parseAs: 'buffer', bodyLimit: MAX_OLD_ADDRESSES_BYTES } as const;
    scope.addContentTypeParser('text/csv', parser, async (_request: unknown, body: Buffer) => body);
    scope.addContentTypeParser('*', async () => {
      throw new Problem('unsupported_type', EXPECTED_BODY);
    });
    const body = z.instanceof(Uint8Array, { error: EXPECTED_BODY });
    addCalls(scope, ctx, oldAddressFileCalls, {
      'POST /api/manage/old-addresses': {
        schema: { body },
        handle: (request) => readOldAddresses(ctx, request.body as Uint8Array),
      },
    });
  });
}
