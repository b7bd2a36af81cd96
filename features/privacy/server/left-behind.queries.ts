/** Tables of removed features are unknown to the types, but have the columns of `tablesByEmail`. */
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.ts';
import type { tablesByEmail } from '#platform/db/schema-personal.ts';

export type LeftTable = (typeof tablesByEmail)[number];
const isOf = (email: string) => sql<boolean>`lower(email) = lower(${email})`;

export const selectLeft = (db: Db | Tx, table: LeftTable, email: string): Promise<object[]> =>
  db
    .selectFrom(table as 'buyers')
    .selectAll()
    .where(isOf(email))
    .execute();

export async function deleteLeft(tx: Tx, table: LeftTable, email: string): Promise<void> {
  await tx
    .deleteFrom(table as 'buyers')
    .where(isOf(email))
    .execute();
}

export async function clearIpAddresses(db: Db, table: LeftTable, before: string): Promise<void> {
  await db
    .updateTable(table as 'orders')
    .set({ ip_address: '' })
    .where('created_at', '<', before)
    .where('ip_address', '!=', '')
    .execute();
}
