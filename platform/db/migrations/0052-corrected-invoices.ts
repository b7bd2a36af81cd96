import { type Kysely, sql } from 'kysely';

type Line = {
  number: number;
  subtotal_cents: number;
  shipping_cents: number;
  id: number;
  specimen_id: number | null;
  title: string;
  price_cents: number;
  line_shipping_cents: number;
  quantity: number;
};

/** Orders can change, so invoices contain what they bill; earlier orders could not. */
export function migration() {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('invoices_now')
        .addColumn('number', 'integer', (c) => c.primaryKey().notNull())
        .addColumn('order_id', 'integer', (c) => c.notNull())
        .addColumn('seller', 'jsonb', (c) => c.notNull())
        .addColumn('contents', 'jsonb')
        .addColumn('total_cents', 'bigint', (c) => c.notNull())
        .addColumn('issued_at', 'timestamptz', (c) => c.notNull())
        .addColumn('buyer_name', 'text')
        .addColumn('buyer_address', 'text')
        .execute();
      await sql`
        insert into invoices_now (number, order_id, seller, total_cents, issued_at, buyer_name, buyer_address)
        select number, order_id, seller, total_cents, issued_at, buyer_name, buyer_address from invoices`.execute(
        db,
      );
      await db.schema.dropTable('invoices').execute();
      await db.schema.alterTable('invoices_now').renameTo('invoices').execute();
      await db.schema.createIndex('invoices_order').on('invoices').column('order_id').execute();

      await db.schema
        .createTable('credit_notes_now')
        .addColumn('number', 'integer', (c) => c.primaryKey().notNull())
        .addColumn('invoice_number', 'integer', (c) => c.notNull())
        .addColumn('order_id', 'integer', (c) => c.notNull())
        .addColumn('refund_id', 'integer', (c) => c.unique())
        .addColumn('seller', 'jsonb', (c) => c.notNull())
        .addColumn('amount_cents', 'bigint', (c) => c.notNull())
        .addColumn('issued_at', 'timestamptz', (c) => c.notNull())
        .execute();
      await sql`
        insert into credit_notes_now (number, invoice_number, order_id, refund_id, seller, amount_cents, issued_at)
        select number, invoice_number, order_id, refund_id, seller, amount_cents, issued_at from credit_notes`.execute(
        db,
      );
      await db.schema.dropTable('credit_notes').execute();
      await db.schema.alterTable('credit_notes_now').renameTo('credit_notes').execute();
      await db.schema
        .createIndex('credit_notes_order')
        .on('credit_notes')
        .column('order_id')
        .execute();

      const { rows } = await sql<Line>`
        select invoices.number, orders.subtotal_cents, orders.shipping_cents, line.id, line.specimen_id, line.title, line.price_cents,
          line.shipping_cents as line_shipping_cents, line.quantity
        from invoices join orders on orders.id = invoices.order_id join order_lines as line on line.order_id = orders.id
        where line.standing = 'in' order by line.id`.execute(db);
      for (const [number, lines] of Map.groupBy(rows, (row) => row.number)) {
        const contents = {
          subtotal: lines[0]?.subtotal_cents,
          shipping: lines[0]?.shipping_cents,
          lines: lines.map((line) => ({
            id: line.id,
            specimenId: line.specimen_id,
            title: line.title,
            price: line.price_cents,
            shipping: line.line_shipping_cents,
            quantity: line.quantity,
          })),
        };
        await sql`update invoices set contents = ${JSON.stringify(contents)} where number = ${number}`.execute(
          db,
        );
      }
    },
  };
}
