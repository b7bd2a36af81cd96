import { Problem } from '#core/contract/problems.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { uploadsOf } from '#core/server/media/files/ingest/ingest.service.ts';
import { type TurnInput, turnInput } from '#features/turns/contract/turns.ts';
import { turnCalls, turnFormCalls } from '#features/turns/contract/turns-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { parseJson } from '#platform/http/json-body.ts';
import { type Form, formRoutes, readForm } from '#platform/http/multipart.ts';
import { invalidInput } from '#platform/http/validation.ts';
import { addTurn, removeTurn } from './turns.service.ts';

export function turnRoutes(app: App, ctx: Context): void {
  formRoutes(app, (scope) =>
    addCalls(scope, ctx, turnFormCalls, {
      'POST /api/media/:id/turn': async (request, reply) => {
        await using form = await readForm(request, reply, {
          ...uploadsOf(ctx),
          files: { turn: 1 },
          fields: ['data'],
        });
        const { frames } = turnInputOf(form);
        const [file] = form.files;
        if (!file) throw new Problem('bad_request', 'Please send the image with the frames.');
        return await addTurn(ctx, request.params.id, file, frames, form);
      },
    }),
  );

  addCalls(app, ctx, turnCalls, {
    'DELETE /api/media/:id/turn': ({ params: { id } }) => removeTurn(ctx, id),
  });
}

/** @throws Problem bad_request, invalid_input */
function turnInputOf(form: Form): TurnInput {
  const { data, error } = turnInput.safeParse(
    parseJson(Buffer.from(form.fields.get('data') ?? '{}')),
  );
  if (error) throw invalidInput(error.issues);
  return data;
}
