import { z } from 'zod';
import { mailServer, mailTest, newMailServer, senderChecks } from '#contract/messages/mail-server.ts';
import { mail, otherMails as otherMailsSchema } from '#contract/messages/mails.ts';
import { idParam } from '#contract/text.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { framedHeaders } from '#server/platform/http/headers.ts';
import type { ResolveTxt } from '#server/platform/mail/sender-dns.ts';
import { mailAsPage, otherMails, sendByHand } from './mail.service.ts';
import { readMailLook } from './mail-look.service.ts';
import { readMailServer, removeMailServer, saveMailServer } from './mail-server.service.ts';

/** Lets the admin read the mails that belong to no order, send any that was not sent automatically, see how they look, and choose the mail server. */
export function mailRoutes(app: App, ctx: Context, resolve?: ResolveTxt): void {
  const onRequest = requireAdmin(ctx);

  app.get('/api/mails', { onRequest, schema: { response: { 200: otherMailsSchema } } }, () => otherMails(ctx));

  app.post('/api/mails/:id/send', { onRequest, schema: { params: z.object({ id: idParam }), response: { 200: mail } } }, async (request) =>
    sendByHand(ctx, request.params.id),
  );

  const page = { description: 'How the email looks.', content: { 'text/html': { schema: z.unknown() } } };
  app.get('/api/manage/mail-look', { onRequest, schema: { response: { 200: page } } }, async (_, reply) =>
    reply
      .headers(framedHeaders)
      .type('text/html; charset=utf-8')
      .send(await readMailLook(ctx)),
  );
  app.get(
    '/api/mails/:id/page',
    { onRequest, schema: { params: z.object({ id: idParam }), response: { 200: page } } },
    async (request, reply) =>
      reply
        .headers(framedHeaders)
        .type('text/html; charset=utf-8')
        .send(await mailAsPage(ctx, request.params.id)),
  );

  // It holds a client for SMTP, which few starts need.
  const testing = () => import('./mail-test.service.ts');
  const path = '/api/manage/mail-server';
  const config = { secondProof: 'always' } as const;
  const response = { 200: mailServer };
  app.get(path, { onRequest, schema: { response } }, () => readMailServer(ctx));
  app.put(path, { onRequest, config, schema: { body: newMailServer, response } }, async (request) => {
    await saveMailServer(ctx, request.body, request);
    return readMailServer(ctx);
  });
  app.delete(path, { onRequest, config, schema: { response } }, async (request) => {
    await removeMailServer(ctx, request);
    return readMailServer(ctx);
  });
  const tested = { body: z.strictObject({ server: newMailServer.nullable() }), response: { 200: mailTest } };
  app.post(`${path}/test`, { onRequest, config, schema: tested }, async (request) => (await testing()).sendTest(ctx, request.body.server));
  app.get(`${path}/sender`, { onRequest, schema: { response: { 200: senderChecks } } }, async () =>
    (await testing()).checkSender(ctx, resolve),
  );
}
