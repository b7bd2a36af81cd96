/** A real SMTP server for tests, whose response to a message can be chosen. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { takeConsoleErrors } from './fail-on-console-error.ts';

export type ReceivedMail = {
  envelope: { from: string; to: string[] };
  headers: Map<string, string>;
  text: string;
  html: string;
};

/**
 * What it does with a message: take it; refuse it for now or for good; take it and never say so, or hang up instead of saying so.
 * The last two stand for a connection lost in the worst moment.
 */
type Manner = 'accept' | 'busy' | 'refuse' | 'silent' | 'hang-up';

export type MailServer = {
  /** For SMTP_URL. */
  url: string;
  received: ReceivedMail[];
  /** The user name of every login that was tried. */
  logins: string[];
  behave(manner: Manner): void;
  close(): Promise<void>;
};

/** `offersTls`: whether the server with a login offers STARTTLS; it always accepts a login without. */
type Options = { login?: { user: string; pass: string }; offersTls?: boolean };

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

export async function startMailServer({
  login,
  offersTls = login !== undefined,
}: Options = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const logins: string[] = [];
  let manner: Manner = 'accept';
  const server = new SMTPServer({
    authOptional: login === undefined,
    disabledCommands: [
      ...(login === undefined ? ['AUTH'] : []),
      ...(offersTls ? [] : ['STARTTLS']),
    ],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) => {
      logins.push(username ?? '');
      if (login && username === login.user && password === login.pass)
        done(null, { user: username });
      else done(refusal(535, 'Wrong user name or password'));
    },
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('nobody@') ? refusal(550, 'No such mailbox') : null),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        if (manner === 'busy') return done(refusal(451, 'Try again later'));
        if (manner === 'refuse') return done(refusal(554, 'We do not like this message'));
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({
          envelope: { from, to: envelope.rcptTo.map((to) => to.address) },
          ...parse(Buffer.concat(chunks).toString('latin1')),
        });
        if (manner === 'accept') done();
        if (manner === 'hang-up') for (const connection of server.connections) connection.close();
      });
    },
  });
  // The test certificate, which nobody vouches for, is what the login's tests want; the server warns of it.
  if (login) takeConsoleErrors();
  server.on('error', () => {
    // A client that was killed; the tests look at what arrived.
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    logins,
    behave: (next) => {
      manner = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Headers, and the plain and HTML parts as text. */
function parse(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const { headers, body } = split(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')));
  const partOf = (type: string) =>
    decode(parts.find((part) => part.headers.get('content-type')?.startsWith(type)));
  return { headers, text: partOf('text/plain'), html: partOf('text/html') };
}

function split(raw: string): { headers: Map<string, string>; body: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return { headers, body: rest.join('\r\n\r\n') };
}

function decode(part: ReturnType<typeof split> | undefined): string {
  if (!part) return '';
  const encoding = part.headers.get('content-transfer-encoding');
  const bytes =
    encoding === 'base64'
      ? Buffer.from(part.body, 'base64')
      : encoding === 'quoted-printable'
        ? Buffer.from(
            part.body
              .replace(/=\r\n/g, '')
              .replace(/=([0-9A-F]{2})/g, (_, code) =>
                String.fromCharCode(Number.parseInt(code, 16)),
              ),
            'latin1',
          )
        : Buffer.from(part.body, 'latin1');
  return bytes.toString('utf8').replaceAll('\r\n', '\n').replace(/\n+$/, '\n');
}
