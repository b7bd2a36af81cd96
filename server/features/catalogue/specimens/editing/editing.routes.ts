import { z } from 'zod';
import { knownFacts as knownFactsResponse } from '#contract/catalogue/known-facts.ts';
import { manageIds, manageIdsQuery } from '#contract/catalogue/manage-selection.ts';
import { careQuery, proposedCare as proposedCareResponse } from '#contract/catalogue/proposed-care.ts';
import { NO_IMAGE } from '#contract/catalogue/specimen-fields.ts';
import {
  imagesEdit,
  managePage as managePageResponse,
  manageQuery,
  type SpecimenForm,
  specimenDetail,
  specimenEdit,
  specimenForm,
  visibilityChange,
} from '#contract/catalogue/specimens.ts';
import { Problem } from '#contract/problems.ts';
import { keyHeaders } from '#contract/selling/idempotency-key.ts';
import { idParam } from '#contract/text.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import { proposedCare } from '#server/features/catalogue/species/care.service.ts';
import { uploadsOf } from '#server/features/media/files/ingest/ingest.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { ifMatchHeader } from '#server/platform/http/if-match.ts';
import { parseJson } from '#server/platform/http/json-body.ts';
import { perMinute } from '#server/platform/http/limits.ts';
import { type Form, formRoutes, readForm } from '#server/platform/http/multipart.ts';
import { invalidInput } from '#server/platform/http/validation.ts';
import { deleteSpecimen, type ExpectedVersions, editSpecimen, setVisibility } from './editing.service.ts';
import { knownFacts } from './known-facts.service.ts';
import { idsInManage, managePage } from './manage.service.ts';
import { addPictures, arrangePictures, createWithFiles, MAX_IMAGES } from './specimen-pictures.service.ts';

const params = z.object({ id: idParam });

/** The switch or a full edit. They are told apart first, so that the issues are those of the one that was meant. */
const change = z.looseObject({}).transform((body, check) => {
  const isSwitch = Object.keys(body).length === 1 && 'visible' in body;
  const { data, error } = (isSwitch ? visibilityChange : specimenEdit).safeParse(body);
  for (const issue of error?.issues ?? []) check.issues.push({ ...issue, code: 'custom', input: body });
  return data ?? z.NEVER;
});

/** The admin's calls: adding, editing, hiding and deleting specimens, and the list of Manage. */
export function editingRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);

  app.get('/api/manage/known-facts', { onRequest, schema: { response: { 200: knownFactsResponse } } }, async () => knownFacts(ctx));

  const careSchema = { querystring: careQuery, response: { 200: z.array(proposedCareResponse) } };
  app.get('/api/manage/care', { onRequest, schema: careSchema }, async ({ query }) =>
    proposedCare({ species: query.species.split(','), associates: query.associates.split(',') }),
  );

  formRoutes(app, (scope) => {
    const config = { rateLimit: perMinute(60) };
    const adding = { headers: keyHeaders, response: { 201: specimenDetail } };
    scope.post('/api/specimens', { config, onRequest, schema: adding }, async (request, reply) => {
      const shape = { ...uploadsOf(ctx), files: { image: 1, images: MAX_IMAGES, poster: MAX_IMAGES + 1 }, fields: ['data'] };
      await using form = await readForm(request, reply, shape);
      const input = inputOf(form);
      const [image] = filesOf(form, 'image');
      if (!image) throw new Problem('bad_request', NO_IMAGE);
      const files = { image, images: filesOf(form, 'images'), posters: filesOf(form, 'poster') };
      const created = await createWithFiles(ctx, input, files, form, request.headers['idempotency-key'] ?? null);
      reply.code(201);
      return created;
    });

    const options = { config, onRequest, schema: { params, response: { 200: specimenDetail } } };
    scope.post('/api/specimens/:id/images', options, async (request, reply) => {
      const shape = { ...uploadsOf(ctx), files: { images: MAX_IMAGES, poster: MAX_IMAGES }, fields: [] };
      await using form = await readForm(request, reply, shape);
      const images = filesOf(form, 'images');
      if (images.length === 0) throw new Problem('bad_request', 'Please choose at least one photo.');
      return await addPictures(ctx, request.params.id, { images, posters: filesOf(form, 'poster') }, form);
    });
  });

  app.put(
    '/api/specimens/:id',
    { onRequest, schema: { params, headers: ifMatchHeader, body: change, response: { 200: specimenDetail } } },
    async ({ params: { id }, headers, body }) =>
      'title' in body ? editSpecimen(ctx, id, body, versionsOf(headers['if-match'])) : setVisibility(ctx, id, body.visible),
  );

  app.delete('/api/specimens/:id', { onRequest, schema: { params, response: { 204: z.null() } } }, async (request, reply) => {
    await deleteSpecimen(ctx, request.params.id);
    return reply.code(204).send(null);
  });

  app.put(
    '/api/specimens/:id/images',
    { onRequest, schema: { params, headers: ifMatchHeader, body: imagesEdit, response: { 200: specimenDetail } } },
    async ({ params: { id }, headers, body }) => arrangePictures(ctx, id, body, versionsOf(headers['if-match'])),
  );

  app.get(
    '/api/manage/specimens',
    { onRequest, schema: { querystring: manageQuery, response: { 200: managePageResponse } } },
    async (request) => managePage(ctx, request.query),
  );

  app.get(
    '/api/manage/specimen-ids',
    { onRequest, schema: { querystring: manageIdsQuery, response: { 200: manageIds } } },
    async (request) => idsInManage(ctx, request.query),
  );
}

const filesOf = (form: Form, part: string) => form.files.filter((file) => file.part === part);

/** @throws Problem bad_request, invalid_input. */
function inputOf(form: Form): SpecimenForm {
  const { data, error } = specimenForm.safeParse(parseJson(Buffer.from(form.fields.get('data') ?? '{}')));
  if (error) throw invalidInput(error.issues);
  return data;
}

/** The versions in an If-Match header; null where there is none, or it is `*`. */
function versionsOf(header: string | undefined): ExpectedVersions {
  if (header === undefined || header.trim() === '*') return null;
  return header.split(',').map((tag) => Number(/^\s*"?(\d{1,9})"?\s*$/.exec(tag)?.[1] ?? Number.NaN));
}
