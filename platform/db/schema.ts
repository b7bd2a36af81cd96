/** Instants are ISO 8601 texts in UTC from the app's clock; money is in integer cents. */
import type { ColumnType, Generated, Insertable, Selectable, Updateable } from 'kysely';
import type { OwnColour } from '#core/contract/catalogue/stone-colours.ts';
import type { MediaKind } from '#core/contract/media/media-kind.ts';
import type { Outline } from '#core/contract/media/outline.ts';
import type { MailStatus } from '#core/contract/messages/mail-statuses.ts';
import type { LineStanding } from '#core/contract/selling/order-changes.ts';
import type { OrderKind } from '#core/contract/selling/order-kinds.ts';
import type { MoneyKind, MoneyOrigin } from '#core/contract/selling/order-money.ts';
import type { Claim, OrderStatus } from '#core/contract/selling/order-statuses.ts';
import type { Json } from './json-columns.ts';
import type { CollectionSpecimens, Collections } from './schema-collections.ts';
import type { SpecimenMedia, StoredTurn } from './schema-media.ts';
import type { OrderProposals } from './schema-orders.ts';
import type { SearchDeletionKeys, SearchPostings, SearchTokens } from './schema-search.ts';
import type {
  CatalogueNumbers,
  Localities,
  ReservedNumbers,
  SpecimenSuccessors,
  Specimens,
} from './schema-specimens.ts';

export type Row<Table> = Selectable<Table>;
export type NewRow<Table> = Insertable<Table>;
export type RowChange<Table> = Updateable<Table>;

export type Users = {
  id: Generated<number>;
  username: string;
  password_hash: string;
  is_demo: boolean;
  created_at: string;
  updated_at: string;
};

export type Sessions = {
  token_hash: string;
  user_id: number;
  created_at: string;
  last_seen_at: string;
  /** Such as "Firefox on Linux"; empty in a session older than this column. */
  device: Generated<string>;
  network: Generated<string>;
  /** When its admin last gave the password, or another proof. */
  confirmed_at: Generated<string | null>;
  /** The other proof that began it, by its own id; null: the password. */
  passkey_id: Generated<number | null>;
};

export type LoginNetworks = {
  /** The /24 or /48. */
  network: string;
  last_login_at: string;
};

export type LoginAttempts = {
  id: Generated<number>;
  /** What proof was tried: attempts count together, whatever name was given. */
  username: string;
  ip_address: string;
  /** The /24 or /48 of the IP address. */
  network: Generated<string>;
  created_at: string;
};

export type Categories = { id: number; name: string; description: string; color: string };

export type SiteSettings = {
  id: Generated<number>;
  key: string;
  value: Json<unknown>;
  updated_at: string;
};

/** `id` is random. */
export type Media = {
  id: string;
  /** A hash that older versions had as id and in URLs; null: there never was one. */
  old_id: Generated<string | null>;
  stem: string;
  /** First 32 hexadecimal digits of the original's SHA-256; unique. */
  content_hash: string;
  kind: MediaKind;
  width: number;
  height: number;
  /** Pixels of the smaller renditions. */
  widths: Json<number[]>;
  placeholder: string;
  poster_id: string | null;
  has_plain_poster: Generated<boolean>;
  /** The private original's file extension, such as 'jpg'; null if none is stored. */
  original: string | null;
  complete: Generated<boolean>;
  is_wide: Generated<boolean>;
  /** Colors of the stone in a picture; null: not looked for yet. */
  colours: ColumnType<OwnColour[] | null, string | null | undefined, string>;
  /** Null: not found, or not looked for yet. */
  outline: ColumnType<Outline | null, Outline | null | undefined, Outline | null>;
  video_file: string | null;
  video_type: string | null;
  /** Null: the admin has made no turn. */
  turn: ColumnType<StoredTurn | null, string | null | undefined, string | null>;
  created_at: string;
};

export interface MediaJobKinds {
  renditions: true;
  conversion: true;
  colours: true;
}

