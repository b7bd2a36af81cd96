import { randomBytes } from 'node:crypto';
import type { Picture } from '#core/contract/media/media.ts';
import { posterOf } from '#core/contract/media/media-urls.ts';
import { Problem } from '#core/contract/problems.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import { findSpecimen } from '#core/server/catalogue/specimens/reading/catalogue.service.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import type {
  CertificateDocument,
  OrderCertificates,
} from '#features/certificates/contract/certificates.ts';
import { catalogueNumbers } from '#features/paper/server/catalogue-numbers.service.ts';
import { lockPaidOrder, orderToPrint } from '#features/paper/server/printed-orders.service.ts';
import { noteChange } from '#platform/db/row-changes.ts';
import { HOLD_ROWS } from '#platform/db/schema-watched.ts';
import { canonicalJson } from './canonical-json.ts';
import { factsOf, sayTheSame } from './certificate-facts.ts';
import { type CertificateKey, openCertificateKey } from './certificate-key.ts';
import {
  type CertificateRow,
  insertCertificate,
  replaceCertificates,
  selectOfLines,
} from './certificates.queries.ts';
import { certificatesOf, signedDocument } from './certificates.service.ts';
import { comparePicture, isPictureSigned, pictureToSign } from './certified-picture.ts';

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

type Draft = Omit<CertificateDocument, 'format' | 'code' | 'issuedAt' | 'pieces'> & {
  lineId: number;
  main: Picture;
};

/**
 * A line whose newest certificate says what the shop says now keeps it; else it gets a further one.
 * @returns all certificates of the order.
 * @throws Problem not_found; state_conflict where the order is not paid, or a specimen has been
 * deleted.
 */
export async function certifyLines(
  ctx: Context,
  orderId: number,
  lineIds: number[],
): Promise<OrderCertificates> {
  const order = await orderToPrint(ctx, orderId);
  const lines = order?.lines.filter(({ id }) => lineIds.includes(id)) ?? [];
  if (lines.length < lineIds.length)
    throw new Problem('not_found', 'This piece isn’t in the order.');
  // Files are read before the transaction, which others wait for.
  const drafts: Draft[] = [];
  for (const line of lines) drafts.push(await draftOf(ctx, line));
  const key = await openCertificateKey(ctx.db);
  const pictured = await withItsPicture(ctx, key, drafts);

  await perform(ctx, 'owner', async (act) => {
    const { tx, dialect, now: issuedAt } = act;
    const { lines: locked } = await lockPaidOrder(tx, orderId);
    const earlier = await selectOfLines(tx, lineIds);
    for (const { lineId, main, ...draft } of drafts) {
      const line = locked.find(({ id }) => id === lineId);
      const newest = earlier.find((row) => row.order_line_id === lineId);
      if (
        !line ||
        (newest && saysTheSame(signedDocument(key, newest), draft, pictured.get(newest.code)))
      )
        continue;
      const code = newCode();
      const document = canonicalJson({
        format: 'druse-certificate-1',
        code,
        issuedAt,
        pieces: line.quantity,
        ...draft,
      });
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
      await act.record({ kind: 'certificate_made', orderId, specimenId: line.specimen_id });
      // The replaced certificate's page carries its specimen's tag.
      if (newest)
        await noteChange(tx, dialect, { table: HOLD_ROWS, key: String(draft.specimen.id) });
    }
  });
  return certificatesOf(ctx, orderId);
}

async function draftOf(
  ctx: Context,
  line: { id: number; specimenId: number | null; title: string },
): Promise<Draft> {
  const specimen = line.specimenId === null ? null : await findSpecimen(ctx, line.specimenId);
  if (!specimen)
    throw new Problem(
      'state_conflict',
      `“${line.title}” has been deleted from the collection, so it can’t be certified.`,
    );
  const main = posterOf(specimen.main);
  return {
    lineId: line.id,
    main,
    shop: (await readSetting(ctx, 'general')).siteTitle,
    specimen: {
      id: specimen.id,
      catalogueNumber: (await catalogueNumbers(ctx.db, [specimen.id])).get(specimen.id) ?? '',
    },
    facts: factsOf(specimen),
    picture: await pictureToSign(ctx, main),
  };
}

/**
 * By code: the newest certificate's picture is there as signed, and still the specimen's main one.
 */
async function withItsPicture(
  ctx: Context,
  key: CertificateKey,
  drafts: Draft[],
): Promise<Map<string, boolean>> {
  const lineIds = drafts.map(({ lineId }) => lineId);
  const rows = await selectOfLines(ctx.db, lineIds);
  const found = new Map<string, boolean>();
  for (const { lineId, main } of drafts) {
    const row = rows.find(({ order_line_id }) => order_line_id === lineId);
    if (row) found.set(row.code, await isPictured(ctx, row, signedDocument(key, row), main));
  }
  return found;
}

async function isPictured(
  ctx: Context,
  row: CertificateRow,
  signed: CertificateDocument | null,
  main: Picture,
): Promise<boolean> {
  if (!signed) return false;
  const file = await comparePicture(ctx, signed.picture, row.media_id);
  return (
    (file === 'same' || file === 'none') && isPictureSigned(ctx, signed.picture, row.media_id, main)
  );
}

/**
 * @param isPictured undefined for a certificate that somebody has made just now, whose file has not
 * been read.
 */
function saysTheSame(
  signed: CertificateDocument | null,
  now: Pick<CertificateDocument, 'facts' | 'specimen' | 'picture'>,
  isPictured = signed?.picture?.sha256 === now.picture?.sha256,
): boolean {
  if (!signed || !isPictured) return false;
  return (
    sayTheSame(signed.facts, now.facts) &&
    canonicalJson(signed.specimen) === canonicalJson(now.specimen)
  );
}

function newCode(): string {
  const letters = [...randomBytes(20)].map((byte) => LETTERS.charAt(byte % LETTERS.length));
  return [0, 5, 10, 15].map((start) => letters.slice(start, start + 5).join('')).join('-');
}
