import { type Kysely, sql } from 'kysely';

/** What ends a certificate. Order lines tell it only as long as there is the order. */
export function migration() {
  return {
    async up(db: Kysely<never>) {
      for (const column of ['replaced_at', 'sale_undone_at'])
        await db.schema.alterTable('certificates').addColumn(column, 'timestamptz').execute();
      await sql`
        update certificates set replaced_at = (
          select min(newer.issued_at) from certificates newer
          where newer.order_line_id = certificates.order_line_id and newer.issued_at > certificates.issued_at
        )`.execute(db);
    },
  };
}
