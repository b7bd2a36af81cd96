import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

export function migration(dialect: Dialect) {
  const identity = (column: ColumnDefinitionBuilder) =>
    dialect === 'sqlite'
      ? column.primaryKey().autoIncrement()
      : column.primaryKey().generatedByDefaultAsIdentity();

  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('copy_plans')
        .addColumn('id', 'integer', (c) => c.primaryKey().notNull().check(sql`id = 1`))
        .addColumn('hour', 'integer', (c) => c.notNull())
        .addColumn('days', 'integer', (c) => c.notNull())
        .addColumn('weeks', 'integer', (c) => c.notNull())
        .addColumn('months', 'integer', (c) => c.notNull())
        .addColumn('off_since', 'timestamptz')
        .addColumn('began_at', 'timestamptz')
        .addColumn('due_at', 'timestamptz')
        .addColumn('lease_until', 'timestamptz')
        .addColumn('proof_asked_at', 'timestamptz')
        .execute();
      await db.schema
        .createTable('copy_places')
        .addColumn('id', 'integer', identity)
        .addColumn('address', 'text', (c) => c.notNull().unique())
        .addColumn('endpoint', 'text')
        .addColumn('region', 'text')
        .addColumn('copied_at', 'timestamptz')
        .addColumn('proved_at', 'timestamptz')
        .addColumn('bytes', 'bigint', (c) => c.notNull().defaultTo(0))
        .addColumn('copies', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('trouble', 'text')
        .addColumn('created_at', 'timestamptz', (c) => c.notNull())
        .execute();
    },
  };
}
