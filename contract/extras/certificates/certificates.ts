/** Certificates of sold pieces. They name no buyer and no price. */
import { z } from 'zod';
import { paperSizes } from '#contract/extras/paper/paper-sizes.ts';
import { id, instant } from '#contract/text.ts';
import { CERTIFICATE_CODE, certificateStates } from './certificate-rules.ts';

export const certificateCode = z.string().regex(CERTIFICATE_CODE, 'Not the code of a certificate');

/** Something that the shop says of the piece; an empty value is certified too, but shown nowhere. */
export const certifiedFact = z.strictObject({ name: z.string(), label: z.string(), value: z.string() });

/** What is signed, as canonical JSON. Another version of the format gets another name. */
export const certificateDocument = z.strictObject({
  format: z.literal('druse-certificate-1'),
  code: certificateCode,
  shop: z.string(),
  issuedAt: instant,
  specimen: z.strictObject({ id, catalogueNumber: z.string() }),
  pieces: z.int().positive(),
  facts: z.array(certifiedFact),
  /** The path of the picture, and the SHA-256 of its file in hexadecimal; null where there was no file. */
  picture: z.strictObject({ path: z.string(), sha256: z.string() }).nullable(),
});

/** A certificate as anybody reads it. Of an altered one nothing is shown that is not certain. */
export const certificate = z.object({
  code: certificateCode,
  /** The whole URL of its page. */
  url: z.string(),
  state: z.enum(certificateStates),
  /** The labels of the facts that have changed since; the picture and the catalogue number count as facts. */
  changed: z.array(z.string()),
  signed: certificateDocument.nullable(),
  /** Where the signed picture is; null where there is none, or its file is missing. */
  picturePath: z.string().nullable(),
  /** The page of the specimen, where visitors see it. */
  specimenPath: z.string().nullable(),
  /** The first 16 hexadecimal digits of the SHA-256 of the shop's public key (DER). */
  keyFingerprint: z.string(),
});

/** What anybody needs to verify it without the shop. */
export const signedCertificate = z.object({
  /** The document as a text: its UTF-8 bytes are what is signed. */
  document: z.string(),
  /** Ed25519, base64url. */
  signature: z.string(),
  /** PEM (SubjectPublicKeyInfo). */
  publicKey: z.string(),
});

export const certificatesInput = z.strictObject({ lines: z.array(id).min(1).max(100) });

/** The certificates of an order's lines, the newest first. */
export const orderCertificates = z.object({
  certificates: z.array(z.object({ lineId: id, code: certificateCode, issuedAt: instant, state: z.enum(certificateStates) })),
});

export const printedCertificatesQuery = z.strictObject({
  codes: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(certificateCode).max(100)),
});

export const printedCertificates = z.object({ certificates: z.array(certificate), size: z.enum(paperSizes) });

export type CertifiedFact = z.infer<typeof certifiedFact>;
export type CertificateDocument = z.infer<typeof certificateDocument>;
export type Certificate = z.infer<typeof certificate>;
export type SignedCertificate = z.infer<typeof signedCertificate>;
export type OrderCertificates = z.infer<typeof orderCertificates>;
export type PrintedCertificates = z.infer<typeof printedCertificates>;
