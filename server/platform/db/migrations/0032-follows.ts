import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Want lists: who follows which list of the gallery by mail, and the link by which a mail is unsubscribed from. */
export function migration(dialect: Dialect) {
  const identity = (column: ColumnDefinitionBuilder) =>
    dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();
  const notNull = (column: ColumnDefinitionBuilder) => column.notNull();

  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('follows')
        .addColumn('id', 'integer', identity)
        .addColumn('query', 'text', notNull)
        .addColumn('email', 'text', notNull)
        .addColumn('follow_key', 'text', notNull)
        .addColumn('ip_address', 'text', notNull)
        .addColumn('created_at', 'timestamptz', notNull)
        .addColumn('confirmed_at', 'timestamptz')
        .addColumn('look_at', 'timestamptz')
        .addColumn('known', 'jsonb', notNull)
        .addColumn('mails', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
      for (const column of ['look_at', 'created_at'])
        await db.schema.createIndex(`follows_${column}`).on('follows').column(column).execute();
      await db.schema.alterTable('mails').addColumn('unsubscribe_url', 'text').execute();
    },
  };
}
