/**
 * Where a feature plugs into the server. Apart from its routes, nothing is loaded before it is
 * used. What is ordered carries a number, so the order of the list (`features/server.ts`) means
 * nothing.
 * Why: `docs/decisions/0068-core-and-features.md`.
 */

import type { Server } from 'node:http';
import type { PasswordDecisions } from '#core/contract/admin/auth.ts';
import type { ConditionEntry } from '#core/contract/admin/condition-entry.ts';
import type { TodayKindEntry, TodayRow } from '#core/contract/admin/today-rows.ts';
import type { PublicApi } from '#core/contract/api.ts';
import type { Medium } from '#core/contract/media/media.ts';
import type { KeyedLink } from '#core/contract/messages/keyed-links.ts';
import type { OrderStatus } from '#core/contract/selling/order-statuses.ts';
import type { OrderFields } from '#core/contract/selling/orders.ts';
import type { MissingPage } from '#core/contract/storefront/pages.ts';
import type { NewerVersion } from '#core/contract/version.ts';
import type { Archive } from '#platform/backup/archive-reader.ts';
import type { Cells } from '#platform/csv.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { MediaJobKinds, Schema } from '#platform/db/schema.ts';
import type { App } from '#platform/http/app-type.ts';
import type { WithCookies } from '#platform/http/cookies.ts';
import type { Permissions } from '#platform/http/headers.ts';
import type { DueKind } from '#platform/jobs/due.ts';
import type { Job } from '#platform/jobs/job.ts';
import type { AnonymousResponses } from '#platform/page-cache/anonymous-responses.ts';
import type { BuiltFiles } from '#platform/rendering/renderer.ts';
import type { Act, BareAct } from './act.ts';
import type { Context } from './context.ts';
import type { Look } from './findings.ts';
import type { Upload, WorkDir } from './media/files/ingest/upload.ts';
import type { MediumRow } from './media/files/media.queries.ts';
import type { OrderRow } from './selling/orders/orders.queries.ts';
import type { Pages } from './storefront/pages/page-responses.ts';

export type TodayFinding = { count: number; rows: TodayRow[] };

/** @param since the beginning of the last seven days. */
export type FindFigure = (
  ctx: Context,
  since: string,
) => Promise<{ count: number; amount?: string }>;

export type Columns = { readonly [Table in keyof Schema]?: readonly (keyof Schema[Table])[] };

export type PersonalData = {
  /** Columns that identify a person. `erase` clears or deletes every one. */
  columns: Columns;
  /** What is stored under the email address in any case, as the buyer gets it. */
  find(ctx: Context, email: string): Promise<object[]>;
  erase(act: Act, email: string): Promise<void>;
};

type SoldPictureTable = {
  [Table in keyof Schema]: Schema[Table] extends { media_id: unknown; image_url: unknown }
    ? Table
    : never;
}[keyof Schema];
type MediaTable = {
  [Table in keyof Schema]: Schema[Table] extends { media_id: unknown } ? Table : never;
}[keyof Schema];

/**
 * What the path of a page means. `path`: its cache key, the one spelling of it. `exists`: asked
 * before rendering; default: always. `missing`: what is missing if it does not exist, or a path at
 * which the feature's own page says so.
 */
export type FeaturePage =
  | SpelledPage
  | { path: string; exists?: (ctx: Context) => Promise<boolean>; missing?: MissingPage }
  | { path?: never; missing: MissingPage };

/**
 * A page whose path has words of what it shows. `canonical`: its one spelling, to which others are
 * redirected; null: no such page. `mayBeCanonical`: whether a cached page may be sent for the path.
 */
export type SpelledPage = {
  path: string;
  mayBeCanonical: boolean;
  canonical: (ctx: Context) => Promise<string | null>;
};

/** A piece that is kept for somebody who brings a key. */
export type Offer = {
  specimenId: number;
  email: string;
  /**
   * Uses it up for an order whose transaction holds the piece already, so that the specimen is
   * locked.
   * @returns false if it has ended meanwhile: then the transaction must be rolled back.
   */
  take(act: Act): Promise<boolean>;
};

