import type { Db, Tx } from '#server/platform/db/db.ts';
import type { NewRow, Row } from '#server/platform/db/schema.ts';
import type { Certificates } from '#server/platform/db/schema-paper.ts';

export type CertificateRow = Row<Certificates>;

export async function selectCertificate(db: Db, code: string): Promise<CertificateRow | undefined> {
  return db.selectFrom('certificates').selectAll().where('code', '=', code).executeTakeFirst();
}

/** The certificates of these order lines, the newest first. */
export async function selectOfLines(db: Db | Tx, lineIds: number[]): Promise<CertificateRow[]> {
  if (lineIds.length === 0) return [];
  return db
    .selectFrom('certificates')
    .selectAll()
    .where('order_line_id', 'in', lineIds)
    .orderBy('issued_at', 'desc')
    .orderBy('code')
    .execute();
}

export async function insertCertificate(tx: Tx, certificate: NewRow<Certificates>): Promise<void> {
  await tx.insertInto('certificates').values(certificate).execute();
}
