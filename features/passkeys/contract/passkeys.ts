/** Fields have the names of the browser's WebAuthn API. */
import { z } from 'zod';
import { id, instant, line, text } from '#core/contract/text.ts';
import { NAME_MISSING } from './passkey-rules.ts';

const name = line(60).min(1, NAME_MISSING);

export const passkey = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  /** At a login or a confirmation; null if never. */
  lastUsedAt: instant.nullable(),
  /** A browser uses it at no other host. */
  host: z.string(),
  /** Whether it can be used at the shop's present host. */
  isUsable: z.boolean(),
});

export const passkeys = z.object({
  /** Oldest first. */
  passkeys: z.array(passkey),
  /** Why passkeys cannot work here, in a sentence for the admin; null if they can. */
  obstacle: z.string().nullable(),
});

export const passkeyLogin = z.object({
  isPossible: z.boolean(),
});

/** In base64url, without padding. */
const bytes = text(20_000).regex(/^[\w-]*$/);
const credentialId = bytes.min(1).max(1_400);
const publicKey = z.literal('public-key');
const isRequired = z.literal('required');

export const registrationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: publicKey })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(
    z.object({ id: z.string(), type: publicKey, transports: z.array(z.string()) }),
  ),
  authenticatorSelection: z.object({
    residentKey: isRequired,
    requireResidentKey: z.literal(true),
    userVerification: isRequired,
  }),
});

/** Any passkey that the browser has for the host may be used. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: isRequired,
});

export const registration = z.object({
  id: credentialId,
  rawId: credentialId,
  type: publicKey,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(text(40)).max(10).optional(),
  }),
});

/** The use of a passkey, as the browser returns it. */
export const assertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: publicKey,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
});

export const newPasskey = z.strictObject({ name, credential: registration });
export const passkeyName = z.strictObject({ name });
export const passkeyUse = z.strictObject({ credential: assertion });

export type Passkey = z.infer<typeof passkey>;
export type Passkeys = z.infer<typeof passkeys>;
export type RegistrationOptions = z.infer<typeof registrationOptions>;
export type RequestOptions = z.infer<typeof requestOptions>;
export type Registration = z.infer<typeof registration>;
export type Assertion = z.infer<typeof assertion>;
