/** Never in what a visitor downloads: the library comes with the login dialog or the settings. */
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type {
  Assertion,
  Registration,
  RegistrationOptions,
  RequestOptions,
} from '#features/passkeys/contract/passkeys.ts';

export const hasPasskeys = (): boolean => browserSupportsWebAuthn();

/** @throws what `passkeyMessage` explains. */
export const createPasskey = (optionsJSON: RegistrationOptions): Promise<Registration> =>
  startRegistration({ optionsJSON });

/** @throws what `passkeyMessage` explains. */
export const signWithPasskey = (optionsJSON: RequestOptions): Promise<Assertion> =>
  startAuthentication({ optionsJSON });

export const PASSKEYS_REFUSED = 'This browser doesn’t allow passkeys at this address.';

const messages: Partial<Record<WebAuthnError['code'], string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED:
    'This device or key already has a passkey for the shop.',
  ERROR_INVALID_DOMAIN: PASSKEYS_REFUSED,
  ERROR_INVALID_RP_ID: 'Passkeys work only at the shop’s own address. Open the shop there.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT:
    'This key cannot store passkeys. Use another one.',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    'Set up a PIN, fingerprint or face on this device or key first.',
};

/**
 * null for any other error. A refusal does not say whether somebody cancelled, or had no passkey.
 */
export function passkeyMessage(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const known = error instanceof WebAuthnError ? messages[error.code] : undefined;
  if (known !== undefined) return known;
  const isFromBrowser =
    error instanceof WebAuthnError ||
    error instanceof DOMException ||
    error.name === 'NotAllowedError';
  return isFromBrowser ? 'No passkey was used. Please try again.' : null;
}
