import { z } from 'zod';
import { instant, text } from '#core/contract/text.ts';
import * as decisions from '#features/new-password.ts';
import { loginMessages, MIN_PASSWORD_LENGTH } from './login-rules.ts';

export const loginInput = z.strictObject({
  username: text(200).min(1, loginMessages.username),
  password: text(1_000).min(1, loginMessages.password),
});

export const passwordRule = text(1_000).min(MIN_PASSWORD_LENGTH, loginMessages.newPassword);

export const passwordChange = z.strictObject({
  currentPassword: text(1_000).min(1, loginMessages.password),
  newPassword: passwordRule,
  ...decisions,
});

export type PasswordDecisions = {
  [Name in keyof typeof decisions]?: z.output<(typeof decisions)[Name]>;
};

/** `demoCredentials`: only while the demo password is in force, and on the shop's own machine. */
export const me = z.object({
  isAuthenticated: z.boolean(),
  userRole: z.enum(['guest', 'admin']),
  username: z.string().nullable(),
  demoCredentials: z.object({ username: z.string(), password: z.string() }).nullable(),
});

/** Newest first. */
export const activities = z.array(
  z.object({
    at: instant,
    text: z.string(),
    /** null if no browser did it. */
    device: z.string().nullable(),
    /** For example `203.0.113.0/24`. */
    network: z.string().nullable(),
    /** No earlier login had the device or the network. */
    isNew: z.boolean(),
  }),
);

export type Activity = z.infer<typeof activities>[number];
/** Latest use first. */
export const sessions = z.array(
  z.object({
    /** Names the session, and opens nothing. */
    id: z.string(),
    /** Empty if unknown. */
    device: z.string(),
    /** Where it began; empty if unknown. */
    network: z.string(),
    /** The proof that began it; null: the password. */
    passkey: z.string().nullable(),
    /** To the hour. */
    lastSeenAt: instant,
    isCurrent: z.boolean(),
  }),
);
export const sessionId = z.string().regex(/^[\da-f]{16}$/);

export const confirmation = z.strictObject({
  password: text(1_000).min(1, loginMessages.password),
});

export type SessionEntry = z.infer<typeof sessions>[number];
export type LoginInput = z.infer<typeof loginInput>;
export type Me = z.infer<typeof me>;
