import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#core/contract/problems.ts';
import { recordActivity } from '#core/server/admin/auth/activity.service.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { backupCalls, encryptedBackupCalls } from '#features/backup/contract/backup-calls.ts';
import { BACKUP_RUNNING } from '#features/backup/contract/passphrase.ts';
import type { App } from '#platform/http/app-type.ts';

const FORM = 'application/x-www-form-urlencoded';
const MAX_FORM_BYTES = 8 * 1024;

export function backupRoutes(app: App, ctx: Context): void {
  let isRunning = false;
  const refuseSecond = () => {
    if (isRunning) throw new Problem('state_conflict', BACKUP_RUNNING);
  };
  const end = () => {
    isRunning = false;
  };

  async function sendBackup(
    request: FastifyRequest,
    reply: FastifyReply,
    passphrase: string | null,
  ) {
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
      cleanUpAfter(content, backup.discard, request.log).then(end, end);
      const name = `druse-${backup.manifest.createdAt.slice(0, 10)}.tar`;
      return reply
        .type(passphrase === null ? 'application/x-tar' : 'application/octet-stream')
        .headers({
          'content-length': bytes,
          'content-disposition': `attachment; filename="${passphrase === null ? name : `${name}.age`}"`,
        })
        .send(content);
    } catch (error) {
      end();
      throw error;
    }
  }

  addCalls(app, ctx, backupCalls, {
    'HEAD /api/manage/backup': refuseSecond,
    'GET /api/manage/backup': (request, reply) => sendBackup(request, reply, null),
  });

  app.register(async (scope: App) => {
    // A form's body: only a form can send a passphrase and have the browser save the response as a
    // file while it arrives.
    scope.addContentTypeParser(
      FORM,
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
    );
    addCalls(scope, ctx, encryptedBackupCalls, {
      'POST /api/manage/backup': {
        bodyLimit: MAX_FORM_BYTES,
        schema: { consumes: [FORM, 'application/json'] },
        handle: (request, reply) => sendBackup(request, reply, request.body.passphrase),
      },
    });
  });
}

async function cleanUpAfter(
  content: Readable,
  discard: () => Promise<void>,
  log: FastifyBaseLogger,
): Promise<void> {
  await finished(content).catch((err) => log.warn({ err }, 'a backup download was not completed'));
  await discard().catch((err) =>
    log.warn({ err }, 'could not remove the temporary files of a backup'),
  );
}
