/** The tables as Kysely types. Instants are ISO 8601 texts in UTC from the app's clock; money is in integer cents. */
import type { ColumnType, Generated, Insertable, Selectable, Updateable } from 'kysely';
import type { OwnColour } from '#contract/catalogue/stone-colours.ts';
import type { MediaKind } from '#contract/media/media-kind.ts';
import type { Outline } from '#contract/media/outline.ts';
import type { InquiryStatus } from '#contract/messages/inquiry-rules.ts';
import type { MailStatus } from '#contract/messages/mail-statuses.ts';
import type { LineStanding } from '#contract/selling/order-changes.ts';
import type { OrderKind } from '#contract/selling/order-kinds.ts';
import type { MoneyKind } from '#contract/selling/order-money.ts';
import type { Claim, OrderStatus } from '#contract/selling/order-statuses.ts';
import type { Json } from './json-columns.ts';
import type { CollectionSpecimens, Collections } from './schema-collections.ts';
import type { SpecimenMedia, StoredTurn } from './schema-media.ts';
import type { OrderProposals } from './schema-orders.ts';
import type { SearchDeletionKeys, SearchPostings, SearchTokens } from './schema-search.ts';
import type { SheetTables } from './schema-sheets.ts';
import type { CatalogueNumbers, Localities, OwnSpecies, ReservedNumbers, SpecimenSuccessors, Specimens } from './schema-specimens.ts';

/** A row as it is selected, inserted and updated. */
export type Row<Table> = Selectable<Table>;
export type NewRow<Table> = Insertable<Table>;
export type RowChange<Table> = Updateable<Table>;

export type Users = {
  id: Generated<number>;
  username: string;
  password_hash: string;
  /** Whether the password is the published one of the demo. */
  is_demo: boolean;
  created_at: string;
  updated_at: string;
};

export type Sessions = {
  token_hash: string;
  user_id: number;
  created_at: string;
  last_seen_at: string;
  /** Such as "Firefox on Linux"; empty for a session older than this column. */
  device: Generated<string>;
  /** The /24 or /48 that it was begun from. */
  network: Generated<string>;
  /** When its admin last gave the password, or a passkey. */
  confirmed_at: Generated<string | null>;
  /** The passkey that began it; null: the password. */
  passkey_id: Generated<number | null>;
};

/** A public key of WebAuthn that logs its user in. Bytes are base64url. */
export type Passkeys = {
  id: Generated<number>;
  user_id: number;
  /** The browser's name for it. */
  credential_id: string;
  /** The host that it belongs to: the relying party's id. */
  host: string;
  public_key: string;
  /** How often it was used, by the authenticator's own count; 0 where it does not count. */
  counter: number;
  transports: Json<string[]>;
  name: string;
  created_at: string;
  last_used_at: Generated<string | null>;
};

/** What a passkey is asked to sign, until it has. */
export type PasskeyChallenges = {
  challenge: string;
  purpose: 'add' | 'confirm' | 'login';
  /** Of the token in whose browser it may be used. */
  holder_hash: string;
  network: string;
  created_at: string;
};

/** From where the admin has logged in. */
export type LoginNetworks = {
  /** The /24 or /48. */
  network: string;
  last_login_at: string;
};

export type LoginAttempts = {
  id: Generated<number>;
  /** What was attempted, with a password or a passkey: whatever name was given, all attempts count together. */
  username: string;
  ip_address: string;
  /** The /24 or /48 of the IP address. */
  network: Generated<string>;
  created_at: string;
};

export type Categories = { id: number; name: string; description: string; color: string };

export type SiteSettings = { id: Generated<number>; key: string; value: Json<unknown>; updated_at: string };

/** A stored picture or video; `id` is random. */
export type Media = {
  id: string;
  /** A hash that was its id and part of its URLs in older versions; null for media that never had one. */
  old_id: Generated<string | null>;
  /** What the names of its files in the media store begin with. */
  stem: string;
  /** First 32 hexadecimal digits of the original's SHA-256; unique. */
  content_hash: string;
  kind: MediaKind;
  width: number;
  height: number;
  /** Widths in pixels of the smaller renditions that exist. */
  widths: Json<number[]>;
  placeholder: string;
  /** A video's poster. */
  poster_id: string | null;
  /** Whether the poster is a plain one, until the admin's browser makes a real one. */
  has_plain_poster: Generated<boolean>;
  /** File extension of the private original, such as 'jpg'; null if none is stored. */
  original: string | null;
  /** Whether everything made from the original exists. */
  complete: Generated<boolean>;
  /** Whether a picture is shown across a whole window, such as the hero's, and has a rendition for that. */
  is_wide: Generated<boolean>;
  /** Of the stone that a picture shows; null: not looked for yet. */
  colours: ColumnType<OwnColour[] | null, string | null | undefined, string>;
  /** Of the stone that a picture shows; null: not found, or not looked for yet. */
  outline: ColumnType<Outline | null, Outline | null | undefined, Outline | null>;
  /** Name of the video's public file, and its MIME type, with codecs if known. */
  video_file: string | null;
  video_type: string | null;
  /** A video's turn; null: the admin has made none. */
  turn: ColumnType<StoredTurn | null, string | null | undefined, string | null>;
  created_at: string;
};

