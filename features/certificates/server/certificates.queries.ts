import type { Certificates } from '#features/certificates/server/tables.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { NewRow, Row } from '#platform/db/schema.ts';

export type CertificateRow = Row<Certificates>;

export async function selectCertificate(db: Db, code: string): Promise<CertificateRow | undefined> {
  return db.selectFrom('certificates').selectAll().where('code', '=', code).executeTakeFirst();
}

/** The newest first. */
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

/** Null where the order is deleted. */
export async function selectIsPaid(db: Db, lineId: number | null): Promise<boolean | null> {
  if (lineId === null) return null;
  const line = await db
    .selectFrom('order_lines')
    .select('claim')
    .where('id', '=', lineId)
    .executeTakeFirst();
  return line ? line.claim === 'taken' : null;
}

export async function replaceCertificates(tx: Tx, lineId: number, now: string): Promise<void> {
  await tx
    .updateTable('certificates')
    .set({ replaced_at: now })
    .where('order_line_id', '=', lineId)
    .where('replaced_at', 'is', null)
    .execute();
}

export async function insertCertificate(tx: Tx, certificate: NewRow<Certificates>): Promise<void> {
  await tx.insertInto('certificates').values(certificate).execute();
}

export async function noteUndoneSales(tx: Tx, orderId: number, now: string): Promise<void> {
  const unpaid = tx
    .selectFrom('order_lines')
    .select('id')
    .where('order_id', '=', orderId)
    .where('claim', '<>', 'taken');
  await tx
    .updateTable('certificates')
    .set({ sale_undone_at: now })
    .where('order_line_id', 'in', unpaid)
    .execute();
}
