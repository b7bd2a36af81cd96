/** The table of certificates. */
import type { Generated } from 'kysely';

/** What the shop has signed of a sold piece. */
export type Certificates = {
  /** Random, and all that one needs to read it. */
  code: string;
  /** Null once the order is deleted. */
  order_line_id: number | null;
  /** Canonical JSON, whose bytes are signed. */
  document: string;
  /** Ed25519, base64url. */
  signature: string;
  /** The picture, and its URL for holders of the certificate; null and '' if there is none. */
  media_id: string | null;
  image_url: string;
  issued_at: string;
  /** When its line got a newer one. */
  replaced_at: Generated<string | null>;
  /** When its order was deleted although its pieces were no longer paid for. */
  sale_undone_at: Generated<string | null>;
};

declare module '#server/platform/db/schema.ts' {
  interface Schema {
    certificates: Certificates;
  }
}
