import { z } from 'zod';
import { line, text } from '#contract/text.ts';
import { checkMailServer, mailServerLimits as limits, mailProviderNames, mailSecurities } from './mail-server-rules.ts';

const fields = {
  provider: z.enum(mailProviderNames),
  host: line(limits.host),
  port: z.int(),
  security: z.enum(mailSecurities),
  /** Empty: the server asks for no login. */
  user: line(limits.user),
  /** The address that emails come from. */
  sender: line(limits.sender),
};

/** A mail server as the owner enters it. Without a password the stored one stays, as long as server and user name do. */
export const newMailServer = z.strictObject({ ...fields, password: text(limits.password) }).superRefine((value, ctx) => {
  for (const [path, message] of Object.entries(checkMailServer(value, value.password)))
    ctx.addIssue({ code: 'custom', path: [path], message });
});

/**
 * Which mail server sends, never with its password. `environment`: SMTP_URL wins over Settings; `lost`: what was entered can’t be read, as its key
 * file is gone.
 */
export const mailServer = z.object({
  source: z.enum(['none', 'environment', 'settings', 'lost']),
  /** What Settings holds, whether or not it is in force. */
  saved: z.object(fields).nullable(),
  /** Of the server in force; null: none. */
  host: z.string().nullable(),
  /** The address that emails come from. */
  sender: z.string(),
});

/** A test email, at once. */
export const mailTest = z.object({
  isSent: z.boolean(),
  /** What happened, and what to do about it. */
  message: z.string(),
  /** The mail server’s own words; null: it said none. */
  said: z.string().nullable(),
});

/** What DNS says of the sender’s address. */
export const senderChecks = z.object({
  checks: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['good', 'bad', 'unknown']),
      message: z.string(),
      /** What to enter where the domain is managed; null: nothing. */
      record: z.object({ type: z.string(), name: z.string(), value: z.string() }).nullable(),
    }),
  ),
});

export type NewMailServer = z.infer<typeof newMailServer>;
export type MailServer = z.infer<typeof mailServer>;
export type MailTest = z.infer<typeof mailTest>;
export type SenderChecks = z.infer<typeof senderChecks>;
