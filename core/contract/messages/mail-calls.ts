import { z } from 'zod';
import type { CallTable } from '#core/contract/calls.ts';
import { mailServer, mailTest, newMailServer, senderChecks } from './mail-server.ts';
import { mail, otherMails } from './mails.ts';

const page = { file: 'text/html', description: 'How the email looks.' } as const;

export const mailCalls = {
  'GET /api/mails': { about: 'the latest emails that belong to no order', response: otherMails },
  'POST /api/mails/:id/send': {
    about: 'sends an email that was not sent automatically',
    response: mail,
  },
  'GET /api/mails/:id/page': {
    about: 'how an email looks, as HTML to show in a frame',
    response: page,
  },
  'GET /api/manage/mail-look': {
    about: 'an order confirmation as the shop would send it now, as HTML to show in a frame',
    response: page,
  },
} as const satisfies CallTable;

export const mailServerCalls = {
  'GET /api/manage/mail-server': {
    about: 'the mail server in use, without its password',
    response: mailServer,
  },
  'PUT /api/manage/mail-server': {
    about: 'changes the mail server; without a password, the stored one stays',
    confirmed: 'always',
    body: newMailServer,
    response: mailServer,
  },
  'DELETE /api/manage/mail-server': {
    about: 'forgets the mail server that was entered',
    confirmed: 'always',
    response: mailServer,
  },
  'POST /api/manage/mail-server/test': {
    about: 'sends a test email through this `server`, or with null through the one in use',
    confirmed: 'always',
    body: z.strictObject({ server: newMailServer.nullable() }),
    response: mailTest,
  },
  'GET /api/manage/mail-server/sender': {
    about: 'what DNS says of the address that emails come from',
    response: senderChecks,
  },
} as const satisfies CallTable;

type MailCalls = typeof mailCalls;
type MailServerCalls = typeof mailServerCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends MailCalls, MailServerCalls {}
}