export type MediaJobs = {
  media_id: string;
  kind: keyof MediaJobKinds;
  attempts: Generated<number>;
  queued_at: string;
  due_at: string;
  /** A process claimed it then; an expired claim is ignored. */
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
  paid_how: Generated<string | null>;
  private_note: Generated<string | null>;
  notes: string | null;
  /** The buyer's link has this secret, which opens the order in any browser. */
  access_key: string;
  /**
   * The secret in mailed links, which nobody but their reader gets; null: the order is older than
   * this key.
   */
  mail_key: Generated<string | null>;
  email_proved_at: Generated<string | null>;
  /** Limits pending orders per IP address and day; empty after that, and in backups. */
  ip_address: string;
  /**
   * A pending order holds its pieces until then; null: without end. A cancelled order keeps the end
   * that its hold had.
   */
  hold_ends_at: Generated<string | null>;
  /** Null: never, or already done. */
  hold_reminds_at: Generated<string | null>;
  hold_asked_at: Generated<string | null>;
  sign_of_life_at: Generated<string | null>;
  /** The buyer said that the payment is sent; the hold does not end until the admin answers. */
  payment_reported_at: Generated<string | null>;
  awaits_proof: Generated<boolean>;
  carrier: Generated<string | null>;
  tracking_number: Generated<string | null>;
  parcel: Generated<string | null>;
  /** Null: it is not paid, or no longer. */
  paid_at: Generated<string | null>;
  /** What the owner does not ask of the total; below 0: a surplus that the shop keeps. */
  written_off_cents: Generated<number>;
  erased_at: Generated<string | null>;
  search_text: Generated<string>;
  created_at: string;
  updated_at: string;
};

/**
 * A mail is written in the transaction of the change that it reports, and stays as long as its
 * order; without one, for 90 days.
 */
export type Mails = {
  id: Generated<number>;
  order_id: number | null;
  /** A mail with a key is written only once. */
  dedupe_key: Generated<string | null>;
  /** For the header `List-Unsubscribe`. */
  unsubscribe_url: Generated<string | null>;
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
  /**
   * The pieces it shows, as JSON (`StoredPiece`), for making it anew; null in mails of earlier
   * versions.
   */
  pieces: Generated<string | null>;
  /** Stays the same however often the mail is sent. */
  message_id: string;
  status: MailStatus;
  attempts: Generated<number>;
  /** Written, or last sent again by hand. */
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
  /** What one piece had cost; null while the specimen says it, or if unknown. */
  cost: Generated<string | null>;
  /** The picture, and its URL for the order's readers alone; null and '' if there is none. */
  media_id: Generated<string | null>;
  image_url: string;
  claim: Claim;
  standing: Generated<LineStanding>;
};

export type OrderMoney = {
  id: Generated<number>;
  order_id: number;
  /** The line that it is for; null: the whole order. */
  line_id: Generated<number | null>;
  kind: MoneyKind;
  /** Above 0; the kind says which way it went. */
  amount_cents: number;
  /** Null: by the order's own payment method. */
  method: Generated<string | null>;
  at: string;
  payment_id: Generated<number | null>;
  /** The part of a refund that leaves what the buyer is to pay. */
  surplus_cents: Generated<number>;
  payer: Generated<string | null>;
  note: Generated<string | null>;
  /** Of the statement's payment that it is, as in `used_payments`. */
  payment_hash: Generated<string | null>;
  /** Null, as in earlier versions: marking the order paid noted it. */
  origin: Generated<MoneyOrigin | null>;
};

/**
 * Hashed tokens of the browser that placed the order, and of any that repeated its idempotency key.
 */
export type OrderBuyers = { order_id: number; buyer_hash: string };

export type IdempotencyKeys = {
  key: string;
  body_hash: string;
  order_id: number | null;
  specimen_id: Generated<number | null>;
  created_at: string;
  /** Set where a key lasts longer than others. */
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

export type Markers = { name: string; created_at: string };

/** Others' secrets, sealed with the key of DATA_DIR (`platform/secrets.ts`). In no backup. */
export type SealedSecrets = { name: string; sealed: string; updated_at: string };

/** What the admin notes of a buyer; a row only where there is something. */
export type Buyers = {
  /** In lower case, as the database that wrote it does that. */
  email: string;
  note: string;
  /** No order or question is taken from the address since then. */
  blocked_at: string | null;
};

/** The shop signs by these random keys, which every process on the database shares. */
export type SigningKeys = { name: string; value: string };

/**
 * The SHA-256 of a payment's id: none is used twice, even after the order is deleted or erased
 * (null then).
 */
export type UsedPayments = { payment_hash: string; order_id: number | null };

/** A reference outlives what was imported under it, until it is used again. */
export type ImportReferences = { kind: 'specimen' | 'order'; reference: string; target_id: number };

/**
 * Features add their tables beside their code: `declare module '#platform/db/schema.ts' { interface
 * Schema { … } }`.
 */
export interface Schema {
  import_references: ImportReferences;
  users: Users;
  sessions: Sessions;
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
  buyers: Buyers;
  signing_keys: SigningKeys;
  used_payments: UsedPayments;
}
