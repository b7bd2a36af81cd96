import type { Generated } from 'kysely';
import type { EntryEnd } from '#features/waiting-list/contract/waiting-rules.ts';

/** A place in line, once its email address has confirmed it. */
export type WaitingEntries = {
  id: Generated<number>;
  /** Null once the specimen is deleted. */
  specimen_id: number | null;
  title: string;
  /** Empty some time after the entry has ended. */
  email: string;
  entry_key: string;
  /** For the limits of one hour; empty from the next day on, and in backups. */
  ip_address: string;
  created_at: string;
  confirmed_at: string | null;
  offers: Generated<number>;
  /**
   * The entry alone may buy a free piece until then; null while it waits, or once the offer is
   * taken back.
   */
  offered_until: string | null;
  /** Its offer was renewed because no one could have seen it. */
  renewed_at: string | null;
  ended_at: string | null;
  ended_as: EntryEnd | null;
};

declare module '#platform/db/schema.ts' {
  interface Schema {
    waiting_entries: WaitingEntries;
  }
}
