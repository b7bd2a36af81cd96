import { type Kysely, sql } from 'kysely';

/** When an order was paid, and what the pieces of a line had cost whose specimen is deleted. */
export function migration() {
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('orders').addColumn('paid_at', 'timestamptz').execute();
      await db.schema.alterTable('order_lines').addColumn('cost', 'text').execute();
      // As far as the log knows: imported orders and sales made elsewhere were paid when they came in.
      await sql`
        update orders set paid_at = coalesce(
          (
            select max(event.created_at) from events as event
            where event.order_id = orders.id and event.kind = 'order_status'
              and event.data ->> 'to' in ('paid', 'shipped', 'delivered')
              and event.data ->> 'from' not in ('paid', 'shipped', 'delivered')
          ),
          created_at
        )
        where status in ('paid', 'shipped', 'delivered')`.execute(db);
      await sql`create index orders_paid_at on orders (paid_at, id) where paid_at is not null`.execute(db);
    },
  };
}
