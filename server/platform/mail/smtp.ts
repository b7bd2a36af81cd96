import { Readable } from 'node:stream';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SmtpConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';

/**
 * What became of a message. `accepted`: the server has it. `refused`: it surely has it not; `permanent` means that trying again is
 * useless. `unknown`: it was on its way when the connection was lost, so the server may have it or not.
 */
export type Delivery =
  | { result: 'accepted' }
  | { result: 'refused'; permanent: boolean; reason: string }
  | { result: 'unknown'; reason: string };

/** Hands one message to the mail server. Never throws. */
export type SendMessage = (envelope: { from: string; to: string }, message: Buffer) => Promise<Delivery>;

const SECOND = 1_000;
/** The reply of a server that is shutting down. */
const CLOSING = 421;
/** The time limit for one message, whatever the server does. */
export const MAX_SENDING_MS = 120 * SECOND;
const timeouts: SMTPConnectionOptions = {
  connectionTimeout: 20 * SECOND,
  greetingTimeout: 20 * SECOND,
  dnsTimeout: 20 * SECOND,
  socketTimeout: 60 * SECOND,
};

/**
 * Sends over SMTP.
 * @param url `smtp://host` (TLS where the server offers it), `smtp://user:password@host:587` (TLS required, so that nobody on the way reads
 * the password, unless `?requireTLS=false`) or `smtps://…`.
 */
export function smtpSender(url: string): SendMessage {
  const { auth, ...given } = parseConnectionUrl(url);
  const { user, pass } = auth ?? {};
  const requireTLS = given.requireTLS === undefined ? auth !== undefined : given.requireTLS !== false;
  const options = { ...given, requireTLS };
  return async (envelope, message) => {
    const connection = new SmtpConnection({ ...timeouts, ...options });
    let stage: Stage = 'before';
    const body = Readable.from(
      // Read only once the server has said that it is ready for it.
      (function* () {
        stage = 'message';
        yield message;
      })(),
      { objectMode: false, highWaterMark: 1 },
    );
    const deadline = setTimeout(() => connection.close(), MAX_SENDING_MS);
    try {
      await called((done) => {
        // Also what goes wrong later comes here; the first word counts.
        connection.on('error', done);
        connection.on('end', () => done(new Error('The mail server closed the connection')));
        connection.connect(done);
      });
      if (user !== undefined) await called((done) => connection.login({ user, pass }, done));
      stage = 'envelope';
      await called((done) => connection.send({ ...envelope, size: message.length }, body, done));
      return { result: 'accepted' };
    } catch (error) {
      return deliveryOf(error, stage);
    } finally {
      clearTimeout(deadline);
      connection.quit();
    }
  };
}

const called = (call: (done: (error?: Error | null) => void) => void) =>
  new Promise<void>((resolve, reject) => call((error) => (error ? reject(error) : resolve())));

/** How far it came: before the envelope, at the envelope, or at the message itself. */
type Stage = 'before' | 'envelope' | 'message';

const withoutTls = (reason: string) =>
  `The mail server offers no TLS, which SMTP_URL requires (as any user name does, unless the URL ends in ?requireTLS=false). ${reason}`;

function deliveryOf(error: unknown, stage: Stage): Delivery {
  const { message, code, responseCode, permanent = false } = error as Error & { code?: string; responseCode?: number; permanent?: boolean };
  const reason = message.slice(0, 500);
  // A wrong password is put right in the configuration: the mail itself was not refused.
  if (stage === 'before')
    return { result: 'refused', permanent: false, reason: code === 'ETLS' && responseCode ? withoutTls(reason) : reason };
  // A reply is a clear no, even after the message; only the server's goodbye may come at any moment.
  if (stage === 'envelope' || (responseCode !== undefined && responseCode !== CLOSING)) return { result: 'refused', permanent, reason };
  return { result: 'unknown', reason };
}
