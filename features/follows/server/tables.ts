import type { Generated } from 'kysely';
import type { Json } from '#platform/db/json-columns.ts';

export type Follows = {
  id: Generated<number>;
  /** The query's one spelling, without cursor and sort. */
  query: string;
  email: string;
  follow_key: string;
  ip_address: string;
  created_at: string;
  /** Null: its address has not confirmed it yet. */
  confirmed_at: string | null;
  /** The list is looked at again then; null: not before it is confirmed. */
  look_at: string | null;
  known: Json<number[]>;
  mails: Generated<number>;
};

declare module '#platform/db/schema.ts' {
  interface Schema {
    follows: Follows;
  }
}
