import type { Generated } from 'kysely';

export type Certificates = {
  code: string;
  /** Null once the order is deleted. */
  order_line_id: number | null;
  /** Canonical JSON, whose bytes are signed. */
  document: string;
  /** Ed25519, base64url. */
  signature: string;
  /** The URL is for holders of the certificate; null and '' if there is none. */
  media_id: string | null;
  image_url: string;
  issued_at: string;
  replaced_at: Generated<string | null>;
  sale_undone_at: Generated<string | null>;
};

declare module '#platform/db/schema.ts' {
  interface Schema {
    certificates: Certificates;
  }
}
