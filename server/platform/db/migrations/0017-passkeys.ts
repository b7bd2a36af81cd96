import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** The admin's passkeys, the challenges that are open for them, and which of them began a session. */
export function migration(dialect: Dialect) {
  const identity = (column: ColumnDefinitionBuilder) =>
    dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();
  const notNull = (column: ColumnDefinitionBuilder) => column.notNull();

  return {
    async up({ schema }: Kysely<never>) {
      await schema
        .createTable('passkeys')
        .addColumn('id', 'integer', identity)
        .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
        .addColumn('credential_id', 'text', (c) => c.notNull().unique())
        .addColumn('host', 'text', notNull)
        .addColumn('public_key', 'text', notNull)
        .addColumn('counter', 'bigint', notNull)
        .addColumn('transports', 'jsonb', notNull)
        .addColumn('name', 'text', notNull)
        .addColumn('created_at', 'timestamptz', notNull)
        .addColumn('last_used_at', 'timestamptz')
        .execute();
      await schema
        .createTable('passkey_challenges')
        .addColumn('challenge', 'text', (c) => c.primaryKey().notNull())
        .addColumn('purpose', 'text', notNull)
        .addColumn('holder_hash', 'text', notNull)
        .addColumn('network', 'text', notNull)
        .addColumn('created_at', 'timestamptz', notNull)
        .execute();
      await schema.createIndex('passkey_challenges_created_at').on('passkey_challenges').column('created_at').execute();
      await schema.alterTable('sessions').addColumn('passkey_id', 'integer').execute();
    },
  };
}
