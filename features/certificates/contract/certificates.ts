/** Certificates name no buyer and no price. */
import { z } from 'zod';
import { id, instant } from '#core/contract/text.ts';
import { paperSizes } from '#features/paper/contract/paper-sizes.ts';
import { CERTIFICATE_CODE, certificateStates } from './certificate-rules.ts';

export const certificateCode = z.string().regex(CERTIFICATE_CODE, 'Not the code of a certificate');

/** An empty value is certified too, but shown nowhere. */
export const certifiedFact = z.strictObject({
  name: z.string(),
  label: z.string(),
  value: z.string(),
});

/** Signed as canonical JSON. Another version of the format gets another name. */
export const certificateDocument = z.strictObject({
  format: z.literal('druse-certificate-1'),
  code: certificateCode,
  shop: z.string(),
  issuedAt: instant,
  specimen: z.strictObject({ id, catalogueNumber: z.string() }),
  pieces: z.int().positive(),
  facts: z.array(certifiedFact),
  /** The SHA-256 of the file in hexadecimal; null where there was no file. */
  picture: z.strictObject({ path: z.string(), sha256: z.string() }).nullable(),
});

/** Of an altered certificate nothing is shown that is not certain. */
export const certificate = z.object({
  code: certificateCode,
  url: z.string(),
  state: z.enum(certificateStates),
  /** Labels of changed facts; the picture and the catalogue number count as facts. */
  changed: z.array(z.string()),
  signed: certificateDocument.nullable(),
  /** Null where nothing was signed, or the file is missing. */
  picturePath: z.string().nullable(),
  /** Null where visitors do not see the specimen. */
  specimenPath: z.string().nullable(),
  /** The first 16 hexadecimal digits of the SHA-256 of the shop's public key (DER). */
  keyFingerprint: z.string(),
});

export const signedCertificate = z.object({
  /** The shop signs its UTF-8 bytes. */
  document: z.string(),
  /** Ed25519, base64url. */
  signature: z.string(),
  /** PEM (SubjectPublicKeyInfo). */
  publicKey: z.string(),
});

export const certificatesInput = z.strictObject({ lines: z.array(id).min(1).max(100) });

/** The newest comes first. */
export const orderCertificates = z.object({
  certificates: z.array(
    z.object({
      lineId: id,
      code: certificateCode,
      issuedAt: instant,
      state: z.enum(certificateStates),
    }),
  ),
});

export const printedCertificatesQuery = z.strictObject({
  codes: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(certificateCode).max(100)),
});

export const printedCertificates = z.object({
  certificates: z.array(certificate),
  size: z.enum(paperSizes),
});

export type CertifiedFact = z.infer<typeof certifiedFact>;
export type CertificateDocument = z.infer<typeof certificateDocument>;
export type Certificate = z.infer<typeof certificate>;
export type SignedCertificate = z.infer<typeof signedCertificate>;
export type OrderCertificates = z.infer<typeof orderCertificates>;
export type PrintedCertificates = z.infer<typeof printedCertificates>;
