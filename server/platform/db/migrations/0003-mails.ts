import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

const BATCH = 500;

type Before = {
  orders: { id: number; customer_name: string; customer_email: string; search_text: string };
  order_lines: { id: number; order_id: number; title: string };
};

/** What the admin adds to an order and finds it by, and the outbox of its mails. */
export function migration(dialect: Dialect) {
  const identity = (column: ColumnDefinitionBuilder) =>
    dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();
  const notNull = (column: ColumnDefinitionBuilder) => column.notNull();

  return {
    async up(db: Kysely<never>) {
      const { schema } = db;
      await schema.alterTable('orders').addColumn('carrier', 'text').execute();
      await schema.alterTable('orders').addColumn('tracking_number', 'text').execute();
      await schema.alterTable('orders').addColumn('erased_at', 'timestamptz').execute();
      await schema
        .alterTable('orders')
        .addColumn('search_text', 'text', (c) => c.notNull().defaultTo(''))
        .execute();
      await fillSearchText(db as unknown as Kysely<Before>);

      await schema
        .createTable('mails')
        .addColumn('id', 'integer', identity)
        .addColumn('order_id', 'integer', (c) => c.notNull().references('orders.id').onDelete('cascade'))
        .addColumn('kind', 'text', notNull)
        .addColumn('from_name', 'text', notNull)
        .addColumn('from_address', 'text', notNull)
        .addColumn('to_name', 'text', notNull)
        .addColumn('to_address', 'text', notNull)
        .addColumn('reply_to', 'text', notNull)
        .addColumn('subject', 'text', notNull)
        .addColumn('body_text', 'text', notNull)
        .addColumn('body_html', 'text', notNull)
        .addColumn('message_id', 'text', (c) => c.notNull().unique())
        .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('kept', 'waiting', 'sending', 'sent', 'failed', 'uncertain')`))
        .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('queued_at', 'timestamptz', notNull)
        .addColumn('due_at', 'timestamptz', notNull)
        .addColumn('claimed_at', 'timestamptz')
        .addColumn('sent_at', 'timestamptz')
        .addColumn('last_error', 'text')
        .execute();
      await schema.createIndex('mails_due').on('mails').columns(['status', 'due_at']).execute();
      await schema.createIndex('mails_order').on('mails').column('order_id').execute();
    },
  };
}

/** Orders placed before they could be searched; new ones bring their text with them. */
async function fillSearchText(db: Kysely<Before>): Promise<void> {
  for (let after = 0; ; ) {
    const orders = await db
      .selectFrom('orders')
      .select(['id', 'customer_name', 'customer_email'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    if (orders.length === 0) return;
    const ids = orders.map((order) => order.id);
    const lines = await db.selectFrom('order_lines').select(['order_id', 'title']).where('order_id', 'in', ids).orderBy('id').execute();
    const byOrder = Map.groupBy(lines, (line) => line.order_id);
    for (const { id, customer_name, customer_email } of orders) {
      const words = [customer_name, customer_email, ...(byOrder.get(id) ?? []).map((line) => line.title)].join(' ');
      // As the shop normalises since then, written out: a migration stays as it was.
      const search_text = words.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replaceAll('ß', 'ss').replace(/\s+/g, ' ').trim();
      await db.updateTable('orders').set({ search_text }).where('id', '=', id).execute();
    }
    after = ids.at(-1) ?? 0;
  }
}
