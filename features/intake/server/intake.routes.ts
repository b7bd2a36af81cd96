import { Problem } from '#core/contract/problems.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { uploadsOf } from '#core/server/media/files/ingest/ingest.service.ts';
import { intakeCalls, intakeFileCalls } from '#features/intake/contract/intake-calls.ts';
import { intakeFileData } from '#features/intake/contract/intakes.ts';
import type { App } from '#platform/http/app-type.ts';
import { parseJson } from '#platform/http/json-body.ts';
import { formRoutes, readForm } from '#platform/http/multipart.ts';
import { invalidInput } from '#platform/http/validation.ts';
import { intakeDrafts, makeDrafts } from './drafts.service.ts';
import { addFile } from './files.service.ts';
import { beginIntake, endIntake } from './intake.service.ts';
import { listIntakes, readIntake } from './reading.service.ts';
import { adoptNumber, changeFiles, leaveOutNumbers, splitRow, undoStep } from './review.service.ts';

export function intakeRoutes(app: App, ctx: Context): void {
  formRoutes(app, (scope) =>
    addCalls(scope, ctx, intakeFileCalls, {
      'POST /api/manage/intakes/:id/files': async (request, reply) => {
        await using form = await readForm(request, reply, {
          ...uploadsOf(ctx),
          files: { file: 1, poster: 1 },
          fields: ['data'],
        });
        const { data, error } = intakeFileData.safeParse(
          parseJson(Buffer.from(form.fields.get('data') ?? '{}')),
        );
        if (error) throw invalidInput(error.issues);
        const file = form.files.find(({ part }) => part === 'file');
        if (!file) throw new Problem('bad_request', 'Please choose a file.');
        const posters = form.files.filter(({ part }) => part === 'poster');
        const modifiedAt = new Date(data.modifiedAt).toISOString();
        return await addFile(ctx, request.params.id, { file, posters, modifiedAt }, form);
      },
    }),
  );

  addCalls(app, ctx, intakeCalls, {
    'GET /api/manage/intakes': () => listIntakes(ctx),
    'POST /api/manage/intakes': () => beginIntake(ctx),
    'GET /api/manage/intakes/:id': ({ params: { id } }) => readIntake(ctx, id),
    'DELETE /api/manage/intakes/:id': ({ params: { id } }) => endIntake(ctx, id),
    'POST /api/manage/intakes/:id/changes': ({ params: { id }, body }) =>
      changeFiles(ctx, id, body),
    'POST /api/manage/intakes/:id/splits': ({ params: { id }, body }) => splitRow(ctx, id, body),
    'POST /api/manage/intakes/:id/not-photographed': ({ params: { id }, body: { numbers } }) =>
      leaveOutNumbers(ctx, id, numbers),
    'POST /api/manage/intakes/:id/undo': ({ params: { id } }) => undoStep(ctx, id),
    'POST /api/manage/intakes/:id/numbers': ({ params: { id }, body: { number } }) =>
      adoptNumber(ctx, id, number),
    'POST /api/manage/intakes/:id/drafts': ({ params: { id } }) => makeDrafts(ctx, id),
    'GET /api/manage/intakes/:id/drafts': ({ params: { id } }) => intakeDrafts(ctx, id),
  });
}
