import { z } from 'zod';
import { MAX_OLD_ADDRESSES_BYTES, oldAddressCount, oldAddressesRead } from '#contract/extras/other-shops/old-addresses.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { allowSlowBodies } from '#server/platform/http/body-deadline.ts';
import { perMinute } from '#server/platform/http/limits.ts';
import { countOldAddresses, readOldAddresses, removeOldAddresses } from './old-addresses.service.ts';

const OLD_ADDRESSES = '/api/manage/old-addresses';
const EXPECTED_BODY = 'The body must be a sheet of old addresses (Content-Type: text/csv).';

/** The addresses of the former shop, for the admin. */
export function oldAddressRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);

  app.get(OLD_ADDRESSES, { onRequest, schema: { response: { 200: oldAddressCount } } }, () => countOldAddresses(ctx));

  app.delete(OLD_ADDRESSES, { onRequest, schema: { response: { 204: z.null() } } }, async (_request, reply) => {
    await removeOldAddresses(ctx);
    return reply.code(204).send(null);
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
    scope.post(
      OLD_ADDRESSES,
      {
        onRequest,
        config: { rateLimit: perMinute(30) },
        bodyLimit: MAX_OLD_ADDRESSES_BYTES,
        schema: { body, response: { 200: oldAddressesRead } },
      },
      (request) => readOldAddresses(ctx, request.body),
    );
  });
}
