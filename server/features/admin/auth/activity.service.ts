/** What happened to the admin's account: part of the event log, shown in Account. */
import type { Activity } from '#contract/admin/auth.ts';
import type { MailKindAbout } from '#contract/messages/mail-statuses.ts';
import type { Context } from '#server/context.ts';
import { addEvents, type Event, latestEvents } from '#server/features/admin/events/events.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { entriesAt } from '#server/plugged-in.ts';
import { type Client, clientOf } from './client.ts';
import { noteLoginNetwork } from './login-networks.service.ts';

const sentences = {
  login: 'Logged in',
  logins_slowed: 'Repeated failed logins (now rate-limited)',
  password_changed: 'The password was changed',
  passkey_added: 'A passkey was added',
  passkey_removed: 'A passkey was removed',
  passkeys_removed_by_command: 'All passkeys were removed on the shop’s own computer',
  password_set_by_command: 'The password was set on the shop’s own computer',
  owner_changed_by_configuration: 'The account was changed by ADMIN_USER or ADMIN_PASSWORD',
  venmo_handle_changed: 'The Venmo username was changed',
  contact_email_changed: 'The contact email was changed',
  mail_server_changed: 'The mail server was changed',
  mail_server_removed: 'The mail server was removed',
  second_way_changed: 'The second way for alerts was changed',
  session_ended: 'A session was ended',
  other_sessions_ended: 'All other sessions were ended',
  backup_downloaded: 'A backup was downloaded',
  export_downloaded: 'An export was downloaded',
  backup_written: 'A backup was written on the shop’s own computer',
  buyer_data_exported: 'One buyer’s data was downloaded',
  buyer_data_erased: 'One buyer’s data was erased',
  export_written: 'An export was written on the shop’s own computer',
} as const;

/** A request whose device and network are logged. */
export type Requester = Parameters<typeof clientOf>[0];

/** The core's, and those of an extra: its name, a dot, and what happened. */
export type ActivityKind = keyof typeof sentences | `${string}.${string}`;

const allSentences: Record<ActivityKind, string> = { ...sentences, ...entriesAt('activities') };

/** A login, or a change of the admin's account. */
export type AccountNotice = {
  at: string;
  /** Such as "Firefox on Linux", and the /24 or /48 it came from. */
  client: Pick<Client, 'device' | 'network'>;
  /** The name of the passkey that was used, added or removed. */
  passkey?: string;
  /** Those that a change of the password has removed. */
  removedPasskeys?: string[];
  /** The contact email addresses before and after their change: the mail about it goes to the former one. */
  contactEmails?: { former: string; present: string };
};

/** Writes to the admin about the account, in the transaction of what has happened. Handed in, because mails are a feature that needs this one. */
export type AccountMailer = (tx: Tx, kind: MailKindAbout<'account'>, notice: AccountNotice) => Promise<void>;

const SHOWN = 30;
/** How many logins a login is compared with. */
const COMPARED = 500;

/** The log's entry about the account. It says the device and the network, never the whole IP address. @param client null: a command on the server. */
export const activityEvent = (ctx: Pick<Context, 'clock'>, kind: ActivityKind, client: Client | null, data: object = {}): Event => ({
  at: instantOf(ctx.clock),
  actor: client ? 'owner' : 'system',
  kind,
  data: { ...(client && { device: client.device, network: client.network }), ...data },
});

/** The same of who made the request. */
export const activityOf = (ctx: Pick<Context, 'clock'>, kind: ActivityKind, request: Requester): Event =>
  activityEvent(ctx, kind, clientOf(request));

/** What the admin is told about who made the request. */
export const noticeOf = (ctx: Pick<Context, 'clock'>, request: Requester): AccountNotice => ({
  at: instantOf(ctx.clock),
  client: clientOf(request),
});

/** Logs what is no change of the database, such as a download. @param request null: a command on the server. */
export async function recordActivity(ctx: Pick<Context, 'db' | 'clock'>, kind: ActivityKind, request: Requester | null): Promise<void> {
  const event = activityEvent(ctx, kind, request && clientOf(request));
  await inTransaction(ctx.db, (tx) => addEvents(tx, [event]));
}

/**
 * Logs a login by password or passkey, and whether it is the first one with this device in this network. The very first login of a shop is not new.
 * @returns whether it is.
 */
export async function recordLogin(ctx: Pick<Context, 'db' | 'clock'>, tx: Tx, client: Client, passkey: string | null): Promise<boolean> {
  const before = await latestEvents(tx, ['login'], COMPARED);
  const isKnown = before.some(({ data }) => data.device === client.device && data.network === client.network);
  const isNew = before.length > 0 && !isKnown;
  await noteLoginNetwork(ctx, tx, client.network);
  await addEvents(tx, [activityEvent(ctx, 'login', client, { isNew, ...(passkey !== null && { passkey }) })]);
  return isNew;
}

function sentenceOf(kind: ActivityKind, passkey: string | null): string {
  const sentence = allSentences[kind] ?? '';
  if (passkey === null) return sentence;
  return kind === 'login' ? `${sentence} with the passkey “${passkey}”` : `${sentence}: “${passkey}”`;
}

/** What happened last, newest first. */
export async function recentActivity(db: Db): Promise<Activity[]> {
  const events = await latestEvents(db, Object.keys(allSentences), SHOWN);
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  return events.map(({ at, kind, data }) => ({
    at,
    text: sentenceOf(kind as ActivityKind, textOf(data.passkey)),
    device: textOf(data.device),
    network: textOf(data.network),
    isNew: data.isNew === true,
  }));
}
