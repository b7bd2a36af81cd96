import { randomUUID } from 'node:crypto';
import type { MailTest, NewMailServer, SenderChecks } from '#core/contract/messages/mail-server.ts';
import {
  type MailProvider,
  mailProviderNames,
  providerOf,
} from '#core/contract/messages/mail-server-rules.ts';
import { Problem } from '#core/contract/problems.ts';
import { readSettings } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import { buildMessage } from '#platform/mail/message.ts';
import { findDkim, type ResolveTxt, readSpf, resolveTxt } from '#platform/mail/sender-dns.ts';
import { type SmtpTrouble, trySending } from '#platform/mail/smtp.ts';
import { toText } from './mail-body.ts';
import { toHtml } from './mail-html.ts';
import {
  inForce,
  type MailServerInForce,
  mailServerInForce,
  ownersAddress,
  withPassword,
} from './mail-server.service.ts';
import { originOf, say } from './template.ts';

/**
 * @param typed null: the server in force. @throws Problem state_conflict without a contact email,
 * or a mail server.
 */
export async function sendTest(ctx: Context, typed: NewMailServer | null): Promise<MailTest> {
  const server =
    typed === null ? await mailServerInForce(ctx) : inForce(await withPassword(ctx, typed));
  if (server === null) throw new Problem('state_conflict', 'Enter a mail server first.');
  const to = await ownersAddress(ctx);
  const from = server.sender ?? to;
  const shop = { settings: await readSettings(ctx), origin: originOf(ctx) };
  const { general } = shop.settings;
  const subject = `Test email from ${general.siteTitle}`;
  const blocks = [say(`It works: ${general.siteTitle} can send email through ${server.host}.`)];
  const message = await buildMessage({
    from: { name: general.siteTitle, address: from },
    to: { name: general.siteTitle, address: to },
    replyTo: null,
    subject,
    messageId: `<test.${randomUUID()}@${from.split('@').at(-1)}>`,
    date: ctx.clock.now(),
    text: toText(blocks),
    html: toHtml(subject, blocks, shop),
    unsubscribeUrl: null,
  });
  const trouble = await trySending(server.url, { envelope: { from, to }, message });
  if (trouble === null)
    return {
      isSent: true,
      message: `Sent to ${to}. If it isn’t in the inbox within a few minutes, look in the spam folder.`,
      said: null,
    };
  ctx.log.warn({ kind: trouble.kind, host: server.host }, 'a test email was not sent');
  return { isSent: false, message: wayOutOf(trouble, server), said: trouble.said };
}

/** @returns what to do; null where the login works, or there is no mail server. */
export async function tryLogin(ctx: Pick<Context, 'config' | 'db'>): Promise<string | null> {
  const server = await mailServerInForce(ctx);
  const trouble = server && (await trySending(server.url, null));
  return trouble && wayOutOf(trouble, server);
}

const providerAt = (host: string): MailProvider =>
  mailProviderNames.find((name) => providerOf(name).server?.host === host) ?? 'other';

function wayOutOf({ kind }: SmtpTrouble, { host, url, sender }: MailServerInForce): string {
  const port = new URL(url).port || (url.startsWith('smtps') ? '465' : '587');
  const words: Record<SmtpTrouble['kind'], string> = {
    unknownHost: `We found no server named ${host}. Check the spelling, and this machine’s internet connection.`,
    noDns: `We couldn’t look up ${host}. Check this machine’s internet connection and its name servers (DNS), then try again.`,
    refused: `${host} doesn’t accept connections on port ${port}. Check the port: it’s usually 465 or 587.`,
    unreachable: `This machine can’t reach ${host}. Check its internet connection and firewall.`,
    silent: `${host} didn’t answer on port ${port}. Your internet provider or a firewall may block that port: try 587 or 465.`,
    closed: `${host} ended the connection. Check the port and the encryption, then try again.`,
    noTls: `${host} offers no encryption on port ${port}, so we sent neither the password nor the email. Try TLS with port 465.`,
    wrongTls: `${host} doesn’t use TLS on port ${port}. Choose STARTTLS for port 587, or TLS for port 465.`,
    certificate: `We couldn’t verify ${host}: its certificate isn’t valid. Check the server name. If it’s right, ask your provider.`,
    password: `The password was refused. ${providerOf(providerAt(host)).refused}`,
    loginNeeded: `${host} requires a user name and password.`,
    sender: `${host} won’t send as ${sender ?? 'your contact email'}. Use the mailbox’s own address, or add this one there as an alias.`,
    recipient: `${host} won’t deliver to your contact email. Check that address under General.`,
    later: `${host} asks us to try again later. Servers often do that with new senders, so the settings may be right: save them, and emails go out within minutes.`,
    message: `${host} refused the email. What it said is below; its provider can tell you more.`,
  };
  return words[kind];
}

