import { type Kysely, sql } from 'kysely';

/** The link of a mail gets a key of its own, and an order remembers when its buyer's email address has proved itself: by that link, or by a payment. */
export function migration() {
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('orders').addColumn('mail_key', 'text').execute();
      await db.schema.alterTable('orders').addColumn('email_proved_at', 'timestamptz').execute();
      await sql`
        update orders set email_proved_at = updated_at
        where status in ('paid', 'shipped', 'delivered') and customer_email <> ''`.execute(db);
      await sql`create index orders_proved_email on orders (lower(customer_email)) where email_proved_at is not null`.execute(db);
    },
  };
}
