import type { Kysely } from 'kysely';

/** What the admin notes of orders and of buyers, and the email addresses that are blocked. */
export function migration() {
  return {
    async up({ schema }: Kysely<never>) {
      await schema.alterTable('orders').addColumn('private_note', 'text').execute();
      await schema
        .createTable('buyers')
        .addColumn('email', 'text', (c) => c.primaryKey().notNull())
        .addColumn('note', 'text', (c) => c.notNull())
        .addColumn('blocked_at', 'timestamptz')
        .execute();
    },
  };
}
