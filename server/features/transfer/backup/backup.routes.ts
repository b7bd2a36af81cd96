import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { BACKUP_RUNNING } from '#contract/admin/passphrase.ts';
import { Problem } from '#contract/problems.ts';
import { encryptedBackupInput } from '#contract/transfer/backup.ts';
import type { Context } from '#server/context.ts';
import { recordActivity } from '#server/features/admin/auth/activity.service.ts';
import type { App } from '#server/platform/http/app-type.ts';

const url = '/api/manage/backup';
const FORM = 'application/x-www-form-urlencoded';
const MAX_FORM_BYTES = 8 * 1024;
const tarFile = { description: 'The whole shop as one tar file.', content: { 'application/x-tar': { schema: z.unknown() } } };
const ageFile = { description: 'The same, encrypted by age.', content: { 'application/octet-stream': { schema: z.unknown() } } };

/**
 * GET /api/manage/backup: the whole shop as one file. POST: the same, encrypted with a passphrase. HEAD checks first whether it is available,
 * because browsers show no error of a download.
 */
export function backupRoutes(app: App, ctx: Context): void {
  const config = { secondProof: 'always' } as const;
  let isRunning = false;
  const refuseSecond = () => {
    if (isRunning) throw new Problem('state_conflict', BACKUP_RUNNING);
  };

  async function sendBackup(request: FastifyRequest, reply: FastifyReply, passphrase: string | null) {
    refuseSecond();
    isRunning = true;
    try {
      await recordActivity(ctx, 'backup_downloaded', request);
      // Loaded only now: few starts of the shop are followed by a backup.
      const { contentOf, takeBackup } = await import('./backup.service.ts');
      const backup = await takeBackup(ctx);
      const { bytes, content } = await contentOf(backup, passphrase).catch(async (error) => {
        await backup.discard();
        throw error;
      });
      void cleanUpAfter(content, backup.discard, request.log).then(() => {
        isRunning = false;
      });
      const name = `druse-${backup.manifest.createdAt.slice(0, 10)}.tar`;
      return reply
        .type(passphrase === null ? 'application/x-tar' : 'application/octet-stream')
        .headers({
          'content-length': bytes,
          'content-disposition': `attachment; filename="${passphrase === null ? name : `${name}.age`}"`,
        })
        .send(content);
    } catch (error) {
      isRunning = false;
      throw error;
    }
  }

  app.head(url, { config, schema: { response: { 204: z.null() } } }, async (_request, reply) => {
    refuseSecond();
    return reply.code(204).send(null);
  });

  app.get(url, { config, exposeHeadRoute: false, schema: { response: { 200: tarFile } } }, (request, reply) =>
    sendBackup(request, reply, null),
  );

  app.register(async (scope: App) => {
    // A form's body: only a form can send a passphrase and have the browser save the response as a file while it arrives.
    scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: MAX_FORM_BYTES }, async (_request: unknown, body: string) =>
      Object.fromEntries(new URLSearchParams(body)),
    );
    const schema = { body: encryptedBackupInput, response: { 200: ageFile }, consumes: [FORM, 'application/json'] };
    scope.post(url, { config, bodyLimit: MAX_FORM_BYTES, schema }, (request, reply) => sendBackup(request, reply, request.body.passphrase));
  });
}

/** Waits until the content is read or abandoned, then removes the backup's temporary files. */
async function cleanUpAfter(content: Readable, discard: () => Promise<void>, log: FastifyBaseLogger): Promise<void> {
  await finished(content).catch((err) => log.warn({ err }, 'a backup download was not completed'));
  await discard().catch((err) => log.warn({ err }, 'could not remove the temporary files of a backup'));
}
