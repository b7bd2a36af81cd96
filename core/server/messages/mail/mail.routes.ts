import type { FastifyReply } from 'fastify';
import { mailCalls, mailServerCalls } from '#core/contract/messages/mail-calls.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import type { App } from '#platform/http/app-type.ts';
import { framedHeaders } from '#platform/http/headers.ts';
import type { ResolveTxt } from '#platform/mail/sender-dns.ts';
import { mailAsPage, otherMails, sendByHand } from './mail.service.ts';
import { readMailLook } from './mail-look.service.ts';
import { readMailServer, removeMailServer, saveMailServer } from './mail-server.service.ts';

export function mailRoutes(app: App, ctx: Context, resolve?: ResolveTxt): void {
  const sendPage = (reply: FastifyReply, page: string) =>
    reply.headers(framedHeaders).type('text/html; charset=utf-8').send(page);
  addCalls(app, ctx, mailCalls, {
    'GET /api/mails': () => otherMails(ctx),
    'POST /api/mails/:id/send': ({ params }) => sendByHand(ctx, params.id),
    'GET /api/mails/:id/page': async ({ params }, reply) =>
      sendPage(reply, await mailAsPage(ctx, params.id)),
    'GET /api/manage/mail-look': async (_, reply) => sendPage(reply, await readMailLook(ctx)),
  });

  // It holds an SMTP client, which few starts need.
  const testing = () => import('./mail-test.service.ts');
  addCalls(app, ctx, mailServerCalls, {
    'GET /api/manage/mail-server': () => readMailServer(ctx),
    'PUT /api/manage/mail-server': async (request) => {
      await saveMailServer(ctx, request.body, request);
      return readMailServer(ctx);
    },
    'DELETE /api/manage/mail-server': async (request) => {
      await removeMailServer(ctx, request);
      return readMailServer(ctx);
    },
    'POST /api/manage/mail-server/test': async ({ body }) =>
      (await testing()).sendTest(ctx, body.server),
    'GET /api/manage/mail-server/sender': async () => (await testing()).checkSender(ctx, resolve),
  });
}
