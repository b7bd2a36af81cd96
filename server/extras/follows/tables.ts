/** The table of want lists. */
import type { Generated } from 'kysely';
import type { Json } from '#server/platform/db/json-columns.ts';

/** An email address that follows a list of the gallery. It is deleted where it ends. */
export type Follows = {
  id: Generated<number>;
  /** The gallery's query in its one spelling, without cursor and sort. */
  query: string;
  email: string;
  /** Of the link in its mails. */
  follow_key: string;
  ip_address: string;
  created_at: string;
  /** null: its address has not confirmed it yet. */
  confirmed_at: string | null;
  /** When the list is looked at again; null: not before it is confirmed. */
  look_at: string | null;
  /** The specimens that matched when it was looked at: nothing new. */
  known: Json<number[]>;
  /** How many mails with new matches were written. */
  mails: Generated<number>;
};

declare module '#server/platform/db/schema.ts' {
  interface Schema {
    follows: Follows;
  }
}
