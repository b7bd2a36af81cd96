/** Pages import this: keep schemas out. */
import type { SettingErrors } from '#core/contract/admin/setting-checks.ts';
import { emailPattern } from '#core/contract/selling/checkout.ts';

/** With the usual port. */
export const securityTable = {
  tls: { label: 'TLS (usually port 465)', port: 465 },
  starttls: { label: 'STARTTLS (usually port 587)', port: 587 },
  none: { label: 'No encryption (only in your own network)', port: 25 },
} as const;
type MailSecurity = keyof typeof securityTable;
export const mailSecurities = Object.keys(securityTable) as MailSecurity[];

type Provider = {
  label: string;
  /** null: the owner enters them. */
  server: { host: string; port: number; security: MailSecurity } | null;
  hint: string;
  refused: string;
  /** The provider vouches for these domains itself. */
  domains: readonly string[];
  /** What another domain's SPF record names. */
  spf: string | null;
  /** DKIM selectors for another domain. */
  selectors: readonly string[];
};

export const mailProviders = {
  gmail: {
    label: 'Gmail',
    server: { host: 'smtp.gmail.com', port: 465, security: 'tls' },
    hint: 'Your Google password won’t work. Turn on 2-Step Verification, then create an app password at myaccount.google.com/apppasswords.',
    refused:
      'Gmail wants an app password, not your Google password. Create one at myaccount.google.com/apppasswords.',
    domains: ['gmail.com', 'googlemail.com'],
    spf: 'include:_spf.google.com',
    selectors: ['google'],
  },
  icloud: {
    label: 'iCloud',
    server: { host: 'smtp.mail.me.com', port: 587, security: 'starttls' },
    hint: 'Create an app-specific password at account.apple.com. The user name is your iCloud email address.',
    refused:
      'iCloud wants an app-specific password, not your Apple password. Create one at account.apple.com.',
    domains: ['icloud.com', 'me.com', 'mac.com'],
    spf: 'include:icloud.com',
    selectors: ['sig1'],
  },
  outlook: {
    label: 'Outlook',
    server: { host: 'smtp-mail.outlook.com', port: 587, security: 'starttls' },
    hint: 'Microsoft no longer accepts passwords from other programs for most accounts. If the test fails, use another provider.',
    refused:
      'Microsoft no longer accepts passwords from other programs for most accounts. Use Gmail, iCloud, Fastmail or your web host instead.',
    domains: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
    spf: 'include:spf.protection.outlook.com',
    selectors: ['selector1', 'selector2'],
  },
  fastmail: {
    label: 'Fastmail',
    server: { host: 'smtp.fastmail.com', port: 465, security: 'tls' },
    hint: 'Create an app password with access to SMTP in Fastmail, under Settings, Privacy & Security.',
    refused:
      'Fastmail wants an app password with access to SMTP. Create one in Fastmail, under Settings, Privacy & Security.',
    domains: ['fastmail.com', 'fastmail.fm'],
    spf: 'include:spf.messagingengine.com',
    selectors: ['fm1', 'fm2', 'fm3'],
  },
  other: {
    label: 'Another mail server',
    server: null,
    hint: 'Your email provider or web host lists these under “outgoing mail” or “SMTP”.',
    refused:
      'Check the user name, which is often the whole email address. Some providers want an app password.',
    domains: [],
    spf: null,
    selectors: ['default', 'mail', 'dkim', 's1', 'k1'],
  },
} as const satisfies Record<string, Provider>;

export type MailProvider = keyof typeof mailProviders;
export const mailProviderNames = Object.keys(mailProviders) as MailProvider[];
export const providerOf = (name: MailProvider): Provider => mailProviders[name];

export const mailServerLimits = { host: 253, user: 254, password: 500, sender: 254 };

export const mailServerMessages = {
  host: 'Enter a server name, such as smtp.example.com',
  port: 'Enter a port from 1 to 65535',
  user: 'Enter the user name, usually your email address',
  password: 'Enter the password',
  sender: 'Enter an email address',
};

type MailServerFields = {
  host: string;
  port: number;
  security: MailSecurity;
  user: string;
  sender: string;
};

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?)$/i;

/** Empty: nothing is wrong. */
export function checkMailServer(
  { host, port, user, sender }: MailServerFields,
  password: string,
): SettingErrors {
  const errors: SettingErrors = {};
  if (!HOST.test(host)) errors.host = mailServerMessages.host;
  if (!(Number.isInteger(port) && port >= 1 && port <= 65_535))
    errors.port = mailServerMessages.port;
  if (user === '' && password !== '') errors.user = mailServerMessages.user;
  if (!emailPattern.test(sender)) errors.sender = mailServerMessages.sender;
  return errors;
}