/**
 * Called in the act that changed specimens.
 * @param specimenIds null: very many.
 */
type StockFollower = (act: Act, specimenIds: number[] | null) => Promise<void>;

/** Follows an order's changes in their acts, and answers what the core asks before one. */
export type OrderFollower = {
  /** Called in the act of a step, such as a payment or a refund, before it changes the locked order. */
  acting?: (act: Act, order: OrderRow) => Promise<void>;
  /** Called in the act before it moves a locked order to another status. */
  moving?: (act: Act, order: OrderRow, status: OrderStatus) => Promise<void>;
  /** Called in the act that corrects a locked order, or notes its tracking number. */
  edited?: (act: Act, before: OrderRow, after: OrderRow) => Promise<void>;
  /** Why the admin cannot give an order the status, in words. */
  refusals?: (db: Db, order: OrderRow, status: OrderStatus) => Promise<string[]>;
  /**
   * Locks and returns the orders that move to the status with a locked one.
   * @throws Problem state_conflict if they cannot.
   */
  movedWith?: (act: Act, order: OrderRow, status: OrderStatus) => Promise<OrderRow[]>;
  /** Called in the act before it changes the amount of a payment or refund, or takes it back. */
  moneyChanging?: (act: Act, moneyId: number) => Promise<void>;
  /**
   * The numbers of all orders that a mail about this one is about, with its own; empty: its own
   * alone.
   */
  mailedWith?: (db: Db | Tx, order: OrderRow) => Promise<number[]>;
};

/**
 * Logs the admin in beside the password, and proves again who is there. The feature checks a proof
 * and calls `loginBy` or `confirmBy`; the core asks here for its name, and says when it must go.
 */
export type OtherProofs = {
  /** Keyed by the ids that sessions store. */
  names: (db: Db | Tx, userId: number) => Promise<Map<number, string>>;
  /**
   * Removes and logs the proofs that do not outlive a new password, in its act. `client`: null for
   * a command. Returns their names.
   */
  drop: (
    act: BareAct,
    userId: number,
    decisions: PasswordDecisions,
    client: { device: string; network: string } | null,
  ) => Promise<string[]>;
  /** Called when somebody else takes the account over. */
  dropAll: (tx: Tx, userId: number) => Promise<unknown>;
};

/** What `npm run user` does besides setting a password. */
export type UserCommands = {
  /**
   * Parts of the help: after `Type the password twice`, in the examples, on the option, and on the
   * commands.
   */
  usage: { typing: string; example: string; option: string; commands: string };
  /** The beginning of the option that goes with a new password. */
  option: string;
  /**
   * Decides what goes with a new password. `given`: the option's value. `ask`: null without a
   * terminal. `told`: what the command says in the end; null: nothing. Throws a Problem.
   */
  decide: (
    db: Db,
    username: string | null,
    given: string | null,
    ask: ((list: string, question: string) => Promise<string>) | null,
  ) => Promise<{
    decisions: PasswordDecisions;
    told: (dropped: readonly string[]) => string | null;
  }>;
  /** By name. Each returns what is said in the end. */
  commands: Record<
    string,
    (ctx: Pick<Context, 'db' | 'dialect' | 'clock'>, username: string | null) => Promise<string>
  >;
};

/** A sheet of exports and imports that only the feature understands. */
export type FeatureSheet = {
  columns: readonly string[];
  /** What is wrong with a heading, by column; null: with all of it. */
  faultsOf: (names: readonly string[]) => { column: string | null; message: string }[];
  /** Without a row the export has no such sheet. `referencesOf` orders, by their numbers. */
  rows: (
    ctx: Context,
    referencesOf: (orderIds: number[]) => Promise<Map<number, string>>,
  ) => Promise<Partial<Cells>[]>;
  /**
   * Begins an import. `importRow` throws a Problem that names the column; `end` is called in any
   * case. `orderOf` a reference: its number here; null: a dry run would add it; undefined: none.
   */
  open: (
    ctx: Context,
    isDryRun: boolean,
    orderOf: (reference: string) => Promise<number | null | undefined>,
  ) => {
    importRow: (cells: Cells) => Promise<'added' | 'changed' | 'unchanged'>;
    end: () => Promise<void>;
  };
};

