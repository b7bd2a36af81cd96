import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Stands outside any transaction. On SQLite, a query through it inside an open transaction would
 * never end; functions that need one take a `Tx`.
 */
export type Db = Kysely<Schema>;

export type Tx = Transaction<Schema>;
