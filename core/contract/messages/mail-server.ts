import { z } from 'zod';
import { line, text } from '#core/contract/text.ts';
import {
  checkMailServer,
  mailServerLimits as limits,
  mailProviderNames,
  mailSecurities,
} from './mail-server-rules.ts';

const fields = {
  provider: z.enum(mailProviderNames),
  host: line(limits.host),
  port: z.int(),
  security: z.enum(mailSecurities),
  /** Empty: no login. */
  user: line(limits.user),
  sender: line(limits.sender),
};

/** Without a password the stored one stays while server and user name do. */
export const newMailServer = z
  .strictObject({ ...fields, password: text(limits.password) })
  .superRefine((value, ctx) => {
    for (const [path, message] of Object.entries(checkMailServer(value, value.password)))
      ctx.addIssue({ code: 'custom', path: [path], message });
  });

/**
 * Never with its password. `environment`: SMTP_URL wins over Settings; `lost`: the key file is
 * gone.
 */
export const mailServer = z.object({
  source: z.enum(['none', 'environment', 'settings', 'lost']),
  saved: z.object(fields).nullable(),
  /** null: no server is in force. */
  host: z.string().nullable(),
  sender: z.string(),
});

export const mailTest = z.object({
  isSent: z.boolean(),
  message: z.string(),
  /** The server’s own words; null: none. */
  said: z.string().nullable(),
});

export const senderChecks = z.object({
  checks: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['good', 'bad', 'unknown']),
      message: z.string(),
      /** null: nothing needs entering. */
      record: z.object({ type: z.string(), name: z.string(), value: z.string() }).nullable(),
    }),
  ),
});

export type NewMailServer = z.infer<typeof newMailServer>;
export type MailServer = z.infer<typeof mailServer>;
export type MailTest = z.infer<typeof mailTest>;
export type SenderChecks = z.infer<typeof senderChecks>;
