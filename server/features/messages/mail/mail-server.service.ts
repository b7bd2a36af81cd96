/** The mail server: SMTP_URL where it is set, else what the owner has entered in Settings, for all processes at once. */
import { DEFAULT_EMAIL } from '#contract/admin/setting-rules.ts';
import type { MailServer, NewMailServer } from '#contract/messages/mail-server.ts';
import { mailServerMessages } from '#contract/messages/mail-server-rules.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { activityOf, type Requester } from '#server/features/admin/auth/activity.service.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { SETTINGS } from '#server/features/admin/settings/cache-tags.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import { noteChange } from '#server/platform/db/changes.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { deleteSecret, hasSecret, putSecret, readSecret } from '#server/platform/secrets.ts';
import { hurryWaiting, keepWaiting } from './mails.queries.ts';

const SECRET = 'mail server';
/** Pages say whether the shop sends email. */
const OWN_ROW = { table: 'sealed_secrets', key: SECRET };

type Place = Pick<Context, 'config' | 'db'>;

/** Where mails are handed over. `sender`: the address they come from; null: the contact email. */
export type MailServerInForce = { url: string; host: string; sender: string | null };

/** Whether mails are sent at all, though the password may have to be entered again first. @param db of the transaction, within one. */
export const hasMailServer = async ({ config, db }: Place, handle: Db | Tx = db): Promise<boolean> =>
  config.smtpUrl !== null || hasSecret(handle, SECRET);

/** Whether what the owner has entered can’t be read here, and nothing else is in its place. */
export const isMailServerLost = async (ctx: Place): Promise<boolean> =>
  ctx.config.smtpUrl === null && (await readSecret(ctx, ctx.db, SECRET)).state === 'lost';

/** null: there is none, or it can’t be read here. */
export async function mailServerInForce(ctx: Place): Promise<MailServerInForce | null> {
  const { smtpUrl } = ctx.config;
  if (smtpUrl !== null) return { url: smtpUrl, host: new URL(smtpUrl).hostname, sender: null };
  const saved = await readSaved(ctx);
  return saved && inForce(saved);
}

export const inForce = (server: NewMailServer): MailServerInForce => ({ url: urlOf(server), host: server.host, sender: server.sender });

function urlOf({ host, port, security, user, password }: NewMailServer): string {
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${login}${host}:${port}${security === 'tls' ? '' : `?requireTLS=${security === 'starttls'}`}`;
}

async function readSaved(ctx: Place): Promise<NewMailServer | null> {
  const secret = await readSecret(ctx, ctx.db, SECRET);
  return secret.state === 'known' ? (JSON.parse(secret.text) as NewMailServer) : null;
}

/** What Settings shows. */
export async function readMailServer(ctx: Context): Promise<MailServer> {
  const { general } = await readSettings(ctx);
  const saved = await readSaved(ctx);
  const server = await mailServerInForce(ctx);
  const isThere = ctx.config.smtpUrl === null && (await hasMailServer(ctx));
  const source = ctx.config.smtpUrl !== null ? 'environment' : server !== null ? 'settings' : isThere ? 'lost' : 'none';
  return { source, saved, host: server?.host ?? null, sender: server?.sender ?? general.contactEmail };
}

/**
 * With the stored password where none was typed: only for the same login at the same server, or somebody could have it sent to a server of theirs.
 * @throws Problem invalid_input where a password is needed.
 */
export async function withPassword(ctx: Context, server: NewMailServer): Promise<NewMailServer> {
  if (server.password !== '' || server.user === '') return server;
  const saved = await readSaved(ctx);
  const isSame = saved && saved.host === server.host && saved.user === server.user && isAsSafe(saved, server);
  if (isSame && saved.password !== '') return { ...server, password: saved.password };
  const message = mailServerMessages.password;
  throw new Problem('invalid_input', message, { issues: [{ path: 'password', message }] });
}

/** A password that was entered for an encrypted connection is sent by no other. */
const isAsSafe = (saved: NewMailServer, server: NewMailServer) => server.security !== 'none' || saved.security === 'none';

/** Saves the mail server; mails are sent by it from now on. */
export async function saveMailServer(ctx: Context, server: NewMailServer, request: Requester): Promise<void> {
  const complete = await withPassword(ctx, server);
  await inTransaction(ctx.db, async (tx) => {
    await putSecret(ctx, tx, SECRET, JSON.stringify(complete));
    // Emails that the former server turned away would wait for up to twelve hours.
    if (ctx.config.smtpUrl === null) await hurryWaiting(tx, instantOf(ctx.clock));
    await noteChange(tx, ctx.dialect, OWN_ROW);
    await addEvents(tx, [activityOf(ctx, 'mail_server_changed', request)]);
  });
  ctx.invalidateCache([SETTINGS]);
}

/** Forgets the mail server. Mails that still wait can be sent by hand. */
export async function removeMailServer(ctx: Context, request: Requester): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await hasSecret(tx, SECRET))) return;
    await deleteSecret(tx, SECRET);
    if (ctx.config.smtpUrl === null) await keepWaiting(tx);
    await noteChange(tx, ctx.dialect, OWN_ROW);
    await addEvents(tx, [activityOf(ctx, 'mail_server_removed', request)]);
  });
  ctx.invalidateCache([SETTINGS]);
}

/** The address of the owner. @throws Problem state_conflict while it is still the example. */
export async function ownersAddress(ctx: Context): Promise<string> {
  const { contactEmail } = (await readSettings(ctx)).general;
  if (contactEmail === DEFAULT_EMAIL)
    throw new Problem('state_conflict', 'Enter your contact email under General first: the test email goes there.');
  return contactEmail;
}
