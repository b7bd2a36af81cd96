import { holdTag, specimenTag } from '#core/server/catalogue/specimens/cache-tags.ts';
import type { ServerFeature } from '#core/server/feature.ts';
import { CERTIFICATE_CODE } from '#features/certificates/contract/certificate-rules.ts';
import type {} from '#features/certificates/contract/page-api.ts';

const missing = '/certificate/unknown';

export const certificates = {
  needs: ['paper'],
  routes: async () => (await import('./certificates.routes.ts')).certificateRoutes,
  pages: {
    certificate: (path, code) =>
      CERTIFICATE_CODE.test(code)
        ? {
            path,
            missing,
            exists: async (ctx) =>
              (await import('./certificates.service.ts')).hasCertificate(ctx, code),
          }
        : { missing },
  },
  pageApi: (ctx, tags) => ({
    async getCertificate(code) {
      const { readCertificate } = await import('./certificates.service.ts');
      const certificate = await readCertificate(ctx, code);
      // What is signed never changes; how it compares does, with the specimen.
      if (certificate.signed)
        tags
          .add(specimenTag(certificate.signed.specimen.id))
          .add(holdTag(certificate.signed.specimen.id));
      return certificate;
    },
  }),
  tables: { usingMedia: ['certificates'], soldPictures: ['certificates'] },
  orderDeletion: {
    before: async ({ tx, now }, orderId) =>
      (await import('./certificates.queries.ts')).noteUndoneSales(tx, orderId, now),
  },
} satisfies ServerFeature;
