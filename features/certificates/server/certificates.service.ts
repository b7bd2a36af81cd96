import type { WholeSpecimen } from '#core/contract/catalogue/fact-texts.ts';
import { specimenPath } from '#core/contract/catalogue/specimen-urls.ts';
import { posterOf } from '#core/contract/media/media-urls.ts';
import { Problem } from '#core/contract/problems.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import { findSpecimen } from '#core/server/catalogue/specimens/reading/catalogue.service.ts';
import type { Context } from '#core/server/context.ts';
import { notFound } from '#core/server/selling/orders/orders.service.ts';
import type {
  Certificate,
  CertificateDocument,
  OrderCertificates,
  PrintedCertificates,
  SignedCertificate,
} from '#features/certificates/contract/certificates.ts';
import { certificateDocument } from '#features/certificates/contract/certificates.ts';
import { catalogueNumbers } from '#features/paper/server/catalogue-numbers.service.ts';
import { orderToPrint } from '#features/paper/server/printed-orders.service.ts';
import { changedFacts } from './certificate-facts.ts';
import { type CertificateKey, openCertificateKey } from './certificate-key.ts';
import {
  type CertificateRow,
  selectCertificate,
  selectIsPaid,
  selectOfLines,
} from './certificates.queries.ts';
import { comparePicture, isPictureSigned } from './certified-picture.ts';

/** @throws Problem not_found */
export async function readCertificate(ctx: Context, code: string): Promise<Certificate> {
  return asRead(ctx, await rowOf(ctx, code));
}

export const hasCertificate = async (ctx: Context, code: string): Promise<boolean> =>
  (await selectCertificate(ctx.db, code)) !== undefined;

/** Anybody can verify this without the shop. @throws Problem not_found */
export async function readSigned(ctx: Context, code: string): Promise<SignedCertificate> {
  const { document, signature } = await rowOf(ctx, code);
  return { document, signature, publicKey: await readPublicKey(ctx) };
}

export const readPublicKey = async (ctx: Context): Promise<string> =>
  (await openCertificateKey(ctx.db)).publicKey;

export async function readPrinted(ctx: Context, codes: string[]): Promise<PrintedCertificates> {
  const rows = await Promise.all(codes.map((code) => selectCertificate(ctx.db, code)));
  const certificates = await Promise.all(rows.flatMap((row) => (row ? [asRead(ctx, row)] : [])));
  return { certificates, size: (await readSetting(ctx, 'paper')).size };
}

/** The newest first. @throws Problem not_found */
export async function certificatesOf(ctx: Context, orderId: number): Promise<OrderCertificates> {
  const order = await orderToPrint(ctx, orderId);
  if (!order) throw notFound();
  const rows = await selectOfLines(
    ctx.db,
    order.lines.map((line) => line.id),
  );
  const certificates = rows.map(async (row) => {
    const { code, state } = await asRead(ctx, row);
    return { lineId: row.order_line_id ?? 0, code, issuedAt: row.issued_at, state };
  });
  return { certificates: await Promise.all(certificates) };
}

/** Null unless the row is exactly what was signed. */
export function signedDocument(
  key: CertificateKey,
  row: CertificateRow,
): CertificateDocument | null {
  if (!key.verify(row.document, row.signature)) return null;
  const document = certificateDocument.parse(JSON.parse(row.document));
  // What is genuine, but belongs to another certificate, is no less altered.
  const isOwn =
    document.code === row.code &&
    document.issuedAt === row.issued_at &&
    (document.picture?.path ?? '') === row.image_url &&
    (document.picture === null) === (row.media_id === null);
  return isOwn ? document : null;
}

async function rowOf(ctx: Context, code: string): Promise<CertificateRow> {
  const row = await selectCertificate(ctx.db, code);
  if (!row) throw new Problem('not_found', 'This certificate doesn’t exist.');
  return row;
}

async function asRead(ctx: Context, row: CertificateRow): Promise<Certificate> {
  const key = await openCertificateKey(ctx.db);
  const own = signedDocument(key, row);
  const picture = own ? await comparePicture(ctx, own.picture, row.media_id) : 'none';
  const signed = picture === 'other' ? null : own;
  const found = signed && (await findSpecimen(ctx, signed.specimen.id));
  const specimen = found?.visible ? found : undefined;
  const { publicUrl, port } = ctx.config;
  return {
    code: row.code,
    url: `${publicUrl ?? `http://localhost:${port}`}/certificate/${row.code}`,
    ...(await compare(ctx, row, signed, picture === 'missing', specimen)),
    signed,
    picturePath: picture === 'same' ? (signed?.picture?.path ?? null) : null,
    specimenPath: specimen ? specimenPath(specimen) : null,
    keyFingerprint: key.fingerprint,
  };
}

/** @param specimen as visitors see it; a hidden one is none. */
async function compare(
  ctx: Context,
  row: CertificateRow,
  signed: CertificateDocument | null,
  isPictureMissing: boolean,
  specimen: WholeSpecimen | undefined,
): Promise<Pick<Certificate, 'state' | 'changed'>> {
  if (!signed) return { state: 'altered', changed: [] };
  const ended = await endOf(ctx, row);
  if (ended) return { state: ended, changed: [] };
  if (isPictureMissing) return { state: 'picture_missing', changed: [] };
  if (!specimen) return { state: 'not_listed', changed: [] };
  const number = (await catalogueNumbers(ctx.db, [specimen.id])).get(specimen.id);
  const changed = [
    ...changedFacts(signed.facts, specimen),
    ...((await isPictureSigned(ctx, signed.picture, row.media_id, posterOf(specimen.main)))
      ? []
      : ['Photo']),
    ...(number === signed.specimen.catalogueNumber ? [] : ['Catalog number']),
  ];
  return { state: changed.length === 0 ? 'unchanged' : 'changed', changed };
}

/** Null where nothing has ended the certificate. */
async function endOf(
  ctx: Context,
  { order_line_id, replaced_at, sale_undone_at }: CertificateRow,
): Promise<'undone' | 'replaced' | null> {
  if (sale_undone_at !== null || (await selectIsPaid(ctx.db, order_line_id)) === false)
    return 'undone';
  return replaced_at === null ? null : 'replaced';
}
