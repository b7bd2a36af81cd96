/** The admin's export and import over HTTP; what does them is loaded when first asked for, as it is now and then. */
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { Problem } from '#contract/problems.ts';
import { type SheetMatching, sheetLook } from '#contract/transfer/sheet-look.ts';
import { type ImportEvent, type ImportReport, MAX_IMPORT_BYTES, type Sheet } from '#contract/transfer/transfer.ts';
import type { Context } from '#server/context.ts';
import { recordActivity } from '#server/features/admin/auth/activity.service.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import { uploadsOf } from '#server/features/media/files/ingest/ingest.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { allowSlowBodies } from '#server/platform/http/body-deadline.ts';
import { perMinute } from '#server/platform/http/limits.ts';
import { asTyped } from '#server/platform/way-of-running.ts';
import type { ImportOptions } from './import-options.ts';
import { limitBytes } from './limit-bytes.ts';

const EXPORT = '/api/manage/export';
const IMPORT = '/api/manage/import';
const EXPECTED_BODY = 'The body must be a zip file (Content-Type: application/zip) or a sheet (text/csv).';
/** Proxies end a response that stays silent. */
const PROGRESS_INTERVAL_MS = 500;
/** Characters: a request line has some thousands. */
const MAX_MATCHING = 12_000;

const zipFile = { description: 'A zip file.', content: { 'application/zip': { schema: z.unknown() } } };
const lines = {
  description: 'A line of JSON for each event, the report last.',
  content: { 'application/x-ndjson': { schema: z.unknown() } },
};

export function transferRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);
  /** One import at a time. */
  let lastImport: Promise<unknown> = Promise.resolve();

  const exportQuery = z.strictObject({ pictures: z.enum(['on', 'off']).default('on') });

  // A browser shows no error when a download fails, so the page asks by HEAD first.
  app.head(EXPORT, { config: { secondProof: 'always' }, schema: { response: { 204: z.null() } } }, async (_request, reply) =>
    reply.code(204).send(null),
  );

  app.get(
    EXPORT,
    { config: { secondProof: 'always' }, exposeHeadRoute: false, schema: { querystring: exportQuery, response: { 200: zipFile } } },
    async (request, reply) => {
      await recordActivity(ctx, 'export_downloaded', request);
      const now = ctx.clock.now();
      const withPictures = request.query.pictures === 'on';
      const onMissing = (name: string) => request.log.warn({ name }, 'a picture could not be exported: the media store does not have it');
      const [{ writeZip }, { exportFiles }] = await Promise.all([import('#server/platform/zip-writer.ts'), import('./export.service.ts')]);
      const zip = writeZip(exportFiles(ctx, { withPictures }, onMissing), now);
      zip.on('error', (err) => request.log.warn({ err }, 'an export ended early'));
      const name = `druse-export-${now.toISOString().slice(0, 10)}.zip`;
      return reply.type('application/zip').header('content-disposition', `attachment; filename="${name}"`).send(zip);
    },
  );

  app.register(async (scope: App) => {
    allowSlowBodies(scope);
    scope.removeAllContentTypeParsers();
    for (const type of ['application/zip', 'application/x-zip-compressed', 'application/octet-stream', 'text/csv']) {
      scope.addContentTypeParser(type, async (_request: unknown, payload: Readable) => payload);
    }
    scope.addContentTypeParser('*', async () => {
      throw new Problem('unsupported_type', EXPECTED_BODY);
    });
    const body = z.instanceof(Readable, { error: EXPECTED_BODY });
    const matching = z.string().max(MAX_MATCHING).optional();
    const importQuery = z.strictObject({
      dryRun: z.enum(['true', 'false']).default('false'),
      /** How a sheet that others wrote is read, as JSON; without it the file must be the shop's own. */
      matching,
      /** What the admin's file is called. */
      name: z.string().max(300).optional(),
    });

    scope.post(
      IMPORT,
      { onRequest, config: { rateLimit: perMinute(60) }, schema: { querystring: importQuery, body, response: { 200: lines } } },
      async (request, reply) => {
        const { dryRun, name = '' } = request.query;
        const asked = request.query.matching === undefined ? null : await matchingIn(request.query.matching);
        const { localPath, folder, cleanUp } = await receive(request.body);
        const disconnected = new AbortController();
        reply.raw.on('close', () => disconnected.abort(cancelled()));
        const { signal } = disconnected;
        const options = { folder, name, isDryRun: dryRun === 'true', signal };
        const events = streamEvents((onProgress) => importFile(localPath, asked, { ...options, onProgress }), cleanUp);
        return reply.type('application/x-ndjson').header('x-accel-buffering', 'no').send(Readable.from(events));
      },
    );

    scope.post(
      `${IMPORT}/look`,
      {
        onRequest,
        config: { rateLimit: perMinute(60) },
        schema: { querystring: z.strictObject({ matching }), body, response: { 200: sheetLook } },
      },
      async (request, reply) => {
        const asked = request.query.matching === undefined ? null : await matchingIn(request.query.matching);
        const { localPath, folder, cleanUp } = await receive(request.body);
        const disconnected = new AbortController();
        reply.raw.on('close', () => disconnected.abort(cancelled()));
        try {
          const { lookAt } = await import('./foreign/foreign.service.ts');
          return await lookAt(ctx, localPath, asked, { folder, signal: disconnected.signal });
        } finally {
          await cleanUp();
        }
      },
    );
  });

  /** Writes the body into a folder of its own. @throws Problem too_large, bad_request where the client went away. */
  async function receive(body: Readable): Promise<{ localPath: string; folder: string; cleanUp: () => Promise<void> }> {
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
      throw isCutOff(error) ? new Problem('bad_request', 'The upload was incomplete. Please send the file again.') : error;
    }
  }

  async function importFile(localPath: string, matching: SheetMatching | null, options: ImportOptions): Promise<ImportReport> {
    const [{ openSource }, { runImport }] = await Promise.all([import('./import-source.ts'), import('./import.service.ts')]);
    const open = async () => (await import('./foreign/foreign.service.ts')).openForeign;
    const source = await (matching === null ? openSource(localPath) : (await open())(ctx, localPath, matching, options));
    try {
      return await runImport(ctx, source, options);
    } finally {
      await source.close();
    }
  }

  /** Runs the import once the one before is done. @returns the lines of the response: progress twice a second, then the report or the failure. */
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
    return { code: 'internal', message: 'Something went wrong on our side. What’s in so far stays. Please import the same file again.' };
  }
}

const matchingIn = async (text: string): Promise<SheetMatching> => (await import('./foreign/foreign.service.ts')).readMatching(text);

/** The client went away while sending. */
const isCutOff = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE');

const pause = () => new Promise<null>((resolve) => setTimeout(resolve, PROGRESS_INTERVAL_MS, null));

const cancelled = () => new Problem('bad_request', 'The import was cancelled.');

const tooLarge = () =>
  new Problem(
    'too_large',
    `The file is too large. The limit here is ${Math.floor(MAX_IMPORT_BYTES / 2 ** 30)} GB. Use ${asTyped('npm run import')} for larger files.`,
  );
