import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { certificateCalls } from '#features/certificates/contract/certificates-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import {
  certificatesOf,
  readCertificate,
  readPrinted,
  readPublicKey,
  readSigned,
} from './certificates.service.ts';
import { certifyLines } from './certifying.service.ts';

export function certificateRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, certificateCalls, {
    'GET /api/certificates/:code': ({ params: { code } }) => readCertificate(ctx, code),
    'GET /api/certificates/:code/signed': async ({ params: { code } }, reply) => {
      const signed = await readSigned(ctx, code);
      reply.header('content-disposition', `attachment; filename="certificate-${code}.json"`);
      return signed;
    },
    'GET /api/certificate-key': async (_request, reply) => {
      const key = await readPublicKey(ctx);
      reply
        .header('content-disposition', 'attachment; filename="certificate-key.pem"')
        .type('application/x-pem-file');
      return key;
    },
    'GET /api/manage/orders/:id/certificates': ({ params: { id } }) => certificatesOf(ctx, id),
    'POST /api/manage/orders/:id/certificates': ({ params: { id }, body: { lines } }) =>
      certifyLines(ctx, id, lines),
    'GET /api/manage/certificates': ({ query: { codes } }) => readPrinted(ctx, codes),
  });
}
