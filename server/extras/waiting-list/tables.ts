/** The table of waiting lists. */
import type { Generated } from 'kysely';
import type { EntryEnd } from '#contract/extras/waiting-list/waiting-rules.ts';

/** A place in the waiting list of a specimen, once its email address has confirmed it. */
export type WaitingEntries = {
  id: Generated<number>;
  /** Null once the specimen is deleted. */
  specimen_id: number | null;
  /** The specimen's title when the entry was made. */
  title: string;
  /** Empty some time after the entry has ended. */
  email: string;
  /** In the links of its mails. */
  entry_key: string;
  /** For the limits of one hour; empty from the next day on, and in backups. */
  ip_address: string;
  created_at: string;
  confirmed_at: string | null;
  /** How many offers it has had. */
  offers: Generated<number>;
  /** Until when it alone may buy a free piece; null while it waits, or once the offer is taken back. */
  offered_until: string | null;
  /** When its offer was renewed because no one could have seen it. */
  renewed_at: string | null;
  ended_at: string | null;
  ended_as: EntryEnd | null;
};

declare module '#server/platform/db/schema.ts' {
  interface Schema {
    waiting_entries: WaitingEntries;
  }
}