/** The core's kinds of media jobs; extras add theirs as they add tables. */
export interface MediaJobKinds {
  renditions: true;
  conversion: true;
  colours: true;
}

/** What is still to be made from a medium; a finished job is deleted. */
export type MediaJobs = {
  media_id: string;
  kind: keyof MediaJobKinds;
  attempts: Generated<number>;
  queued_at: string;
  /** Not attempted before this time. */
  due_at: string;
  /** When a process claimed it; an expired claim is ignored. */
  claimed_at: string | null;
  last_error: string | null;
};

export type Orders = {
  id: Generated<number>;
  kind: OrderKind;
  status: OrderStatus;
  customer_name: string;
  customer_email: string;
  customer_address: string;
  subtotal_cents: number;
  shipping_cents: number;
  total_cents: number;
  venmo_username: string | null;
  venmo_payment_id: string | null;
  /** The admin's words on how it was paid, of a sale made elsewhere. */
  paid_how: Generated<string | null>;
  /** Read by the admin alone. */
  private_note: Generated<string | null>;
  /** Written by the buyer. */
  notes: string | null;
  /** The secret in the link that opens the order in any browser; the buyer gets it. */
  access_key: string;
  /** The same in the link of its mails, which nobody but their reader gets; null: the order is older than this key. */
  mail_key: Generated<string | null>;
  /** When the mail's link was opened or the order paid, whichever came first. */
  email_proved_at: Generated<string | null>;
  /** For the limit of pending orders per IP address and day; empty from then on, and in backups. */
  ip_address: string;
  /** Until when a pending order holds its pieces; null: without end. Once it is cancelled, the end that its hold had. */
  hold_ends_at: Generated<string | null>;
  /** When its buyer is to be reminded; null: never, or already done. */
  hold_reminds_at: Generated<string | null>;
  /** When the hold had ended and the admin was asked what to do. */
  hold_asked_at: Generated<string | null>;
  /** When its buyer first gave a sign of life after ordering. */
  sign_of_life_at: Generated<string | null>;
  /** When its buyer said that the payment is sent; the hold does not end until the admin answers. */
  payment_reported_at: Generated<string | null>;
  /** Whether it is held only for a while, until the link in its mail is opened. */
  awaits_proof: Generated<boolean>;
  carrier: Generated<string | null>;
  tracking_number: Generated<string | null>;
  /** The same of all orders that travel in one parcel. */
  parcel: Generated<string | null>;
  /** When it was paid; null: it is not, or no longer. */
  paid_at: Generated<string | null>;
  /** When the buyer's personal data were erased. */
  erased_at: Generated<string | null>;
  /** The buyer's name and email address and the titles of the lines, folded for searching. */
  search_text: Generated<string>;
  created_at: string;
  updated_at: string;
};

/** The outbox: a mail is written in the transaction of the change it reports, and stays as long as its order; without one, for 90 days. */
export type Mails = {
  id: Generated<number>;
  order_id: number | null;
  /** No other mail has the same: it is written only once. */
  dedupe_key: Generated<string | null>;
  /** For the header `List-Unsubscribe`. */
  unsubscribe_url: Generated<string | null>;
  /** One of the core's (`MailKind`), or of an extra's. */
  kind: string;
  from_name: string;
  from_address: string;
  to_name: string;
  to_address: string;
  reply_to: string;
  subject: string;
  body_text: string;
  /** Compressed, and empty once it is sent: only a mail program reads it. */
  body_html: string;
  /** JSON: those that it shows (`StoredPiece`), for when it is made anew; null in mails of earlier versions. */
  pieces: Generated<string | null>;
  /** Stays the same however often the mail is sent. */
  message_id: string;
  status: MailStatus;
  attempts: Generated<number>;
  /** When it was written, or last sent again by hand. */
  queued_at: string;
  due_at: string;
  claimed_at: string | null;
  sent_at: string | null;
  last_error: string | null;
};

export type OrderLines = {
  id: Generated<number>;
  order_id: number;
  /** Null once the specimen is deleted. */
  specimen_id: number | null;
  title: string;
  price_cents: number;
  shipping_cents: number;
  quantity: number;
  /** What one piece had cost, as the field of a specimen that is deleted had it; null while the specimen says it, or if unknown. */
  cost: Generated<string | null>;
  /** The picture, and its URL for readers of the order alone; null and '' if there is none. */
  media_id: Generated<string | null>;
  image_url: string;
  /** What the line does to the specimen's stock. */
  claim: Claim;
  standing: Generated<LineStanding>;
};

