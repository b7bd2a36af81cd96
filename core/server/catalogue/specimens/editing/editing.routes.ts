import { editingCalls, specimenFormCalls } from '#core/contract/catalogue/specimen-calls.ts';
import { NO_IMAGE } from '#core/contract/catalogue/specimen-fields.ts';
import { type SpecimenForm, specimenForm } from '#core/contract/catalogue/specimens.ts';
import { Problem } from '#core/contract/problems.ts';
import { addCalls } from '#core/server/calls.ts';
import { proposedCare } from '#core/server/catalogue/species/care.service.ts';
import type { Context } from '#core/server/context.ts';
import { uploadsOf } from '#core/server/media/files/ingest/ingest.service.ts';
import type { App } from '#platform/http/app-type.ts';
import { parseJson } from '#platform/http/json-body.ts';
import { type Form, formRoutes, readForm } from '#platform/http/multipart.ts';
import { invalidInput } from '#platform/http/validation.ts';
import {
  deleteSpecimen,
  type ExpectedVersions,
  editSpecimen,
  setVisibility,
} from './editing.service.ts';
import { knownFacts } from './known-facts.service.ts';
import { idsInManage, managePage } from './manage.service.ts';
import {
  addPictures,
  arrangePictures,
  createWithFiles,
  MAX_IMAGES,
} from './specimen-pictures.service.ts';

export function editingRoutes(app: App, ctx: Context): void {
  formRoutes(app, (scope) =>
    addCalls(scope, ctx, specimenFormCalls, {
      'POST /api/specimens': async (request, reply) => {
        const shape = {
          ...uploadsOf(ctx),
          files: { image: 1, images: MAX_IMAGES, poster: MAX_IMAGES + 1 },
          fields: ['data'],
        };
        await using form = await readForm(request, reply, shape);
        const input = inputOf(form);
        const [image] = filesOf(form, 'image');
        if (!image) throw new Problem('bad_request', NO_IMAGE);
        const files = { image, images: filesOf(form, 'images'), posters: filesOf(form, 'poster') };
        const key = request.headers['idempotency-key'] ?? null;
        return await createWithFiles(ctx, input, files, form, key);
      },
      'POST /api/specimens/:id/images': async (request, reply) => {
        const shape = {
          ...uploadsOf(ctx),
          files: { images: MAX_IMAGES, poster: MAX_IMAGES },
          fields: [],
        };
        await using form = await readForm(request, reply, shape);
        const images = filesOf(form, 'images');
        if (images.length === 0)
          throw new Problem('bad_request', 'Please choose at least one photo.');
        const files = { images, posters: filesOf(form, 'poster') };
        return await addPictures(ctx, request.params.id, files, form);
      },
    }),
  );

  addCalls(app, ctx, editingCalls, {
    'PUT /api/specimens/:id': ({ params: { id }, headers, body }) =>
      'title' in body
        ? editSpecimen(ctx, id, body, versionsOf(headers['if-match']))
        : setVisibility(ctx, id, body.visible),
    'DELETE /api/specimens/:id': ({ params: { id } }) => deleteSpecimen(ctx, id),
    'PUT /api/specimens/:id/images': ({ params: { id }, headers, body }) =>
      arrangePictures(ctx, id, body, versionsOf(headers['if-match'])),
    'GET /api/manage/specimens': ({ query }) => managePage(ctx, query),
    'GET /api/manage/specimen-ids': ({ query }) => idsInManage(ctx, query),
    'GET /api/manage/known-facts': () => knownFacts(ctx),
    'GET /api/manage/care': ({ query: { species, associates } }) =>
      proposedCare({ species: species.split(','), associates: associates.split(',') }),
  });
}

const filesOf = (form: Form, part: string) => form.files.filter((file) => file.part === part);

/** @throws Problem bad_request, invalid_input. */
function inputOf(form: Form): SpecimenForm {
  const { data, error } = specimenForm.safeParse(
    parseJson(Buffer.from(form.fields.get('data') ?? '{}')),
  );
  if (error) throw invalidInput(error.issues);
  return data;
}

/** The versions in an If-Match header; null where there is none, or it is `*`. */
function versionsOf(header: string | undefined): ExpectedVersions {
  if (header === undefined || header.trim() === '*') return null;
  return header
    .split(',')
    .map((tag) => Number(/^\s*"?(\d{1,9})"?\s*$/.exec(tag)?.[1] ?? Number.NaN));
}