/** Where `npm run restore` restores from, if not from a file. */
export type RestoreSource = {
  /** The value of `--from`. */
  place: string;
  dataDir: string;
  /** The backup's day; null: the newest. */
  day: string | null;
  /** The words that open the backup. */
  words: string;
  /** Environment variables that reach the place. */
  environment: Record<string, string | undefined>;
};

export type { MediumRow, OrderRow };
/**
 * Work on a stored medium, in its own folder.
 * @throws Error if it cannot be done now: it is tried again later.
 */
export type MediaJob = (ctx: Context, medium: MediumRow, work: WorkDir) => Promise<void>;

export type ServerFeature = {
  /**
   * The only features that it may import, by folder. Without them it cannot be, and it goes where
   * one of them goes.
   */
  needs?: readonly string[];
  /** Adds its calls. Loaded by every start. */
  routes?: () => Promise<(app: App, ctx: Context, visitors: AnonymousResponses) => void>;
  /**
   * What becomes due at its own time. The core's holds have numbers up to 20; erasing old orders
   * has 100, deletions 110.
   */
  due?: { order: number; kinds: () => Promise<readonly DueKind<Context>[]> };
  /** Starts a background job; a rehearsal of an upgrade does not. `server` listens already. */
  job?: () => Promise<(ctx: Context, server: Server) => Job>;
  /** What can wait for the admin, by kind. */
  today?: Record<
    string,
    TodayKindEntry & {
      find: (ctx: Context, limit: number, dayEnd: string) => Promise<TodayFinding>;
    }
  >;
  /** Figures of the week in Today, by name. The core's have the orders 20 to 40. */
  figures?: Record<string, { order: number; label: string; find: FindFigure }>;
  /** What can be wrong with the feature, by name; the watch (`features/health`) tells it. */
  conditions?: Record<string, ConditionEntry & { isLasting: (ctx: Context) => Promise<boolean> }>;
  /** What the doctor (`features/health`) looks at, by its name there. */
  findings?: Record<string, Look>;
  /** Tells whether there is a newer version, and when that was asked for. */
  newerVersion?: () => Promise<(ctx: Context, running: string) => Promise<NewerVersion>>;
  /** What it logs of the admin's account, as Account says it, by `ActivityKind`. */
  activities?: Record<`${string}.${string}`, string>;
  /**
   * Opens and checks what a shop can be restored from besides a backup's file.
   * @throws Problem
   */
  restoreFrom?: (
    source: RestoreSource,
    restore: (archive: Archive) => Promise<void>,
  ) => Promise<void>;
  otherProofs?: () => Promise<OtherProofs>;
  userCommands?: () => Promise<UserCommands>;
  /** What it stores under email addresses, by the name under which a buyer gets it. */
  personalData?: Record<string, { order: number; load: () => Promise<PersonalData> }>;
  /**
   * Pieces that it keeps for somebody, counted in `specimens.waiting`: the keys of a request, and
   * the offers that they open, by specimen.
   */
  offers?: {
    keysOf: (request: WithCookies) => Promise<KeyedLink[]>;
    find: (db: Db | Tx, keys: readonly KeyedLink[], now: string) => Promise<Map<number, Offer>>;
    /** Until when an unsold piece of the specimen is kept for the next buyer; null: none is. */
    reservedUntil: (db: Db | Tx, specimenId: number, now: string) => Promise<string | null>;
    /** For how many hours the next buyer alone may buy; 0: visitors are not invited to wait. */
    waitingHours: (ctx: Context) => Promise<number>;
  };
  /**
   * `refusal`: why the order must not be deleted, in words, or null. `before`: what the act that
   * deletes it does first. `told`: what a reader who knows one of these hashes is told of an order
   * that is not there, or null.
   */
  orderDeletion?: {
    refusal?: (db: Db | Tx, orderId: number) => Promise<string | null>;
    before?: (act: Act, orderId: number) => Promise<void>;
    told?: (ctx: Context, orderId: number, hashes: string[]) => Promise<string | null>;
  };
  /** Called in the transaction that erases the personal data of an order's buyer. */
  buyerErased?: (tx: Tx, orderId: number) => Promise<void>;
  orderFollower?: () => Promise<OrderFollower>;
  /** For how many milliseconds an email of the kind waits before it is sent. */
  mailHold?: () => Promise<(act: Act, kind: string) => Promise<number>>;
  /** Reads the fields that it adds to an order's page (`features/order-fields.ts`). */
  orderFields?: () => Promise<(ctx: Context, order: OrderRow) => Promise<Partial<OrderFields>>>;
  /** Called by each act that has changed specimens. */
  stockFollower?: () => Promise<StockFollower>;
  /** Clears IP addresses stored before the instant, and what else it no longer needs. */
  cleanUp?: (ctx: Context, before: string) => Promise<void>;
  /**
   * Reads a page's path, by the page's name. A page without an entry is the same for everybody at
   * its own path.
   */
  pages?: Record<string, (path: string, param: string, query: string) => FeaturePage>;
  /** Reads that its pages are rendered from. Add to `tags` what invalidates the page. */
  pageApi?: (ctx: Context, tags: Set<string>) => Partial<PublicApi>;
  tables?: {
    /** Tables with a `media_id`: media that they name are in use. */
    usingMedia?: readonly MediaTable[];
    /**
     * Tables with an `image_url`, whose picture stays readable whatever becomes of its specimen.
     */
    soldPictures?: readonly SoldPictureTable[];
    /** Must be empty before a restore; keyed by what the refusal calls the rows. */
    inTheWay?: Record<string, keyof Schema>;
    /** Tables of this installation alone. */
    notInBackups?: readonly (keyof Schema)[];
    /**
     * By table: the cache tags that a changed row invalidates, from the row's key, where the
     * database notes its changes.
     */
    changed?: { [Table in keyof Schema]?: (key: string) => string[] };
  };
  /**
   * Paths of its pages with a parameter that anyone may find, in alphabetical order, for the
   * sitemap and a copy of the shop.
   */
  shownPaths?: (ctx: Context) => Promise<string[]>;
  /**
   * What it makes of stored media later, or finds in them, by kind of job. It ends its job itself.
   */
  mediaJobs?: { [Kind in keyof MediaJobKinds]?: MediaJob };
  /** By file name. */
  sheets?: Record<string, () => Promise<FeatureSheet>>;
  /**
   * The specimen that is now at a path of the dealer's former shop; null: none. Asked only of paths
   * that are no page.
   */
  oldAddress?: (ctx: Context, path: string) => Promise<number | null>;
  /**
   * The path of a module that knows sheets of other programs (`FindShape`), loaded in the process
   * that reads them.
   */
  sheetShapes?: string;
  /**
   * Called in the transaction in which one specimen takes the place of another that is about to go.
   */
  specimenReplaced?: (tx: Tx, from: number, to: number) => Promise<void>;
  specimenMedia?: {
    /** Called in the act that changed a specimen's media, or their descriptions. */
    changed?: (act: Act, specimenId: number) => Promise<void>;
    /** Returns the media with what it knows of them, the main one first. */
    shown?: (db: Db | Tx, media: Medium[], visibility: { hidden: boolean }) => Promise<Medium[]>;
    /**
     * Gives a video the turn that a sheet names for it.
     * @param frames how many the file has.
     * @throws Problem
     */
    addTurn?: (
      ctx: Context,
      videoId: string,
      file: Upload,
      frames: number,
      work: WorkDir,
    ) => Promise<unknown>;
  };
  /** What the browser allows an admin page, by its path. */
  permissions?: Record<string, Permissions>;
  /** Adds files beside its pages that are made of the build. */
  pageFiles?: () => Promise<(app: App, ctx: Context, pages: Pages, files: BuiltFiles) => void>;
};
