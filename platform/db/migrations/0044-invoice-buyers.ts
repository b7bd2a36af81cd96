import { type Kysely, sql } from 'kysely';

/** The law wants an invoice's buyer kept, even where the order's personal data are erased. */
export function migration() {
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('invoices').addColumn('buyer_name', 'text').execute();
      await db.schema.alterTable('invoices').addColumn('buyer_address', 'text').execute();
      for (const [to, from] of [
        ['buyer_name', 'customer_name'],
        ['buyer_address', 'customer_address'],
      ] as const)
        await sql`
          update invoices set ${sql.ref(to)} = (
            select ${sql.ref(from)} from orders where orders.id = invoices.order_id and orders.erased_at is null
          )`.execute(db);
    },
  };
}
