/** The tables, as Kysely sees them. Instants are ISO 8601 texts in UTC from the app's clock; money is integer cents. */
import type { ColumnType, Generated, Insertable, Selectable, Updateable } from 'kysely';
import type { MailKind, MailStatus } from '#contract/mail-statuses.ts';
import type { MediaKind } from '#contract/media-kind.ts';
import type { Claim, ManualStatus, OrderStatus, SpecimenStatus } from '#contract/statuses.ts';

/** A JSON column: read as a value, written as text (`JSON.stringify`), on both engines. */
export type Json<T> = ColumnType<T, string, string>;

/** A row as it is read, as it is added, and as it is changed. */
export type Row<Table> = Selectable<Table>;
export type NewRow<Table> = Insertable<Table>;
export type RowChange<Table> = Updateable<Table>;

export type Users = {
  id: Generated<number>;
  username: string;
  password_hash: string;
  /** The password is the published one of the demo. */
  is_demo: boolean;
  created_at: string;
  updated_at: string;
};

export type Sessions = { token_hash: string; user_id: number; created_at: string; last_seen_at: string };

export type LoginAttempts = { id: Generated<number>; username: string; ip_address: string; created_at: string };

export type Categories = { id: number; name: string; description: string; color: string };

export type Collections = { id: Generated<number>; name: string; description: string; cover_image_url: string };

export type CollectionSpecimens = { id: Generated<number>; collection_id: number; specimen_id: number };

export type SiteSettings = { id: Generated<number>; key: string; value: Json<unknown>; updated_at: string };

export type Specimens = {
  id: Generated<number>;
  title: string;
  description: string;
  category_id: number;
  origin: string;
  dimensions: string;
  weight: string;
  acquisition_date: string | null;
  /** An amount with two decimals, or the admin's words, or null. */
  price: string | null;
  /** The price in cents, null where it cannot be bought at one. */
  price_cents: number | null;
  shipping_price: string;
  /** null where the admin wrote words. */
  shipping_cents: number | null;
  for_sale: boolean;
  visible: boolean;
  /** What visitors see: sold where nothing is left, else the hand-set status if there is one, else derived from quantity and held. Kept by every change of stock. */
  status: SpecimenStatus;
  /** Set by the admin; null follows the orders. */
  status_by_hand: ManualStatus | null;
  /** Pieces not yet paid for. */
  quantity: number;
  /** Pieces of these in pending orders: 0 ≤ held ≤ quantity. */
  held: number;
  tags: Json<string[]>;
  /** The folded tokens of a specimen, one line per field, the best field first. */
  search_text: string;
  created_at: string;
  updated_at: string;
  /** Counts full edits. */
  version: Generated<number>;
};

/** A picture or video that is stored; `id` is the hash of its original. */
export type Media = {
  id: string;
  kind: MediaKind;
  width: number;
  height: number;
  /** Widths of the smaller renditions that exist. */
  widths: Json<number[]>;
  placeholder: string;
  /** A video's poster. */
  poster_id: string | null;
  /** It is a plain one that stands in until the admin's browser makes one. */
  has_plain_poster: Generated<boolean>;
  /** Ending of the private original, such as 'jpg'; null where none is kept. */
  original: string | null;
  /** Everything that is made of the original is there. */
  complete: Generated<boolean>;
  /** Name of the video's public file, and its MIME type with codecs where they are known. */
  video_file: string | null;
  video_type: string | null;
  created_at: string;
};

/** What is still to be made of a medium; a row goes when it is done. */
export type MediaJobs = {
  media_id: string;
  kind: 'renditions' | 'conversion';
  attempts: Generated<number>;
  queued_at: string;
  /** Not tried before. */
  due_at: string;
  /** Since when a process has been at it; a claim that is too old counts for nothing. */
  claimed_at: string | null;
  last_error: string | null;
};

/** Which media a specimen shows; position 0 is the main one. */
export type SpecimenMedia = {
  specimen_id: number;
  position: number;
  media_id: string;
  alt: string;
  light: 'daylight' | 'long-wave-uv' | 'short-wave-uv' | 'detail' | 'label' | null;
};

export type Orders = {
  id: Generated<number>;
  kind: 'cart' | 'direct';
  status: OrderStatus;
  customer_name: string;
  customer_email: string;
  customer_address: string;
  subtotal_cents: number;
  shipping_cents: number;
  total_cents: number;
  venmo_username: string | null;
  venmo_payment_id: string | null;
  /** The buyer's words. */
  notes: string | null;
  /** The secret of the link that opens the order anywhere. */
  access_key: string;
  /** Counts towards the limit of pending orders a day. */
  ip_address: string;
  carrier: Generated<string | null>;
  tracking_number: Generated<string | null>;
  /** When the buyer's personal data were replaced. */
  erased_at: Generated<string | null>;
  /** The buyer's name and e-mail address and the titles of the lines, normalised for searching. */
  search_text: Generated<string>;
  created_at: string;
  updated_at: string;
};

/** The outbox: written in the transaction of what a mail tells of, kept as long as its order. */
export type Mails = {
  id: Generated<number>;
  order_id: number;
  kind: MailKind;
  from_name: string;
  from_address: string;
  to_name: string;
  to_address: string;
  reply_to: string;
  subject: string;
  body_text: string;
  body_html: string;
  /** Stays the same whenever the mail is sent. */
  message_id: string;
  status: MailStatus;
  attempts: Generated<number>;
  /** Written, or sent again by hand. */
  queued_at: string;
  due_at: string;
  claimed_at: string | null;
  sent_at: string | null;
  last_error: string | null;
};

export type OrderLines = {
  id: Generated<number>;
  order_id: number;
  /** null once the specimen has been deleted. */
  specimen_id: number | null;
  title: string;
  price_cents: number;
  shipping_cents: number;
  quantity: number;
  image_url: string;
  /** What the line does to the specimen's stock: holds pieces, has taken them out, or nothing. */
  claim: Claim;
};

/** Browsers that may read an order: those that placed it or repeated its idempotency key. */
export type OrderBuyers = { order_id: number; buyer_hash: string };

export type IdempotencyKeys = { key: string; body_hash: string; order_id: number | null; created_at: string };

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

/** Things done once, such as loading the demo collection. */
export type Markers = { name: string; created_at: string };

/** Every token of the specimens, every prefix of up to three letters with a blank behind it, and the keys that all visible or hidden ones have. */
export type SearchTokens = {
  token: string;
  /** How many have it. */
  specimens: number;
};

/** Under which keys a token is found though it is mistyped. */
export type SearchDeletionKeys = { deletion_key: string; token: string };

/** Which specimens of a chunk of ids contain the token, and in which field. */
export type SearchPostings = { token: string; chunk: number; entries: Uint8Array };

/** What an imported specimen or order is called where it came from. A deleted target stays named here until the reference is used again. */
export type ImportReferences = { kind: 'specimen' | 'order'; reference: string; target_id: number };

export type Schema = {
  users: Users;
  sessions: Sessions;
  login_attempts: LoginAttempts;
  categories: Categories;
  collections: Collections;
  collection_specimens: CollectionSpecimens;
  site_settings: SiteSettings;
  specimens: Specimens;
  search_tokens: SearchTokens;
  search_deletion_keys: SearchDeletionKeys;
  search_postings: SearchPostings;
  media: Media;
  media_jobs: MediaJobs;
  specimen_media: SpecimenMedia;
  orders: Orders;
  order_lines: OrderLines;
  order_buyers: OrderBuyers;
  mails: Mails;
  idempotency_keys: IdempotencyKeys;
  events: Events;
  markers: Markers;
  import_references: ImportReferences;
};
