/** Makes certificates of the pieces in a paid order. */
import { randomBytes } from 'node:crypto';
import type { CertificateDocument, OrderCertificates } from '#contract/extras/certificates/certificates.ts';
import type { Picture } from '#contract/media/media.ts';
import { posterOf } from '#contract/media/media-urls.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { catalogueNumbers } from '#server/extras/paper/catalogue-numbers.service.ts';
import { lockPaidOrder, orderToPrint } from '#server/extras/paper/printed-orders.service.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { readSetting } from '#server/features/admin/settings/settings.service.ts';
import { changedStock } from '#server/features/catalogue/specimens/cache-tags.ts';
import { findSpecimen } from '#server/features/catalogue/specimens/reading/catalogue.service.ts';
import { touchStock } from '#server/features/catalogue/specimens/stock/stock.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { canonicalJson } from './canonical-json.ts';
import { factsOf, sayTheSame } from './certificate-facts.ts';
import { type CertificateKey, openCertificateKey } from './certificate-key.ts';
import { type CertificateRow, insertCertificate, replaceCertificates, selectOfLines } from './certificates.queries.ts';
import { certificatesOf, signedDocument } from './certificates.service.ts';
import { comparePicture, isPictureSigned, pictureToSign } from './certified-picture.ts';

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** A line's certificate without what is known only when it is signed. */
type Draft = Omit<CertificateDocument, 'format' | 'code' | 'issuedAt' | 'pieces'> & { lineId: number; main: Picture };

/**
 * Certifies lines of a paid order. A line whose newest certificate says what the shop says now keeps it; else it gets a further one.
 * @returns all certificates of the order. @throws Problem not_found; state_conflict where the order is not paid, or a specimen has been deleted.
 */
export async function certifyLines(ctx: Context, orderId: number, lineIds: number[]): Promise<OrderCertificates> {
  const order = await orderToPrint(ctx, orderId);
  const lines = order?.lines.filter(({ id }) => lineIds.includes(id)) ?? [];
  if (lines.length < lineIds.length) throw new Problem('not_found', 'This piece isn’t in the order.');
  // Files are read before the transaction, which others wait for.
  const drafts: Draft[] = [];
  for (const line of lines) drafts.push(await draftOf(ctx, line));
  const key = await openCertificateKey(ctx.db);
  const pictured = await withItsPicture(ctx, key, drafts);

  const specimens = await inTransaction(ctx.db, async (tx) => {
    const { lines: locked } = await lockPaidOrder(tx, orderId);
    const earlier = await selectOfLines(tx, lineIds);
    const issuedAt = instantOf(ctx.clock);
    const replaced: number[] = [];
    for (const { lineId, main, ...draft } of drafts) {
      const line = locked.find(({ id }) => id === lineId);
      const newest = earlier.find((row) => row.order_line_id === lineId);
      if (!line || (newest && saysTheSame(signedDocument(key, newest), draft, pictured.get(newest.code)))) continue;
      const code = newCode();
      const document = canonicalJson({ format: 'druse-certificate-1', code, issuedAt, pieces: line.quantity, ...draft });
      await replaceCertificates(tx, lineId, issuedAt);
      await insertCertificate(tx, {
        code,
        document,
        signature: key.sign(document),
        order_line_id: lineId,
        issued_at: issuedAt,
        media_id: draft.picture === null ? null : main.id,
        image_url: draft.picture?.path ?? '',
      });
      await addEvents(tx, [{ at: issuedAt, actor: 'owner', kind: 'certificate_made', orderId, specimenId: line.specimen_id }]);
      if (newest) replaced.push(draft.specimen.id);
    }
    // The page of the one before is cached with its specimen, in every process.
    await touchStock(tx, replaced, issuedAt);
    return replaced;
  });
  if (specimens.length > 0) ctx.invalidateCache(changedStock(specimens));
  return certificatesOf(ctx, orderId);
}

async function draftOf(ctx: Context, line: { id: number; specimenId: number | null; title: string }): Promise<Draft> {
  const specimen = line.specimenId === null ? null : await findSpecimen(ctx, line.specimenId);
  if (!specimen) throw new Problem('state_conflict', `“${line.title}” has been deleted from the collection, so it can’t be certified.`);
  const main = posterOf(specimen.main);
  return {
    lineId: line.id,
    main,
    shop: (await readSetting(ctx, 'general')).siteTitle,
    specimen: { id: specimen.id, catalogueNumber: (await catalogueNumbers(ctx.db, [specimen.id])).get(specimen.id) ?? '' },
    facts: factsOf(specimen),
    picture: await pictureToSign(ctx, main),
  };
}

/** Of each line's newest certificate, by its code: whether its picture is there as it was signed, and still the specimen's main one. */
async function withItsPicture(ctx: Context, key: CertificateKey, drafts: Draft[]): Promise<Map<string, boolean>> {
  const lineIds = drafts.map(({ lineId }) => lineId);
  const rows = await selectOfLines(ctx.db, lineIds);
  const found = new Map<string, boolean>();
  for (const { lineId, main } of drafts) {
    const row = rows.find(({ order_line_id }) => order_line_id === lineId);
    if (row) found.set(row.code, await isPictured(ctx, row, signedDocument(key, row), main));
  }
  return found;
}

async function isPictured(ctx: Context, row: CertificateRow, signed: CertificateDocument | null, main: Picture): Promise<boolean> {
  if (!signed) return false;
  const file = await comparePicture(ctx, signed.picture, row.media_id);
  return (file === 'same' || file === 'none') && isPictureSigned(ctx, signed.picture, row.media_id, main);
}

/** @param isPictured undefined for a certificate that somebody has made just now, whose file has not been read. */
function saysTheSame(
  signed: CertificateDocument | null,
  now: Pick<CertificateDocument, 'facts' | 'specimen' | 'picture'>,
  isPictured = signed?.picture?.sha256 === now.picture?.sha256,
): boolean {
  if (!signed || !isPictured) return false;
  return sayTheSame(signed.facts, now.facts) && canonicalJson(signed.specimen) === canonicalJson(now.specimen);
}

/** See `CERTIFICATE_CODE`. */
function newCode(): string {
  const letters = [...randomBytes(20)].map((byte) => LETTERS.charAt(byte % LETTERS.length));
  return [0, 5, 10, 15].map((start) => letters.slice(start, start + 5).join('')).join('-');
}
