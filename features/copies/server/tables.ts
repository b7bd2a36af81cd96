import type { Generated } from 'kysely';

/** No backup has these: a restored shop must not write into its origin's places. */
export type CopyPlans = {
  id: number;
  /** On the shop's clock. */
  hour: number;
  days: number;
  weeks: number;
  months: number;
  /** The owner has switched copies off since; null: they are on. */
  off_since: string | null;
  /** There are to be copies since; null: none are made. */
  began_at: string | null;
  due_at: string | null;
  /** A process is making one until then, unless it extends this. */
  lease_until: string | null;
  /** The next copy is proved whatever the day; null: once a week is enough. */
  proof_asked_at: string | null;
};

export type CopyPlaces = {
  id: Generated<number>;
  address: string;
  endpoint: string | null;
  region: string | null;
  copied_at: string | null;
  proved_at: string | null;
  bytes: Generated<number>;
  copies: Generated<number>;
  trouble: string | null;
  created_at: string;
};

declare module '#platform/db/schema.ts' {
  interface Schema {
    copy_plans: CopyPlans;
    copy_places: CopyPlaces;
  }
}
