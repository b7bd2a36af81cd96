/** JSON columns as Kysely types. */
import type { ColumnType } from 'kysely';

/** A JSON column, on both engines: read as a value, written as text (`JSON.stringify`). */
export type Json<T> = ColumnType<T, string, string>;

/** The same with an empty list as its default. */
export type JsonList<T> = ColumnType<T[], string | undefined, string>;
