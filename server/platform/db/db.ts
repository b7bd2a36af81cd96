import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** A handle outside any transaction. On SQLite, using it inside an open transaction would wait for ever: functions say `Tx` where they need one. */
export type Db = Kysely<Schema>;

/** A handle inside a transaction. */
export type Tx = Transaction<Schema>;
