import { Readable } from 'node:stream';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SmtpConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';

/**
 * `accepted`: the server has it. `refused`: it surely has it not; `permanent` means that trying
 * again is useless. `unknown`: the connection was lost on the way, so the server may have it or
 * not.
 */
export type Delivery =
  | { result: 'accepted' }
  | { result: 'refused'; permanent: boolean; reason: string }
  | { result: 'unknown'; reason: string };

/** Never throws. */
export type SendMessage = (
  envelope: { from: string; to: string },
  message: Buffer,
) => Promise<Delivery>;

const SECOND = 1_000;
const CLOSING = 421;
export const MAX_SENDING_MS = 120 * SECOND;
const timeouts: SMTPConnectionOptions = {
  connectionTimeout: 20 * SECOND,
  greetingTimeout: 20 * SECOND,
  dnsTimeout: 20 * SECOND,
  socketTimeout: 60 * SECOND,
};

/**
 * @param url `smtp://host` (TLS where the server offers it), `smtp://user:password@host:587` (TLS
 * required, so nobody on the way reads the password, unless `?requireTLS=false`) or `smtps://…`.
 */
export function smtpSender(url: string): SendMessage {
  return async (envelope, message) => {
    const failed = await handOver(url, { envelope, message }, MAX_SENDING_MS);
    return failed ? deliveryOf(failed) : { result: 'accepted' };
  };
}

type Failed = { error: unknown; stage: Stage };

type Letter = { envelope: { from: string; to: string }; message: Buffer };

/**
 * @param letter null: the login alone is tried.
 * @returns null once that is done. Never throws.
 */
async function handOver(
  url: string,
  letter: Letter | null,
  limitMs: number,
): Promise<Failed | null> {
  const { auth, ...given } = parseConnectionUrl(url);
  const { user, pass } = auth ?? {};
  const requireTLS =
    given.requireTLS === undefined ? auth !== undefined : given.requireTLS !== false;
  const connection = new SmtpConnection({ ...timeouts, ...given, requireTLS });
  let stage: Stage = 'before';
  const bodyOf = (message: Buffer) =>
    Readable.from(
      // Read only once the server has said that it is ready for it.
      (function* () {
        stage = 'message';
        yield message;
      })(),
      { objectMode: false, highWaterMark: 1 },
    );
  const deadline = setTimeout(() => connection.close(), limitMs);
  try {
    await called((done) => {
      // Also what goes wrong later comes here; the first word counts.
      connection.on('error', done);
      connection.on('end', () =>
        done(
          Object.assign(new Error('The mail server closed the connection'), {
            code: 'ECONNECTION',
          }),
        ),
      );
      connection.connect(done);
    });
    if (user !== undefined) await called((done) => connection.login({ user, pass }, done));
    stage = 'envelope';
    if (letter) {
      const { envelope, message } = letter;
      await called((done) =>
        connection.send({ ...envelope, size: message.length }, bodyOf(message), done),
      );
    }
    return null;
  } catch (error) {
    return { error, stage };
  } finally {
    clearTimeout(deadline);
    connection.quit();
  }
}

const MAX_TRYING_MS = 25 * SECOND;

export type SmtpTrouble = { kind: SmtpTroubleKind; said: string };
type SmtpTroubleKind =
  | ('unknownHost' | 'noDns' | 'refused' | 'silent' | 'closed' | 'unreachable')
  | ('noTls' | 'wrongTls' | 'certificate')
  | ('password' | 'loginNeeded' | 'sender' | 'recipient' | 'later' | 'message');

/**
 * Somebody waits meanwhile.
 * @param letter null: the login alone is tried.
 * @returns null once that is done.
 */
export async function trySending(url: string, letter: Letter | null): Promise<SmtpTrouble | null> {
  const failed = await handOver(url, letter, MAX_TRYING_MS);
  return failed && troubleOf(failed);
}

function troubleOf({ error, stage }: Failed): SmtpTrouble {
  const { message, code = '', responseCode, command = '' } = error as SmtpError;
  const kind = (): SmtpTroubleKind => {
    if (/ENOTFOUND|ENODATA/.test(message)) return 'unknownHost';
    if (code === 'EDNS') return 'noDns';
    if (message.includes('ECONNREFUSED')) return 'refused';
    if (/EHOSTUNREACH|ENETUNREACH|EACCES|EPERM/.test(message)) return 'unreachable';
    if (message.includes('wrong version number')) return 'wrongTls';
    if (
      /certificate|altnames|issuer/i.test(message) &&
      stage === 'before' &&
      responseCode === undefined
    )
      return 'certificate';
    if (code === 'ETLS') return 'noTls';
    if (code === 'ETIMEDOUT') return 'silent';
    if (responseCode === 530) return 'loginNeeded';
    if (
      responseCode !== undefined &&
      responseCode >= 400 &&
      responseCode < 500 &&
      responseCode !== CLOSING
    )
      return 'later';
    if (code === 'EAUTH') return 'password';
    if (responseCode === undefined || responseCode === CLOSING) return 'closed';
    if (command.startsWith('MAIL')) return 'sender';
    return command.startsWith('RCPT') ? 'recipient' : 'message';
  };
  return { kind: kind(), said: message.trim().slice(0, 300) };
}

const called = (call: (done: (error?: Error | null) => void) => void) =>
  new Promise<void>((resolve, reject) => call((error) => (error ? reject(error) : resolve())));

type Stage = 'before' | 'envelope' | 'message';

type SmtpError = Error & {
  code?: string;
  responseCode?: number;
  permanent?: boolean;
  command?: string;
};

const withoutTls = (reason: string) =>
  `The mail server offers no TLS, which a user name requires (unless SMTP_URL ends in ?requireTLS=false, or Settings says “No encryption”). ${reason}`;

function deliveryOf({ error, stage }: Failed): Delivery {
  const { message, code, responseCode, permanent = false } = error as SmtpError;
  const reason = message.slice(0, 500);
  // A wrong password is put right in the configuration: the mail itself was not refused.
  if (stage === 'before')
    return {
      result: 'refused',
      permanent: false,
      reason: code === 'ETLS' && responseCode ? withoutTls(reason) : reason,
    };
  // A reply is a clear no, even after the message; only the server's goodbye may come at any
  // moment.
  if (stage === 'envelope' || (responseCode !== undefined && responseCode !== CLOSING))
    return { result: 'refused', permanent, reason };
  return { result: 'unknown', reason };
}
