import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

export function migration(dialect: Dialect) {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('own_species')
        .addColumn('name', 'text', (c) => c.primaryKey().notNull())
        .addColumn('of', 'text')
        .addColumn('is_added', 'boolean', (c) => c.notNull())
        .addColumn('said', 'jsonb', (c) => c.notNull())
        .addColumn('shipped', 'jsonb', (c) => c.notNull())
        .addColumn('source', 'text', (c) => c.notNull())
        .addColumn('updated_at', 'text', (c) => c.notNull())
        .execute();
      if (dialect === 'postgres') await logChanges(db);
    },
  };
}

async function logChanges(db: Kysely<never>): Promise<void> {
  for (const statement of ['insert', 'update', 'delete']) {
    await sql`
      create trigger ${sql.id(`log_own_species_${statement}`)} after ${sql.raw(statement)} on own_species
      referencing ${sql.raw(statement === 'delete' ? 'old' : 'new')} table as changed_rows
      for each statement execute function log_change(${sql.lit('name')})`.execute(db);
  }
}
