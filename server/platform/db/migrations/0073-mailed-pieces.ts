import type { Kysely } from 'kysely';

/** The pieces that a mail shows: its HTML goes once it is sent, and the plain text has no pictures. */
export function migration() {
  return {
    async up({ schema }: Kysely<never>) {
      await schema.alterTable('mails').addColumn('pieces', 'text').execute();
    },
  };
}
