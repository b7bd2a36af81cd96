import type { Kysely } from 'kysely';

/**
 * A counter-note takes a credit note back, whose refund was corrected: from then on the note itself
 * says how and for what the money went back.
 */
export function migration() {
  return {
    async up({ schema }: Kysely<never>) {
      const table = schema.alterTable('credit_notes');
      await table.addColumn('counters', 'integer').execute();
      for (const column of ['method', 'title']) await table.addColumn(column, 'text').execute();
    },
  };
}
