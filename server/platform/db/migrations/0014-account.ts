import type { Kysely } from 'kysely';

/** Sessions say which device has them and when its admin last proved themselves; login attempts say their network; events are found by their kind. */
export function migration() {
  return {
    async up({ schema }: Kysely<never>) {
      const empty = (table: string, column: string) =>
        schema
          .alterTable(table)
          .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
          .execute();
      await empty('sessions', 'device');
      await empty('sessions', 'network');
      await schema.alterTable('sessions').addColumn('confirmed_at', 'timestamptz').execute();
      await empty('login_attempts', 'network');
      await schema.createIndex('events_kind').on('events').columns(['kind', 'id']).execute();
    },
  };
}