/** Money that moved for an order. */
export type OrderMoney = {
  id: Generated<number>;
  order_id: number;
  /** The line that it is for; null: for the order as a whole. */
  line_id: Generated<number | null>;
  kind: MoneyKind;
  /** Above 0; the kind says which way it went. */
  amount_cents: number;
  /** How it went; null: as the order notes it. */
  method: Generated<string | null>;
  /** When it moved. */
  at: string;
  /** Of a fee: the payment that it was charged for. */
  payment_id: Generated<number | null>;
  /** Of a refund: how much of it was received beyond what the order cost then. */
  surplus_cents: Generated<number>;
};

/** The tokens that may read an order, as hashes: of the browser that placed it, and of any that repeated its idempotency key. */
export type OrderBuyers = { order_id: number; buyer_hash: string };

/** What was made under a key: an order or a specimen. */
export type IdempotencyKeys = {
  key: string;
  body_hash: string;
  order_id: number | null;
  specimen_id: Generated<number | null>;
  created_at: string;
  /** Of a key that lasts longer than others. */
  lasts_until: Generated<string | null>;
};

export type Events = {
  id: Generated<number>;
  created_at: string;
  /** 'buyer', 'owner' or 'system'. */
  actor: string;
  kind: string;
  specimen_id: number | null;
  order_id: number | null;
  data: Json<Record<string, unknown>>;
};

/** What is done only once, such as loading the demo collection. */
export type Markers = { name: string; created_at: string };

/** Secrets of others, sealed with the key of DATA_DIR (`server/platform/secrets.ts`). In no backup. */
export type SealedSecrets = { name: string; sealed: string; updated_at: string };

/** What is wrong with the shop, or was: since when, whether its owner was told, and when it ended. In no backup. */
export type Conditions = { name: string; began_at: string; told_at: string | null; ended_at: string | null };

/** What the admin notes of a buyer; a row only where there is something. */
export type Buyers = {
  /** In lower case, as the database that wrote it does that. */
  email: string;
  /** Read by the admin alone; empty: none. */
  note: string;
  /** Since when no order or question is taken from the address. */
  blocked_at: string | null;
};

/** A question about a specimen or an order. */
export type Inquiries = {
  id: Generated<number>;
  /** Equal for all inquiries about the same thing, also after it is deleted: `specimen 12`, `order 5`. */
  subject: string;
  /** What it is about, as it was called then. */
  title: string;
  /** Null once the specimen is deleted, and of an order. */
  specimen_id: number | null;
  order_id: number | null;
  name: string;
  email: string;
  status: InquiryStatus;
  /** For the limits of one hour; empty from the next day on, and in backups. */
  ip_address: string;
  created_at: string;
};

/** The question of an inquiry, and the admin's answers. */
export type InquiryMessages = { id: Generated<number>; inquiry_id: number; author: 'asker' | 'admin'; text: string; created_at: string };

/** Random keys by which the shop knows again what it has signed; every process on the database uses the same. */
export type SigningKeys = { name: string; value: string };

/** A payment that is noted on an order, by the SHA-256 of its id: none is used twice, also after the order is deleted or erased (null then). */
export type UsedPayments = { payment_hash: string; order_id: number | null };

/** The core's tables. Extras add theirs beside their code: `declare module '#server/platform/db/schema.ts' { interface Schema { … } }`. */
export interface Schema extends SheetTables {
  users: Users;
  sessions: Sessions;
  passkeys: Passkeys;
  passkey_challenges: PasskeyChallenges;
  login_attempts: LoginAttempts;
  login_networks: LoginNetworks;
  categories: Categories;
  collections: Collections;
  collection_specimens: CollectionSpecimens;
  site_settings: SiteSettings;
  specimens: Specimens;
  search_tokens: SearchTokens;
  search_deletion_keys: SearchDeletionKeys;
  search_postings: SearchPostings;
  localities: Localities;
  catalogue_numbers: CatalogueNumbers;
  specimen_successors: SpecimenSuccessors;
  own_species: OwnSpecies;
  reserved_numbers: ReservedNumbers;
  media: Media;
  media_jobs: MediaJobs;
  specimen_media: SpecimenMedia;
  orders: Orders;
  order_lines: OrderLines;
  order_buyers: OrderBuyers;
  order_money: OrderMoney;
  order_proposals: OrderProposals;
  mails: Mails;
  idempotency_keys: IdempotencyKeys;
  events: Events;
  markers: Markers;
  sealed_secrets: SealedSecrets;
  conditions: Conditions;
  buyers: Buyers;
  inquiries: Inquiries;
  inquiry_messages: InquiryMessages;
  signing_keys: SigningKeys;
  used_payments: UsedPayments;
}
