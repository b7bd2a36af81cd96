/** The admin's passkeys: keys of WebAuthn that open the shop beside the password. Names of the fields are those of the browser's API. */
import { z } from 'zod';
import { id, instant, line, text } from '#contract/text.ts';
import { loginMessages } from './login-rules.ts';

/** The admin's name for a passkey. */
const name = line(60).min(1, loginMessages.passkeyName);

export const passkey = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  /** Of a login or a confirmation; null if it was never used. */
  lastUsedAt: instant.nullable(),
  /** The host that it belongs to; a browser uses it nowhere else. */
  host: z.string(),
  /** Whether it belongs to the host that the shop is opened under. */
  isUsable: z.boolean(),
});

export const passkeys = z.object({
  /** Oldest first. */
  passkeys: z.array(passkey),
  /** Why passkeys cannot work here, in a sentence for the admin; null if they can. */
  obstacle: z.string().nullable(),
});

export const passkeyLogin = z.object({
  /** Whether there is a passkey that could log in here. */
  isPossible: z.boolean(),
});

/** Bytes in base64url, without padding. */
const bytes = text(20_000).regex(/^[\w-]*$/);
const credentialId = bytes.min(1).max(1_400);
const publicKey = z.literal('public-key');
const isRequired = z.literal('required');

/** What the browser makes a new passkey from. */
export const registrationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: publicKey })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(z.object({ id: z.string(), type: publicKey, transports: z.array(z.string()) })),
  authenticatorSelection: z.object({ residentKey: isRequired, requireResidentKey: z.literal(true), userVerification: isRequired }),
});

/** What the browser uses a passkey for: any that it has for the host. */
export const requestOptions = z.object({ challenge: z.string(), rpId: z.string(), timeout: z.int(), userVerification: isRequired });

/** A new passkey, as the browser returns it. */
export const registration = z.object({
  id: credentialId,
  rawId: credentialId,
  type: publicKey,
  response: z.object({ clientDataJSON: bytes, attestationObject: bytes, transports: z.array(text(40)).max(10).optional() }),
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
export type PasskeyLogin = z.infer<typeof passkeyLogin>;
export type RegistrationOptions = z.infer<typeof registrationOptions>;
export type RequestOptions = z.infer<typeof requestOptions>;
export type Registration = z.infer<typeof registration>;
export type Assertion = z.infer<typeof assertion>;
