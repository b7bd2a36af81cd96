import type { Generated } from 'kysely';
import type { Json } from '#platform/db/json-columns.ts';

/** Public keys of WebAuthn that log in. Bytes are base64url. */
export type Passkeys = {
  id: Generated<number>;
  user_id: number;
  /** The browser's name for it. */
  credential_id: string;
  /** The id of the relying party. */
  host: string;
  public_key: string;
  /** Uses, by the authenticator's own count; 0 if it does not count. */
  counter: number;
  transports: Json<string[]>;
  name: string;
  created_at: string;
  last_used_at: Generated<string | null>;
};

export type PasskeyChallenges = {
  challenge: string;
  purpose: 'add' | 'confirm' | 'login';
  /** Of the token in whose browser it may be used. */
  holder_hash: string;
  network: string;
  created_at: string;
};

declare module '#platform/db/schema.ts' {
  interface Schema {
    passkeys: Passkeys;
    passkey_challenges: PasskeyChallenges;
  }
}
