import MailComposer from 'nodemailer/lib/mail-composer';

export type Mailbox = { name: string; address: string };

export type Mail = {
  from: Mailbox;
  to: Mailbox;
  /** Null: replies go to the sender. */
  replyTo: string | null;
  subject: string;
  /** With angle brackets. */
  messageId: string;
  date: Date;
  text: string;
  html: string;
  /** Mail programs end such mails there with one click; null: there is nothing to end. */
  unsubscribeUrl: string | null;
};

/**
 * An RFC 5322 message.
 * @throws Error where a header's value has CR, LF or another control character.
 */
export async function buildMessage(mail: Mail): Promise<Buffer> {
  const headers = {
    'The sender': `${mail.from.name}${mail.from.address}`,
    'The recipient': `${mail.to.name}${mail.to.address}`,
    'The reply address': mail.replyTo ?? '',
    'The subject': mail.subject,
    'The message id': mail.messageId,
    'The link to unsubscribe': mail.unsubscribeUrl ?? '',
  };
  for (const [name, value] of Object.entries(headers))
    if (/\p{Cc}/u.test(value))
      throw new Error(`${name} contains a line break or another control character`);
  const { from, to, replyTo, subject, messageId, date, text, html, unsubscribeUrl } = mail;
  const composer = new MailComposer({
    from,
    to,
    ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
    subject,
    messageId,
    date,
    text,
    html,
    // Out-of-office programs do not answer these.
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== null && {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
