import type { ShopSettings } from '#core/contract/admin/settings.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Context } from './context.ts';

/** The log knows no other actors. */
export type Actor = 'buyer' | 'owner' | 'system';

/** `data` holds no personal data: an order stores it, and takes it along. */
export type Entry = {
  kind: string;
  /** When it happened, if that was before the act. */
  at?: string;
  specimenId?: number | null;
  orderId?: number | null;
  data?: Record<string, unknown>;
};

/** An act of a command or at startup. It changes no specimen. */
export type BareAct = Pick<Context, 'dialect' | 'clock'> & {
  readonly db: Tx;
  readonly tx: Tx;
  /** ISO 8601 in UTC; `clock` stands still at it. */
  readonly now: string;
  readonly actor: Actor;
  /** Reads the settings at most once. */
  settings(): Promise<ShopSettings>;
  /** Logs at the act's instant and, unless another is given, by its actor. */
  record(entries: Entry | readonly Entry[], actor?: Actor): Promise<void>;
  /**
   * Lets followers of stock, such as waiting lists, respond so far. Every act ends with this; a
   * rule calls it only to read the result.
   */
  follow(): Promise<void>;
  /** Runs work after the commit, before pages are invalidated. */
  afterCommit(work: () => Promise<void>): void;
};

/**
 * One change of stored data, as `perform` hands it to a rule. Its handle is the transaction:
 * services that read by it read what the act has written.
 */
export type Act = Omit<Context, 'db' | 'invalidateCache'> & BareAct;
