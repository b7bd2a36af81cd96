import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { recordActivity } from '#server/features/auth/activity.service.ts';
import { requireConfirmed } from '#server/features/auth/sessions.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { takeBackup } from './backup.service.ts';

const url = '/api/manage/backup';
const tarFile = { description: 'The whole shop as one tar file.', content: { 'application/x-tar': { schema: z.unknown() } } };

/** GET /api/manage/backup: the whole shop as one file. HEAD checks first whether it is available, because browsers show no error of a download. */
export function backupRoutes(app: App, ctx: Context): void {
  let isRunning = false;
  const refuseSecond = () => {
    if (isRunning) throw new Problem('state_conflict', 'A backup is being made already. Please wait until it is done.');
  };

  app.head(url, { onRequest: requireConfirmed(ctx), schema: { response: { 204: z.null() } } }, async (_request, reply) => {
    refuseSecond();
    return reply.code(204).send(null);
  });

  app.get(
    url,
    { onRequest: requireConfirmed(ctx), exposeHeadRoute: false, schema: { response: { 200: tarFile } } },
    async (request, reply) => {
      refuseSecond();
      isRunning = true;
      try {
        await recordActivity(ctx, 'backup_downloaded', request);
        const { manifest, bytes, read, discard } = await takeBackup(ctx);
        const archive = read();
        void cleanUpAfter(archive, discard, request.log).then(() => {
          isRunning = false;
        });
        const name = `druse-${manifest.createdAt.slice(0, 10)}.tar`;
        return reply
          .type('application/x-tar')
          .headers({ 'content-length': bytes, 'content-disposition': `attachment; filename="${name}"` })
          .send(archive);
      } catch (error) {
        isRunning = false;
        throw error;
      }
    },
  );
}

/** Waits until the archive is read or abandoned, then removes its temporary files. */
async function cleanUpAfter(archive: Readable, discard: () => Promise<void>, log: FastifyBaseLogger): Promise<void> {
  await finished(archive).catch((err) => log.warn({ err }, 'a backup download was not completed'));
  await discard().catch((err) => log.warn({ err }, 'could not remove the temporary files of a backup'));
}
