/** Free of schemas, so pages may import it. */

export const MAX_PASSKEYS = 20;

/** A change of the password removes younger passkeys unless the owner checks them. */
const NEW_PASSKEY_MS = 30 * 24 * 60 * 60_000;

/**
 * Whether a change of the password keeps a passkey by default. A thief's passkey is new: thefts are
 * noticed within days, and are why passwords are changed. The owner's passkeys are mostly older,
 * and a new one is quickly checked or added again.
 */
export const remainsByDefault = ({ createdAt }: { createdAt: string }, now: Date): boolean =>
  now.getTime() - Date.parse(createdAt) > NEW_PASSKEY_MS;

export const NAME_MISSING = 'Please give the passkey a name';
