import type { Kysely } from 'kysely';

/** A sent mail's HTML goes, and its plain text has no pictures. */
export function migration() {
  return {
    async up({ schema }: Kysely<never>) {
      await schema.alterTable('mails').addColumn('pieces', 'text').execute();
    },
  };
}
