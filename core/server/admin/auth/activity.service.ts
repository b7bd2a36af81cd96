/** The part of the event log that Account shows. */
import type { Activity } from '#core/contract/admin/auth.ts';
import type { MailKindAbout } from '#core/contract/messages/mail-statuses.ts';
import type { Act, BareAct, Entry } from '#core/server/act.ts';
import { latestEvents } from '#core/server/admin/events/events.service.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { entriesAt } from '#core/server/plugged-in.ts';
import { instantOf } from '#platform/clock.ts';
import type { Db } from '#platform/db/db.ts';
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
  payment_instructions_changed: 'The payment instructions were changed',
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

export type Requester = Parameters<typeof clientOf>[0];

/** A feature's kind is its name, a dot, and what happened. */
export type ActivityKind = keyof typeof sentences | `${string}.${string}`;

const allSentences: Record<ActivityKind, string> = { ...sentences, ...entriesAt('activities') };

export type AccountNotice = {
  at: string;
  /** `network` is the /24 or /48 of the IP address. */
  client: Pick<Client, 'device' | 'network'>;
  /** The name of the passkey used, added or removed. */
  passkey?: string;
  removedPasskeys?: string[];
  /** The mail about the change goes to the former address. */
  contactEmails?: { former: string; present: string };
  /** Handles without `@`; null: the payment instructions changed. */
  payees?: { former: string; present: string } | null;
};

/**
 * Emails the admin in the act that made the change. It is a parameter because the mail feature
 * imports this one.
 */
export type AccountMailer = (
  act: Act,
  kind: MailKindAbout<'account'>,
  notice: AccountNotice,
) => Promise<void>;

const SHOWN = 30;
/** How many earlier logins a login is compared with. */
const COMPARED = 500;

/**
 * Never says the whole IP address.
 * @param client null: a command on the server.
 */
export const activityEvent = (
  kind: ActivityKind,
  client: AccountNotice['client'] | null,
  data: object = {},
): Entry => ({
  kind,
  data: { ...(client && { device: client.device, network: client.network }), ...data },
});

export const activityOf = (kind: ActivityKind, request: Requester, data?: object): Entry =>
  activityEvent(kind, clientOf(request), data);

export const noticeOf = (ctx: Pick<Context, 'clock'>, request: Requester): AccountNotice => ({
  at: instantOf(ctx.clock),
  client: clientOf(request),
});

/**
 * Logs events that touch no table, such as a download.
 * @param request null: a command on the server.
 */
export const recordActivity = (
  ctx: Pick<Context, 'db' | 'dialect' | 'clock'>,
  kind: ActivityKind,
  request: Requester | null,
): Promise<void> =>
  perform(ctx, request ? 'owner' : 'system', (act) =>
    act.record(activityEvent(kind, request && clientOf(request))),
  );

/**
 * @returns whether it is the first login with this device in this network; a shop's very first
 * login is not.
 */
export async function recordLogin(
  act: BareAct,
  client: Client,
  passkey: string | null,
): Promise<boolean> {
  const before = await latestEvents(act.tx, ['login'], COMPARED);
  const isKnown = before.some(
    ({ data }) => data.device === client.device && data.network === client.network,
  );
  const isNew = before.length > 0 && !isKnown;
  await noteLoginNetwork(act, client.network);
  await act.record(activityEvent('login', client, { isNew, ...(passkey !== null && { passkey }) }));
  return isNew;
}

export const handleText = (handle: string): string => (handle === '' ? 'none' : `@${handle}`);

function sentenceOf(
  kind: ActivityKind,
  passkey: string | null,
  { former, handle }: Record<string, unknown>,
): string {
  const sentence = allSentences[kind] ?? '';
  if (kind === 'venmo_handle_changed' && typeof former === 'string')
    return `${sentence} from ${handleText(former)} to ${handleText(String(handle))}`;
  if (passkey === null) return sentence;
  return kind === 'login'
    ? `${sentence} with the passkey “${passkey}”`
    : `${sentence}: “${passkey}”`;
}

export async function recentActivity(db: Db): Promise<Activity[]> {
  const events = await latestEvents(db, Object.keys(allSentences), SHOWN);
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  return events.map(({ at, kind, data }) => ({
    at,
    text: sentenceOf(kind as ActivityKind, textOf(data.passkey), data),
    device: textOf(data.device),
    network: textOf(data.network),
    isNew: data.isNew === true,
  }));
}
