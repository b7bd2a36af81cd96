import { describe, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { buildMessage, type Mail } from './message.ts';
import { smtpSender } from './smtp.ts';

const mail: Mail = {
  from: { name: 'Druse', address: 'hello@druse.example' },
  to: { name: 'Ada', address: 'ada@buyer.example' },
  replyTo: 'hello@druse.example',
  subject: 'Smoky quartz – Grüße, 水晶',
  messageId: '<1@druse.example>',
  date: new Date('2026-11-21T09:00:00Z'),
  text: 'H₂O\n.\n.hidden dots\n',
  html: '<p>H₂O</p>\n',
  unsubscribeUrl: 'https://druse.example/api/follows/12/end?key=abc',
};
const envelope = { from: mail.from.address, to: mail.to.address };

async function deliver(server: MailServer, url = server.url, to = envelope.to) {
  const delivery = await smtpSender(url)({ ...envelope, to }, await buildMessage(mail));
  await server.close();
  return delivery;
}

test('a message arrives as it was written', async () => {
  const server = await startMailServer();
  expect(await deliver(server)).toEqual({ result: 'accepted' });
  const [received] = server.received;
  expect(received).toMatchObject({
    envelope: { from: envelope.from, to: [envelope.to] },
    text: mail.text,
    html: mail.html,
  });
  expect(received?.headers.get('date')).toBe('Sat, 21 Nov 2026 09:00:00 +0000');
  expect(received?.headers.get('message-id')).toBe(mail.messageId);
  expect(received?.headers.get('list-unsubscribe')).toBe(`<${mail.unsubscribeUrl}>`);
  expect(received?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
});

test.each<[string, Partial<Mail>]>([
  ['a subject', { subject: 'Hello\r\nBcc: eve@evil.example' }],
  ['a name', { to: { name: 'Ada\nBcc: eve@evil.example', address: 'ada@buyer.example' } }],
  ['an address', { from: { name: '', address: 'a@b.example\r\nRCPT TO:<eve@evil.example>' } }],
  ['a reply address', { replyTo: 'a@b.example\rX: y' }],
])('%s with a line break is refused', async (_, change) => {
  await expect(buildMessage({ ...mail, ...change })).rejects.toThrow('line break');
});

describe('the result of a delivery', () => {
  test.each([
    ['busy', { result: 'refused', permanent: false }],
    ['refuse', { result: 'refused', permanent: true }],
    ['hang-up', { result: 'unknown' }],
  ] as const)(
    'a delivery to a server in the manner %s reports whether it may be tried again',
    async (manner, expected) => {
      const server = await startMailServer();
      server.behave(manner);
      expect(await deliver(server)).toMatchObject(expected);
    },
  );

  test('an unknown mailbox is refused for good', async () => {
    const server = await startMailServer();
    expect(await deliver(server, server.url, 'nobody@buyer.example')).toMatchObject({
      result: 'refused',
      permanent: true,
    });
    expect(server.received).toEqual([]);
  });

  test('an unreachable server is a refusal for now', async () => {
    const server = await startMailServer();
    const { url } = server;
    await server.close();
    expect(await smtpSender(url)(envelope, Buffer.from('x'))).toMatchObject({
      result: 'refused',
      permanent: false,
    });
  });

  test('the right login delivers, and a wrong one is a refusal for now', async () => {
    const login = { user: 'druse@mail.example', pass: 'p@ss:word/' };
    const urlFor = (server: MailServer, pass: string) =>
      `${server.url.replace('//', `//${encodeURIComponent(login.user)}:${encodeURIComponent(pass)}@`)}?tls.rejectUnauthorized=false`;
    const right = await startMailServer({ login });
    expect(await deliver(right, urlFor(right, login.pass))).toEqual({ result: 'accepted' });
    const wrong = await startMailServer({ login });
    expect(await deliver(wrong, urlFor(wrong, 'guess'))).toMatchObject({
      result: 'refused',
      permanent: false,
    });
  });

  test('a server with an untrusted certificate gets nothing', async () => {
    const server = await startMailServer({ login: { user: 'a', pass: 'b' } });
    expect(await deliver(server, server.url.replace('//', '//a:b@'))).toMatchObject({
      result: 'refused',
      permanent: false,
    });
    expect([server.received, server.logins]).toEqual([[], []]);
  });

  describe('to a server without TLS', () => {
    const login = { user: 'a', pass: 'b' };

    test.each(['', '?ignoreTLS=true', '?opportunisticTLS=true', '?requireTLS=true'])(
      'a password is not sent, and the reason says what to do (%s)',
      async (query) => {
        const server = await startMailServer({ login, offersTls: false });
        expect(await deliver(server, `${server.url.replace('//', '//a:b@')}${query}`)).toEqual({
          result: 'refused',
          permanent: false,
          reason: expect.stringContaining('requireTLS=false'),
        });
        expect([server.received, server.logins]).toEqual([[], []]);
      },
    );

    test('a password is sent if requireTLS=false says so', async () => {
      const server = await startMailServer({ login, offersTls: false });
      expect(
        await deliver(server, `${server.url.replace('//', '//a:b@')}?requireTLS=false`),
      ).toEqual({ result: 'accepted' });
      expect(server.logins).toEqual(['a']);
    });

    test('a message without a login is sent, unless requireTLS=true forbids it', async () => {
      const open = await startMailServer();
      expect(await deliver(open)).toEqual({ result: 'accepted' });
      const strict = await startMailServer();
      expect(await deliver(strict, `${strict.url}?requireTLS=true`)).toMatchObject({
        result: 'refused',
        permanent: false,
      });
      expect(strict.received).toEqual([]);
    });
  });
});
