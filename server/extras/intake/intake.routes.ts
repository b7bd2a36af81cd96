import { z } from 'zod';
import {
  adoptedNumber,
  draftsMade,
  fileAdded,
  intakeChange,
  intakeDrafts as intakeDraftsResponse,
  intakeFileData,
  intake as intakeResponse,
  intakeSplit,
  intakes,
  notPhotographed,
} from '#contract/extras/intake/intakes.ts';
import { Problem } from '#contract/problems.ts';
import { idParam } from '#contract/text.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import { uploadsOf } from '#server/features/media/files/ingest/ingest.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { parseJson } from '#server/platform/http/json-body.ts';
import { perMinute } from '#server/platform/http/limits.ts';
import { formRoutes, readForm } from '#server/platform/http/multipart.ts';
import { invalidInput } from '#server/platform/http/validation.ts';
import { intakeDrafts, makeDrafts } from './drafts.service.ts';
import { addFile } from './files.service.ts';
import { beginIntake, endIntake } from './intake.service.ts';
import { listIntakes, readIntake } from './reading.service.ts';
import { adoptNumber, changeFiles, leaveOutNumbers, splitRow, undoStep } from './review.service.ts';

const params = z.object({ id: idParam });

/** Photographs of labels and stones, one file after another; what the shop makes of them; drafts. */
export function intakeRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);
  const answer = { 200: intakeResponse };
  // Files are small and many.
  const config = { rateLimit: perMinute(600) };

  app.get('/api/manage/intakes', { onRequest, schema: { response: { 200: intakes } } }, () => listIntakes(ctx));

  app.post(
    '/api/manage/intakes',
    { config: { rateLimit: perMinute(30) }, onRequest, schema: { response: { 201: intakeResponse } } },
    async (_, reply) => {
      const begun = await beginIntake(ctx);
      reply.code(201);
      return begun;
    },
  );

  app.get('/api/manage/intakes/:id', { onRequest, schema: { params, response: answer } }, (request) => readIntake(ctx, request.params.id));

  app.delete('/api/manage/intakes/:id', { onRequest, schema: { params, response: { 204: z.null() } } }, async (request, reply) => {
    await endIntake(ctx, request.params.id);
    return reply.code(204).send(null);
  });

  formRoutes(app, (scope) => {
    scope.post(
      '/api/manage/intakes/:id/files',
      { config, onRequest, schema: { params, response: { 200: fileAdded } } },
      async (request, reply) => {
        await using form = await readForm(request, reply, { ...uploadsOf(ctx), files: { file: 1, poster: 1 }, fields: ['data'] });
        const { data, error } = intakeFileData.safeParse(parseJson(Buffer.from(form.fields.get('data') ?? '{}')));
        if (error) throw invalidInput(error.issues);
        const file = form.files.find(({ part }) => part === 'file');
        if (!file) throw new Problem('bad_request', 'Please choose a file.');
        const posters = form.files.filter(({ part }) => part === 'poster');
        return await addFile(ctx, request.params.id, { file, posters, modifiedAt: new Date(data.modifiedAt).toISOString() }, form);
      },
    );
  });

  app.post('/api/manage/intakes/:id/changes', { config, onRequest, schema: { params, body: intakeChange, response: answer } }, (request) =>
    changeFiles(ctx, request.params.id, request.body),
  );

  app.post('/api/manage/intakes/:id/splits', { config, onRequest, schema: { params, body: intakeSplit, response: answer } }, (request) =>
    splitRow(ctx, request.params.id, request.body),
  );

  app.post(
    '/api/manage/intakes/:id/not-photographed',
    { onRequest, schema: { params, body: notPhotographed, response: answer } },
    (request) => leaveOutNumbers(ctx, request.params.id, request.body.numbers),
  );

  app.post('/api/manage/intakes/:id/undo', { config, onRequest, schema: { params, response: answer } }, (request) =>
    undoStep(ctx, request.params.id),
  );

  app.post('/api/manage/intakes/:id/numbers', { onRequest, schema: { params, body: adoptedNumber, response: answer } }, (request) =>
    adoptNumber(ctx, request.params.id, request.body.number),
  );

  app.post('/api/manage/intakes/:id/drafts', { onRequest, schema: { params, response: { 200: draftsMade } } }, (request) =>
    makeDrafts(ctx, request.params.id),
  );

  app.get('/api/manage/intakes/:id/drafts', { onRequest, schema: { params, response: { 200: intakeDraftsResponse } } }, (request) =>
    intakeDrafts(ctx, request.params.id),
  );
}
