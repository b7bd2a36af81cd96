import { z } from 'zod';
import {
  certificate,
  certificateCode,
  certificatesInput,
  orderCertificates,
  printedCertificates,
  printedCertificatesQuery,
  signedCertificate,
} from '#contract/extras/certificates/certificates.ts';
import { idParam } from '#contract/text.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { certificatesOf, readCertificate, readPrinted, readPublicKey, readSigned } from './certificates.service.ts';
import { certifyLines } from './certifying.service.ts';

const byCode = z.object({ code: certificateCode });
const byOrder = z.object({ id: idParam });

/** Certificates: anybody reads one by its code, the admin makes and prints them. */
export function certificateRoutes(app: App, ctx: Context): void {
  app.get('/api/certificates/:code', { schema: { params: byCode, response: { 200: certificate } } }, async (request) =>
    readCertificate(ctx, request.params.code),
  );

  app.get(
    '/api/certificates/:code/signed',
    { schema: { params: byCode, response: { 200: signedCertificate } } },
    async (request, reply) => {
      const { code } = request.params;
      const signed = await readSigned(ctx, code);
      return reply.header('content-disposition', `attachment; filename="certificate-${code}.json"`).send(signed);
    },
  );

  app.get('/api/certificate-key', { schema: { response: { 200: z.string() } } }, async (_, reply) =>
    reply
      .header('content-disposition', 'attachment; filename="certificate-key.pem"')
      .type('application/x-pem-file')
      .send(await readPublicKey(ctx)),
  );

  const onRequest = requireAdmin(ctx);

  app.get(
    '/api/manage/orders/:id/certificates',
    { onRequest, schema: { params: byOrder, response: { 200: orderCertificates } } },
    async (request) => certificatesOf(ctx, request.params.id),
  );

  app.post(
    '/api/manage/orders/:id/certificates',
    { onRequest, schema: { params: byOrder, body: certificatesInput, response: { 200: orderCertificates } } },
    async (request) => certifyLines(ctx, request.params.id, request.body.lines),
  );

  app.get(
    '/api/manage/certificates',
    { onRequest, schema: { querystring: printedCertificatesQuery, response: { 200: printedCertificates } } },
    async (request) => readPrinted(ctx, request.query.codes),
  );
}
