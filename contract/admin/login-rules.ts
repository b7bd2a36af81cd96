/** What a password and a passkey's name must be. Free of schemas, so pages may import it. */

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSKEYS = 20;

/** Younger passkeys are removed by a change of the password unless the owner checks them. */
const NEW_PASSKEY_MS = 30 * 24 * 60 * 60_000;

/**
 * Whether a passkey outlives a change of the password by default. A thief's passkey is new: thefts are noticed within days, and are why passwords are
 * changed. The owner's passkeys are mostly older, and a new one is quickly checked or added again.
 */
export const remainsByDefault = ({ createdAt }: { createdAt: string }, now: Date): boolean =>
  now.getTime() - Date.parse(createdAt) > NEW_PASSKEY_MS;

export const loginMessages = {
  username: 'Username is required',
  password: 'Password is required',
  wrong: 'Invalid username or password. Please try again.',
  newPassword: `Please choose a password of at least ${MIN_PASSWORD_LENGTH} characters`,
  passkeyName: 'Please give the passkey a name',
};
