/** Makes certificates of the pieces in a paid order. */
import { randomBytes } from 'node:crypto';
import type { CertificateDocument, CertifiedFact, OrderCertificates } from '#contract/certificates.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/events/events.service.ts';
import { lockPaidOrder, ordersOf } from '#server/features/orders/printed-orders.service.ts';
import { readSetting } from '#server/features/settings/settings.service.ts';
import { mainPictures, specimensOf } from '#server/features/specimens/catalogue/specimens.service.ts';
import { catalogueNumbers } from '#server/features/transfer/catalogue-numbers.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { canonicalJson } from './canonical-json.ts';
import { factsOf } from './certificate-facts.ts';
import { openCertificateKey } from './certificate-key.ts';
import { insertCertificate, selectOfLines } from './certificates.queries.ts';
import { certificatesOf, signedDocument } from './certificates.service.ts';
import { pictureToSign } from './certified-picture.ts';

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** A line's certificate without what is known only when it is signed. */
type Draft = Omit<CertificateDocument, 'format' | 'code' | 'issuedAt' | 'pieces'> & { lineId: number; mediaId: string | null };

/**
 * Certifies lines of a paid order. A line whose newest certificate says what the shop says now keeps it; else it gets a further one.
 * @returns all certificates of the order. @throws Problem not_found; state_conflict where the order is not paid, or a specimen has been deleted.
 */
export async function certifyLines(ctx: Context, orderId: number, lineIds: number[]): Promise<OrderCertificates> {
  const [order] = await ordersOf(ctx, [orderId]);
  const lines = order?.lines.filter(({ id }) => lineIds.includes(id)) ?? [];
  if (lines.length < lineIds.length) throw new Problem('not_found', 'The order has no such line.');
  // Files are read before the transaction, which others wait for.
  const drafts: Draft[] = [];
  for (const line of lines) drafts.push(await draftOf(ctx, line));
  const key = await openCertificateKey(ctx.db);

  await inTransaction(ctx.db, async (tx) => {
    const { lines: locked } = await lockPaidOrder(tx, orderId);
    const earlier = await selectOfLines(tx, lineIds);
    const issuedAt = instantOf(ctx.clock);
    for (const { lineId, mediaId, ...draft } of drafts) {
      const line = locked.find(({ id }) => id === lineId);
      const newest = earlier.find((row) => row.order_line_id === lineId);
      if (!line || (newest && saysTheSame(signedDocument(key, newest)?.facts, draft.facts))) continue;
      const code = newCode();
      const document = canonicalJson({ format: 'druse-certificate-1', code, issuedAt, pieces: line.quantity, ...draft });
      await insertCertificate(tx, {
        ...{ code, document, signature: key.sign(document), order_line_id: lineId, issued_at: issuedAt },
        ...{ media_id: draft.picture === null ? null : mediaId, image_url: draft.picture?.path ?? '' },
      });
      await addEvents(tx, [{ at: issuedAt, actor: 'owner', kind: 'certificate_made', orderId, specimenId: line.specimen_id }]);
    }
  });
  return certificatesOf(ctx, orderId);
}

async function draftOf(ctx: Context, line: { id: number; specimenId: number | null; title: string }): Promise<Draft> {
  const [specimen] = line.specimenId === null ? [] : await specimensOf(ctx, [line.specimenId], { hidden: true });
  if (!specimen)
    throw new Problem('state_conflict', `“${line.title}” has been deleted from the collection, so nothing is left to certify.`);
  const picture = (await mainPictures(ctx.db, [specimen.id])).get(specimen.id);
  return {
    lineId: line.id,
    mediaId: picture?.id ?? null,
    shop: (await readSetting(ctx, 'general')).siteTitle,
    specimen: { id: specimen.id, catalogueNumber: (await catalogueNumbers(ctx.db, [specimen.id])).get(specimen.id) ?? '' },
    facts: factsOf(specimen),
    picture: picture ? await pictureToSign(ctx, picture) : null,
  };
}

const saysTheSame = (certified: CertifiedFact[] | undefined, now: CertifiedFact[]): boolean =>
  certified !== undefined && canonicalJson(certified) === canonicalJson(now);

/** See `CERTIFICATE_CODE`. */
function newCode(): string {
  const letters = [...randomBytes(20)].map((byte) => LETTERS.charAt(byte % LETTERS.length));
  return [0, 5, 10, 15].map((start) => letters.slice(start, start + 5).join('')).join('-');
}
