/** Exports and imports are rare, so their code is loaded when first asked for. */
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { Problem } from '#core/contract/problems.ts';
import { recordActivity } from '#core/server/admin/auth/activity.service.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { uploadsOf } from '#core/server/media/files/ingest/ingest.service.ts';
import { exportCalls, importCalls } from '#features/sheets/contract/sheet-calls.ts';
import type { SheetMatching } from '#features/sheets/contract/sheet-look.ts';
import {
  type ImportEvent,
  type ImportReport,
  MAX_IMPORT_BYTES,
  type Sheet,
} from '#features/sheets/contract/transfer.ts';
import type { App } from '#platform/http/app-type.ts';
import { allowSlowBodies } from '#platform/http/body-deadline.ts';
import { asTyped } from '#platform/process/way-of-running.ts';
import type { ImportOptions } from './import-options.ts';
import { limitBytes } from './limit-bytes.ts';

const EXPECTED_BODY =
  'The body must be a zip file (Content-Type: application/zip) or a sheet (text/csv).';
/** Proxies end a response that stays silent. */
const PROGRESS_INTERVAL_MS = 500;

export function transferRoutes(app: App, ctx: Context): void {
  /** Imports run one at a time. */
  let lastImport: Promise<unknown> = Promise.resolve();

  addCalls(app, ctx, exportCalls, {
    'HEAD /api/manage/export': () => {},
    'GET /api/manage/export': async (request, reply) => {
      await recordActivity(ctx, 'export_downloaded', request);
      const now = ctx.clock.now();
      const withPictures = request.query.pictures === 'on';
      const onMissing = (name: string) =>
        request.log.warn(
          { name },
          'a picture could not be exported: the media store does not have it',
        );
      const [{ writeZip }, { exportFiles }] = await Promise.all([
        import('#platform/zip-writer.ts'),
        import('./export.service.ts'),
      ]);
      const zip = writeZip(exportFiles(ctx, { withPictures }, onMissing), now);
      zip.on('error', (err) => request.log.warn({ err }, 'an export ended early'));
      const name = `druse-export-${now.toISOString().slice(0, 10)}.zip`;
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(zip);
    },
  });

  app.register(async (scope: App) => {
    allowSlowBodies(scope);
    scope.removeAllContentTypeParsers();
    for (const type of [
      'application/zip',
      'application/x-zip-compressed',
      'application/octet-stream',
      'text/csv',
    ]) {
      scope.addContentTypeParser(type, async (_request: unknown, payload: Readable) => payload);
    }
    scope.addContentTypeParser('*', async () => {
      throw new Problem('unsupported_type', EXPECTED_BODY);
    });
    const body = z.instanceof(Readable, { error: EXPECTED_BODY });
    const schema = { body };
    addCalls(scope, ctx, importCalls, {
      'POST /api/manage/import': {
        schema,
        handle: async (request, reply) => {
          const { dryRun, name = '' } = request.query;
          const asked =
            request.query.matching === undefined ? null : await matchingIn(request.query.matching);
          const { localPath, folder, cleanUp } = await receive(request.body as Readable);
          const disconnected = new AbortController();
          reply.raw.on('close', () => disconnected.abort(cancelled()));
          const { signal } = disconnected;
          const options = { folder, name, isDryRun: dryRun === 'true', signal };
          const events = streamEvents(
            (onProgress) => importFile(localPath, asked, { ...options, onProgress }),
            cleanUp,
          );
          return reply
            .type('application/x-ndjson')
            .header('x-accel-buffering', 'no')
            .send(Readable.from(events));
        },
      },
      'POST /api/manage/import/look': {
        schema,
        handle: async (request, reply) => {
          const asked =
            request.query.matching === undefined ? null : await matchingIn(request.query.matching);
          const { localPath, folder, cleanUp } = await receive(request.body as Readable);
          const disconnected = new AbortController();
          reply.raw.on('close', () => disconnected.abort(cancelled()));
          try {
            const { lookAt } = await import('./foreign/foreign.service.ts');
            const isFresh = request.query.fresh === 'true';
            return await lookAt(ctx, localPath, asked, {
              folder,
              signal: disconnected.signal,
              isFresh,
            });
          } finally {
            await cleanUp();
          }
        },
      },
    });
  });

  /**
   * The body gets its own folder.
   * @throws Problem too_large; bad_request where the client went away.
   */
  async function receive(
    body: Readable,
  ): Promise<{ localPath: string; folder: string; cleanUp: () => Promise<void> }> {
    const { uploads } = uploadsOf(ctx);
    await mkdir(uploads, { recursive: true });
    const folder = await mkdtemp(path.join(uploads, 'import-'));
    const cleanUp = () => rm(folder, { recursive: true, force: true });
    try {
      const localPath = path.join(folder, 'import');
      await pipeline(body, limitBytes(MAX_IMPORT_BYTES, tooLarge), createWriteStream(localPath));
      return { localPath, folder, cleanUp };
    } catch (error) {
      await cleanUp();
      throw isCutOff(error)
        ? new Problem('bad_request', 'The upload was incomplete. Please send the file again.')
        : error;
    }
  }

  async function importFile(
    localPath: string,
    matching: SheetMatching | null,
    options: ImportOptions,
  ): Promise<ImportReport> {
    const [{ openSource }, { runImport }] = await Promise.all([
      import('./import-source.ts'),
      import('./import.service.ts'),
    ]);
    const open = async () => (await import('./foreign/foreign.service.ts')).openForeign;
    const source = await (matching === null
      ? openSource(localPath)
      : (await open())(ctx, localPath, matching, options));
    try {
      return await runImport(ctx, source, options);
    } finally {
      await source.close();
    }
  }

  /** @returns lines: progress twice a second, then the report or the failure. */
  function streamEvents(
    run: (onProgress: (sheet: Sheet, share: number) => void) => Promise<ImportReport>,
    cleanUp: () => Promise<void>,
  ): AsyncGenerator<string> {
    let progress: ImportEvent = { sheet: 'specimens.csv', share: 0 };
    const before = lastImport;
    async function runToEnd(): Promise<ImportEvent> {
      try {
        await before;
        const report = await run((sheet, share) => {
          progress = { sheet, share };
        });
        return { report };
      } catch (error) {
        return { failure: failureOf(error) };
      } finally {
        await cleanUp();
      }
    }
    const end = runToEnd();
    lastImport = end;
    return (async function* () {
      let outcome: ImportEvent | null = null;
      while (outcome === null) {
        yield `${JSON.stringify(progress)}\n`;
        outcome = await Promise.race([end, pause()]);
      }
      yield `${JSON.stringify(outcome)}\n`;
    })();
  }

  function failureOf(error: unknown): { code: string; message: string } {
    if (error instanceof Problem) return { code: error.code, message: error.message };
    ctx.log.error({ err: error }, 'an import failed');
    return {
      code: 'internal',
      message:
        'Something went wrong on our side. What’s in so far stays. Please import the same file again.',
    };
  }
}

const matchingIn = async (text: string): Promise<SheetMatching> =>
  (await import('./foreign/foreign.service.ts')).readMatching(text);

const isCutOff = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE');

const pause = () => new Promise<null>((resolve) => setTimeout(resolve, PROGRESS_INTERVAL_MS, null));

const cancelled = () => new Problem('bad_request', 'The import was cancelled.');

const tooLarge = () =>
  new Problem(
    'too_large',
    `The file is too large. The limit here is ${Math.floor(MAX_IMPORT_BYTES / 2 ** 30)} GB. Use ${asTyped('npm run import')} for larger files.`,
  );
