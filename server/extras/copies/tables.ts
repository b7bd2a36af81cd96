import type { Generated } from 'kysely';

/** When nightly copies are made, and how many stay. In no backup, as all of copies: a restored shop must not write into the places of the one it came from. */
export type CopyPlans = {
  id: number;
  /** On the shop's clock. */
  hour: number;
  days: number;
  weeks: number;
  months: number;
  /** Since when the owner has them switched off; null: they are not. */
  off_since: string | null;
  /** Since when there are to be copies; null: none are made. */
  began_at: string | null;
  due_at: string | null;
  /** Until when a process is making one, unless it says again that it is. */
  lease_until: string | null;
  /** The next copy is proved whatever the day; null: once a week is enough. */
  proof_asked_at: string | null;
};

/** Where copies go: a folder, or a bucket, whose keys are sealed. */
export type CopyPlaces = {
  id: Generated<number>;
  address: string;
  endpoint: string | null;
  region: string | null;
  /** Of the last whole copy there. */
  copied_at: string | null;
  proved_at: string | null;
  bytes: Generated<number>;
  copies: Generated<number>;
  /** Why the last attempt failed, in words. */
  trouble: string | null;
  created_at: string;
};

declare module '#server/platform/db/schema.ts' {
  interface Schema {
    copy_plans: CopyPlans;
    copy_places: CopyPlaces;
  }
}
