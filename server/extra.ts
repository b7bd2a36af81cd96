/**
 * Where an extra plugs into the server. It names what it brings; nothing of it is loaded before it is used, but for its routes. What has an order has it as a
 * number, so that the list's order (`server/extras.ts`) means nothing.
 */

import type { ConditionEntry } from '#contract/admin/conditions.ts';
import type { TodayRow } from '#contract/admin/today.ts';
import type { TodayKindEntry } from '#contract/admin/today-kinds.ts';
import type { PublicApi } from '#contract/api.ts';
import type { Medium } from '#contract/media/media.ts';
import type { KeyedLink } from '#contract/messages/keyed-links.ts';
import type { Context } from './context.ts';
import type { Look } from './features/admin/doctor/findings.ts';
import type { Upload, WorkDir } from './features/media/files/ingest/ingest.service.ts';
import type { MediumRow } from './features/media/files/media.queries.ts';
import type { MissingPage } from './features/storefront/pages/missing-page.ts';
import type { Pages } from './features/storefront/pages/page-responses.ts';
import type { Archive } from './features/transfer/backup/archive-reader.ts';
import type { Db, Tx } from './platform/db/db.ts';
import type { MediaJobKinds, Schema } from './platform/db/schema.ts';
import type { App } from './platform/http/app-type.ts';
import type { WithCookies } from './platform/http/cookies.ts';
import type { Permissions } from './platform/http/headers.ts';
import type { DueKind } from './platform/jobs/due.ts';
import type { AnonymousResponses } from './platform/page-cache/anonymous-responses.ts';
import type { BuiltFiles } from './platform/rendering/renderer.ts';

/** What waits for the admin, as Today lists it. */
export type TodayFinding = { count: number; rows: TodayRow[] };

/** Reads a figure of Today. @param since the beginning of the last seven days. */
export type FindFigure = (ctx: Context, since: string) => Promise<{ count: number; amount?: string }>;

/** Columns by their table. */
export type Columns = { readonly [Table in keyof Schema]?: readonly (keyof Schema[Table])[] };

/** What is stored under an email address. */
export type PersonalData = {
  /** Columns that identify a person. `erase` clears or deletes every one. */
  columns: Columns;
  /** What is stored under the email address, whatever its case, as it is handed to the buyer. */
  find(ctx: Context, email: string): Promise<object[]>;
  /** Erases it for good. @param now ISO 8601 in UTC. */
  erase(tx: Tx, email: string, now: string): Promise<void>;
};

type SoldPictureTable = {
  [Table in keyof Schema]: Schema[Table] extends { media_id: unknown; image_url: unknown } ? Table : never;
}[keyof Schema];
type MediaTable = { [Table in keyof Schema]: Schema[Table] extends { media_id: unknown } ? Table : never }[keyof Schema];

/**
 * What the path of a page means. `path`: its cache key, the one spelling of it. `exists`: asked before it is rendered; without it the page is always there.
 * `missing`: what is missing where it is not, or a path at which the page of the extra says so itself.
 */
export type ExtraPage =
  | { path: string; exists?: (ctx: Context) => Promise<boolean>; missing?: MissingPage }
  | { path?: never; missing: MissingPage };

/** A piece that is kept for somebody, found by the key that the request brings. */
export type Offer = {
  specimenId: number;
  email: string;
  /**
   * Uses it up for an order whose transaction holds the piece already, so that the specimen is locked.
   * @returns false where it has ended meanwhile: then the transaction must be rolled back.
   */
  take(ctx: Context, tx: Tx): Promise<boolean>;
};

/** Follows a change of the stock of these specimens, in its transaction. */
export type StockFollower = (tx: Tx, specimenIds: number[]) => Promise<void>;

/** Where a shop is restored from, if not from a file, as `npm run restore` takes it. */
export type RestoreSource = {
  /** The value of `--from`. */
  place: string;
  /** Of the one that is wanted; null: the newest. */
  day: string | null;
  /** What opens it. */
  words: string;
  /** Variables of the environment that reach the place. */
  environment: Record<string, string | undefined>;
};

export type { MediumRow };
/** Work on a stored medium, in a folder of its own. @throws Error if it cannot be done now: it is tried again later. */
export type MediaJob = (ctx: Context, medium: MediumRow, work: WorkDir) => Promise<void>;

