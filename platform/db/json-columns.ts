import type { ColumnType } from 'kysely';

/** Read as a value and written as text (`JSON.stringify`), on both engines. */
export type Json<T> = ColumnType<T, string, string>;

/** The default is an empty list. */
export type JsonList<T> = ColumnType<T[], string | undefined, string>;
