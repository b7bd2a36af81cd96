import { z } from 'zod';
import type { CallTable } from '#core/contract/calls.ts';
import {
  certificate,
  certificateCode,
  certificatesInput,
  orderCertificates,
  printedCertificates,
  printedCertificatesQuery,
  signedCertificate,
} from './certificates.ts';

const byCode = { code: certificateCode };

export const certificateCalls = {
  'GET /api/certificates/:code': {
    about: 'a certificate',
    who: 'all',
    params: byCode,
    response: certificate,
  },
  'GET /api/certificates/:code/signed': {
    about: 'a certificate as a file with the shop’s signature',
    who: 'all',
    params: byCode,
    response: signedCertificate,
  },
  'GET /api/certificate-key': {
    about: 'the public key that checks the signatures, as a PEM file',
    who: 'all',
    response: z.string(),
  },
  'GET /api/manage/orders/:id/certificates': {
    about: 'the lines of an order, and which of them have a certificate',
    response: orderCertificates,
  },
  'POST /api/manage/orders/:id/certificates': {
    about: 'certifies `lines` of a paid order',
    body: certificatesInput,
    response: orderCertificates,
  },
  'GET /api/manage/certificates': {
    about: 'the certificates with these `codes`, for printing',
    query: printedCertificatesQuery,
    response: printedCertificates,
  },
} as const satisfies CallTable;

type CertificateCalls = typeof certificateCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends CertificateCalls {}
}