export type ServerExtra = {
  /** The extras, by their folders, without which it cannot be: those alone it may import, and it goes where one of them goes. */
  needs?: readonly string[];
  /** Adds its calls. Loaded by every start. */
  routes?: () => Promise<(app: App, ctx: Context, visitors: AnonymousResponses) => void>;
  /** What becomes due at a time of its own. The core's holds have the numbers up to 20, erasing old orders and deletions 100 and 110. */
  due?: { order: number; kinds: () => Promise<readonly DueKind<Context>[]> };
  /** What can wait for the admin, by its kind. */
  today?: Record<string, TodayKindEntry & { find: (ctx: Context, limit: number, dayEnd: string) => Promise<TodayFinding> }>;
  /** Figures of the week in Today, by their names. The core's have the orders 10 to 40. */
  figures?: Record<string, { order: number; label: string; find: FindFigure }>;
  /** What can be wrong with what it does, by its name: told as the core's conditions are. */
  conditions?: Record<string, ConditionEntry & { isLasting: (ctx: Context) => Promise<boolean> }>;
  /** What the doctor finds of it, by what it is called there. */
  findings?: Record<string, Look>;
  /** What it logs of the admin's account, as Account says it, by `ActivityKind`. */
  activities?: Record<`${string}.${string}`, string>;
  /** Opens, checked, what a shop can be restored from besides the file of a backup. @throws Problem */
  restoreFrom?: (source: RestoreSource, restore: (archive: Archive) => Promise<void>) => Promise<void>;
  /** What it stores under email addresses, by the name under which a buyer gets it. */
  personalData?: Record<string, { order: number; load: () => Promise<PersonalData> }>;
  /** Pieces that it keeps for somebody, counted in `specimens.waiting`: the keys of a request, and the offers that they open, by specimen. */
  offers?: {
    keysOf: (request: WithCookies) => Promise<KeyedLink[]>;
    find: (db: Db | Tx, keys: readonly KeyedLink[], now: string) => Promise<Map<number, Offer>>;
    /** Until when a piece of the specimen is kept for the next buyer, of those that are not sold; null: none is. */
    reservedUntil: (db: Db | Tx, specimenId: number, now: string) => Promise<string | null>;
    /** For how many hours the next buyer alone may buy; 0: visitors are not invited to wait. */
    waitingHours: (ctx: Context) => Promise<number>;
  };
  /** In the transaction that deletes an order. `refusal`: why it must not be deleted, in words; null: it may. `before`: what is done before. */
  orderDeletion?: {
    refusal?: (tx: Tx, orderId: number) => Promise<string | null>;
    before?: (tx: Tx, orderId: number, now: string) => Promise<void>;
  };
  /** Called before a transaction that changes stock, for what it does in it. */
  stockFollower?: (ctx: Context) => Promise<StockFollower>;
  /** Clears IP addresses that were stored before the instant, and what else it needs no more. */
  cleanUp?: (ctx: Context, before: string) => Promise<void>;
  /** Reads a page's path, by the page's name; a page without an entry is the same for everybody at its own path. */
  pages?: Record<string, (path: string, param: string, query: string) => ExtraPage>;
  /** Reads that its pages are rendered from. @param tags of what was read, by which the page is invalidated. */
  pageApi?: (ctx: Context, tags: Set<string>) => Partial<PublicApi>;
  /** What the core must know of its tables. */
  tables?: {
    /** Those with a column `media_id`: what they name is in use. */
    usingMedia?: readonly MediaTable[];
    /** Those among them with an `image_url`, at which the picture stays readable whatever becomes of its specimen. */
    soldPictures?: readonly SoldPictureTable[];
    /** Those that are of this installation alone, and in no backup. */
    notInBackups?: readonly (keyof Schema)[];
    /** The cache tags that a changed row invalidates, by the row's key, where the database notes its changes. */
    changed?: { [Table in keyof Schema]?: (key: string) => string[] };
  };
  /** What it makes of stored media later, or finds in them, by the kind of the job; it ends its job itself. */
  mediaJobs?: { [Kind in keyof MediaJobKinds]?: MediaJob };
  /** The specimen that is now at a path of the shop that the dealer comes from; null: none. Asked of paths that are no page. */
  oldAddress?: (ctx: Context, path: string) => Promise<number | null>;
  /** The path of its module that knows sheets of other programs (`FindShape`), which is loaded in the process that reads them. */
  sheetShapes?: string;
  /** Called in the transaction in which a specimen takes the place of another, which is about to go. */
  specimenReplaced?: (tx: Tx, from: number, to: number) => Promise<void>;
  /** The media of a specimen. */
  specimenMedia?: {
    /** Called in the transaction that changes a specimen's media or their descriptions. */
    changed?: (tx: Tx, specimenId: number, now: string) => Promise<void>;
    /** Returns them with what it knows of them, the main one first. */
    shown?: (db: Db | Tx, media: Medium[], visibility: { hidden: boolean }) => Promise<Medium[]>;
    /** Gives a video the turn that a sheet names for it. @param frames how many the file has. @throws Problem */
    addTurn?: (ctx: Context, videoId: string, file: Upload, frames: number, work: WorkDir) => Promise<unknown>;
  };
  /** What the browser allows a page for the admin, by its path. */
  permissions?: Record<string, Permissions>;
  /** Adds files that stand beside its pages and are made of the build. */
  pageFiles?: () => Promise<(app: App, ctx: Context, pages: Pages, files: BuiltFiles) => void>;
};
