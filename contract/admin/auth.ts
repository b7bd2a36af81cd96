import { z } from 'zod';
import { id, instant, text } from '#contract/text.ts';
import { loginMessages, MAX_PASSKEYS, MIN_PASSWORD_LENGTH } from './login-rules.ts';

export const loginInput = z.strictObject({
  username: text(200).min(1, loginMessages.username),
  password: text(1_000).min(1, loginMessages.password),
});

/** What a new password must be. */
export const passwordRule = text(1_000).min(MIN_PASSWORD_LENGTH, loginMessages.newPassword);

export const passwordChange = z.strictObject({
  currentPassword: text(1_000).min(1, loginMessages.password),
  newPassword: passwordRule,
  /** The passkeys that go on logging in; the others are removed. Without it all of them stay. */
  remainingPasskeys: z.array(id).max(MAX_PASSKEYS).optional(),
});

/** Who is logged in. `demoCredentials` only while the demo password is in force, and on the shop's own machine. */
export const me = z.object({
  isAuthenticated: z.boolean(),
  userRole: z.enum(['guest', 'admin']),
  username: z.string().nullable(),
  demoCredentials: z.object({ username: z.string(), password: z.string() }).nullable(),
});

/** What happened to the admin's account, newest first. */
export const activities = z.array(
  z.object({
    at: instant,
    text: z.string(),
    /** Such as "Firefox on Linux"; null where no browser did it. */
    device: z.string().nullable(),
    /** The network it came from, such as `203.0.113.0/24`. */
    network: z.string().nullable(),
    /** A login with a device or from a network that no earlier login had. */
    isNew: z.boolean(),
  }),
);

export type Activity = z.infer<typeof activities>[number];
/** Where the admin is logged in, the latest use first. */
export const sessions = z.array(
  z.object({
    /** Names the session, and opens nothing. */
    id: z.string(),
    /** Such as "Firefox on Linux"; empty if unknown. */
    device: z.string(),
    /** The network it was begun from, such as `203.0.113.0/24`; empty if unknown. */
    network: z.string(),
    /** The name of the passkey that began it; null: the password. */
    passkey: z.string().nullable(),
    /** To the hour. */
    lastSeenAt: instant,
    isCurrent: z.boolean(),
  }),
);
export const sessionId = z.string().regex(/^[\da-f]{16}$/);

/** The password of the one who is logged in, once more. */
export const confirmation = z.strictObject({ password: text(1_000).min(1, loginMessages.password) });

export type SessionEntry = z.infer<typeof sessions>[number];
export type LoginInput = z.infer<typeof loginInput>;
export type Me = z.infer<typeof me>;
