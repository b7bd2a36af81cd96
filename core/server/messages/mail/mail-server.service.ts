/** SMTP_URL goes before Settings; all processes follow at once. */
import { DEFAULT_EMAIL } from '#core/contract/admin/setting-checks.ts';
import type { MailServer, NewMailServer } from '#core/contract/messages/mail-server.ts';
import { mailServerMessages } from '#core/contract/messages/mail-server-rules.ts';
import { invalidField, Problem } from '#core/contract/problems.ts';
import { activityOf, type Requester } from '#core/server/admin/auth/activity.service.ts';
import { readSettings } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { deleteSecret, hasSecret, putSecret, readSecret } from '#platform/secrets.ts';
import { MAIL_SERVER_SECRET } from './cache-tags.ts';
import { hurryWaiting, keepWaiting } from './mails.queries.ts';

const SECRET = MAIL_SERVER_SECRET;
type Place = Pick<Context, 'config'> & { db: Db | Tx };

/** `sender`: null means the contact email. */
export type MailServerInForce = { url: string; host: string; sender: string | null };

/** True even where the password must be entered again first. */
export const hasMailServer = async ({ config, db }: Place): Promise<boolean> =>
  config.smtpUrl !== null || hasSecret(db, SECRET);

/** True where the stored password can’t be read, and nothing replaces it. */
export const isMailServerLost = async (ctx: Place): Promise<boolean> =>
  ctx.config.smtpUrl === null && (await readSecret(ctx, ctx.db, SECRET)).state === 'lost';

/** null: there is none, or it can’t be read here. */
export async function mailServerInForce(ctx: Place): Promise<MailServerInForce | null> {
  const { smtpUrl } = ctx.config;
  if (smtpUrl !== null) return { url: smtpUrl, host: new URL(smtpUrl).hostname, sender: null };
  const saved = await readSaved(ctx);
  return saved && inForce(saved);
}

export const inForce = (server: NewMailServer): MailServerInForce => ({
  url: urlOf(server),
  host: server.host,
  sender: server.sender,
});

function urlOf({ host, port, security, user, password }: NewMailServer): string {
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${login}${host}:${port}${security === 'tls' ? '' : `?requireTLS=${security === 'starttls'}`}`;
}

async function readSaved(ctx: Place): Promise<NewMailServer | null> {
  const secret = await readSecret(ctx, ctx.db, SECRET);
  return secret.state === 'known' ? (JSON.parse(secret.text) as NewMailServer) : null;
}

export async function readMailServer(ctx: Context): Promise<MailServer> {
  const { general } = await readSettings(ctx);
  const saved = await readSaved(ctx);
  const server = await mailServerInForce(ctx);
  const isThere = ctx.config.smtpUrl === null && (await hasMailServer(ctx));
  const source =
    ctx.config.smtpUrl !== null
      ? 'environment'
      : server !== null
        ? 'settings'
        : isThere
          ? 'lost'
          : 'none';
  return {
    source,
    saved,
    host: server?.host ?? null,
    sender: server?.sender ?? general.contactEmail,
  };
}

/**
 * Adds the stored password only for the same login at the same server, or someone could have it
 * sent to theirs. @throws Problem invalid_input where a password is needed.
 */
export async function withPassword(ctx: Context, server: NewMailServer): Promise<NewMailServer> {
  if (server.password !== '' || server.user === '') return server;
  const saved = await readSaved(ctx);
  const isSame =
    saved && saved.host === server.host && saved.user === server.user && isAsSafe(saved, server);
  if (isSame && saved.password !== '') return { ...server, password: saved.password };
  const message = mailServerMessages.password;
  throw invalidField('password', message);
}

/** Never sends a password of an encrypted connection by another. */
const isAsSafe = (saved: NewMailServer, server: NewMailServer) =>
  server.security !== 'none' || saved.security === 'none';

export async function saveMailServer(
  ctx: Context,
  server: NewMailServer,
  request: Requester,
): Promise<void> {
  const complete = await withPassword(ctx, server);
  await perform(ctx, 'owner', async (act) => {
    await putSecret(act, act.tx, SECRET, JSON.stringify(complete));
    // Emails that the former server turned away would wait for up to twelve hours.
    if (act.config.smtpUrl === null) await hurryWaiting(act.tx, act.now);
    await act.record(activityOf('mail_server_changed', request));
  });
}

/** Waiting mails can be sent by hand. */
export async function removeMailServer(ctx: Context, request: Requester): Promise<void> {
  await perform(ctx, 'owner', async (act) => {
    if (!(await hasSecret(act.tx, SECRET))) return;
    await deleteSecret(act.tx, SECRET);
    if (act.config.smtpUrl === null) await keepWaiting(act.tx);
    await act.record(activityOf('mail_server_removed', request));
  });
}

/** @throws Problem state_conflict while it is still the example. */
export async function ownersAddress(ctx: Context): Promise<string> {
  const { contactEmail } = (await readSettings(ctx)).general;
  if (contactEmail === DEFAULT_EMAIL)
    throw new Problem(
      'state_conflict',
      'Enter your contact email under General first: the test email goes there.',
    );
  return contactEmail;
}