type Check = SenderChecks['checks'][number];

const UNREACHABLE =
  'Can’t tell: this machine’s name servers (DNS) gave no answer. Emails may still arrive. Try again once it’s online.';

export async function checkSender(
  ctx: Context,
  resolve: ResolveTxt = resolveTxt,
): Promise<SenderChecks> {
  const server = await mailServerInForce(ctx);
  if (server === null) return { checks: [] };
  const address = server.sender ?? (await readSettings(ctx)).general.contactEmail;
  const domain = address.split('@').at(-1)?.toLowerCase() ?? '';
  const owner = mailProviderNames.find((name) => providerOf(name).domains.includes(domain));
  const provider = providerAt(server.host);
  if (owner !== undefined) return { checks: [providersOwn(domain, owner === provider)] };
  const unreachable = (name: string) => (): Check => ({
    name,
    state: 'unknown',
    message: UNREACHABLE,
    record: null,
  });
  return {
    checks: [
      await spfCheck(resolve, domain, provider, server.host).catch(unreachable('SPF')),
      await dkimCheck(resolve, domain, provider).catch(unreachable('DKIM')),
    ],
  };
}

const providersOwn = (domain: string, isItsOwn: boolean): Check =>
  isItsOwn
    ? {
        name: 'SPF and DKIM',
        state: 'good',
        message: `Your provider takes care of both for ${domain}.`,
        record: null,
      }
    : {
        name: 'SPF and DKIM',
        state: 'bad',
        message: `Only ${domain}’s own mail server may send for this address, so emails may land in spam. Use that server, or an address of your own domain.`,
        record: null,
      };

async function spfCheck(
  resolve: ResolveTxt,
  domain: string,
  provider: MailProvider,
  host: string,
): Promise<Check> {
  const mechanism = providerOf(provider).spf;
  const { state, record } = await readSpf(resolve, domain, mechanism);
  const check = (found: Check['state'], message: string, value: string | null): Check => ({
    name: 'SPF',
    state: found,
    message,
    record: value === null ? null : { type: 'TXT', name: domain, value },
  });
  // Else the server’s own address is the best guess.
  const wanted = mechanism ?? `a:${host}`;
  if (state === 'several')
    return check(
      'bad',
      `${domain} has more than one SPF record, which counts as none. Keep one, with everything in it.`,
      null,
    );
  if (state === 'none')
    return check(
      'bad',
      `${domain} has no SPF record. Enter this one where you manage the domain.`,
      `v=spf1 ${wanted} ~all`,
    );
  if (state === 'names it') return check('good', `${domain} allows ${host} to send for it.`, null);
  if (mechanism === null)
    return check(
      'unknown',
      `${domain} has an SPF record. Check with your provider that it includes ${host}. It says: ${record}`,
      null,
    );
  const value = record?.replace(/^v=spf1/i, `v=spf1 ${wanted}`) ?? null;
  return check(
    'bad',
    `${domain}’s SPF record doesn’t allow ${host}. Change it to this one.`,
    value,
  );
}

async function dkimCheck(
  resolve: ResolveTxt,
  domain: string,
  provider: MailProvider,
): Promise<Check> {
  const { selectors, label } = providerOf(provider);
  const selector = await findDkim(resolve, domain, selectors);
  if (selector !== null)
    return {
      name: 'DKIM',
      state: 'good',
      message: `${domain} has a DKIM key (${selector}).`,
      record: null,
    };
  const where = provider === 'other' ? 'your provider' : label;
  const message = `We found no DKIM key for ${domain} under the usual names. If you haven’t entered one, ${where} shows it under “DKIM” or “authenticate email”.`;
  return { name: 'DKIM', state: 'unknown', message, record: null };
}
