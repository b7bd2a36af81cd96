import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Orders that are paid were paid in one sum, when they say. */
export function migration(dialect: Dialect) {
  const identity = (column: ColumnDefinitionBuilder) =>
    dialect === 'sqlite'
      ? column.primaryKey().autoIncrement()
      : column.primaryKey().generatedByDefaultAsIdentity();

  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('order_money')
        .addColumn('id', 'integer', identity)
        .addColumn('order_id', 'integer', (c) =>
          c.notNull().references('orders.id').onDelete('cascade'),
        )
        .addColumn('line_id', 'integer', (c) => c.references('order_lines.id').onDelete('set null'))
        .addColumn('kind', 'text', (c) =>
          c.notNull().check(sql`kind in ('payment', 'refund', 'fee')`),
        )
        .addColumn('amount_cents', 'bigint', (c) => c.notNull().check(sql`amount_cents > 0`))
        .addColumn('method', 'text')
        .addColumn('at', 'timestamptz', (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('order_money_order')
        .on('order_money')
        .column('order_id')
        .execute();
      await db.schema.createIndex('order_money_line').on('order_money').column('line_id').execute();
      await db.schema
        .createIndex('order_money_at')
        .on('order_money')
        .columns(['at', 'id'])
        .execute();
      await sql`
        insert into order_money (order_id, kind, amount_cents, at)
        select id, 'payment', total_cents, paid_at from orders where paid_at is not null and total_cents > 0 order by paid_at, id`.execute(
        db,
      );
    },
  };
}
