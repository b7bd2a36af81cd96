/** What a password and a passkey's name must be. Free of schemas, so pages may import it. */

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSKEYS = 20;

/** A passkey that is younger is not kept by itself when the password changes. */
const NEW_PASSKEY_MS = 30 * 24 * 60 * 60_000;

/**
 * Whether a change of the password keeps a passkey unless the owner says otherwise. One that a thief has added is new: a theft is noticed in days,
 * and passwords are changed because of it. The owner's own are mostly older, and one that is new is ticked in a moment or added again in a minute.
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
