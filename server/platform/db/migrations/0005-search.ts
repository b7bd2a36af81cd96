import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { Schema } from '../schema.ts';

/** What specimens are found by. The tables stay empty here: the shop fills those that 0011 puts in their place, from the specimens. */
export function migration(dialect: Dialect) {
  // Words are compared byte by byte, whatever the language of the database is.
  const word = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`;
  const bytes = dialect === 'sqlite' ? sql`blob` : sql`bytea`;
  // A key that is the whole row needs no second copy of it.
  const compact = <Name extends string, Columns extends string>(table: CreateTableBuilder<Name, Columns>) =>
    dialect === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table;

  return {
    async up(db: Kysely<never>) {
      const { schema } = db;
      const table = (name: string) => schema.createTable(name);
      await compact(
        table('search_words')
          .addColumn('word', word, (c) => c.primaryKey().notNull())
          .addColumn('specimens', 'integer', (c) => c.notNull()),
      ).execute();
      await compact(
        table('search_spellings')
          .addColumn('spelling', word, (c) => c.notNull())
          .addColumn('word', word, (c) => c.notNull())
          .addPrimaryKeyConstraint('search_spellings_key', ['spelling', 'word']),
      ).execute();
      await compact(
        table('search_postings')
          .addColumn('word', word, (c) => c.notNull())
          .addColumn('chunk', 'integer', (c) => c.notNull())
          .addColumn('entries', bytes, (c) => c.notNull())
          .addPrimaryKeyConstraint('search_postings_key', ['word', 'chunk']),
      ).execute();
      // The answer to "which specimens fit these filters" without reading a single one.
      await schema
        .createIndex('specimens_facts')
        .on('specimens')
        .columns(['visible', 'category_id', 'status', 'price_cents', 'id'])
        .execute();
      // An ordered list is filtered within its index: what does not fit is passed over unread.
      const order: [name: string, columns: (keyof Schema['specimens'] & string)[]][] = [
        ['specimens_newest', ['visible', 'created_at', 'id', 'category_id', 'status', 'price_cents']],
        ['specimens_price', ['visible', 'price_cents', 'id', 'category_id', 'status']],
        ['specimens_category', ['category_id', 'created_at', 'id', 'visible', 'status', 'price_cents']],
      ];
      for (const [name, columns] of order) {
        await schema.dropIndex(name).execute();
        await schema.createIndex(name).on('specimens').columns(columns).execute();
      }
    },
  };
}
