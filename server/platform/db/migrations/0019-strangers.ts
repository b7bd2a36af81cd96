import type { Kysely } from 'kysely';

/** While strangers hold much of a shop, a new order of theirs is held only until its email address has proved itself. */
export function migration() {
  return {
    async up({ schema }: Kysely<never>) {
      await schema
        .alterTable('orders')
        .addColumn('awaits_proof', 'boolean', (c) => c.notNull().defaultTo(false))
        .execute();
    },
  };
}
