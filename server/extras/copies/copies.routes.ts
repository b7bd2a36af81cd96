import { z } from 'zod';
import { copiesState, copyPlan, newCopyKey, newCopyPlace, provenWords, restoreState, wantedCopy } from '#contract/extras/copies/copies.ts';
import type { Context } from '#server/context.ts';
import { activityOf, type Requester } from '#server/features/admin/auth/activity.service.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import type { App } from '#server/platform/http/app-type.ts';

const load = () => import('./copies.service.ts');

/** The nightly copies: when, where to, under which key, and how they stand; and a shop that begins with one. */
export function copyRoutes(app: App, ctx: Context): void {
  app.addHook('onClose', async () => (await import('./copy-state.service.ts')).stopCopies(ctx));
  const onRequest = requireAdmin(ctx);
  const config = { secondProof: 'always' } as const;
  const url = '/api/manage/copies';
  const response = { 200: copiesState };
  const read = async () => (await load()).readCopies(ctx);

  app.get(url, { onRequest, schema: { response } }, read);
  app.put(url, { onRequest, config, schema: { body: copyPlan, response } }, async (request) => {
    await (await load()).savePlan(ctx, request.body, request);
    return read();
  });
  app.post(`${url}/places`, { onRequest, config, schema: { body: newCopyPlace, response } }, async (request) => {
    await (await load()).addPlace(ctx, request.body, request);
    return read();
  });
  const params = z.strictObject({
    id: z.coerce
      .number()
      .int()
      .min(1)
      .max(2 ** 31 - 1),
  });
  app.delete(`${url}/places/:id`, { onRequest, config, schema: { params, response } }, async (request) => {
    await (await load()).removePlace(ctx, request.params.id, request);
    return read();
  });
  for (const kind of ['now', 'proof']) {
    app.post(`${url}/${kind}`, { onRequest, schema: { response } }, async () => {
      await (await load()).copyNow(ctx, kind === 'proof');
      return read();
    });
  }
  app.post(`${url}/key`, { onRequest, config, schema: { response: { 200: newCopyKey } } }, async () =>
    (await import('./key.service.ts')).makeKey(ctx),
  );
  app.put(`${url}/key`, { onRequest, config, schema: { body: provenWords, response } }, async (request) => {
    await proveAndPlan(ctx, request.body.typed, request);
    return read();
  });
  restoreRoutes(app, ctx);
}

/** A shop without contents of its own begins with a copy of another. */
function restoreRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);
  const response = { 200: restoreState };
  const url = '/api/manage/restore';
  const restoring = () => import('./restoring.service.ts');
  app.get(url, { onRequest, schema: { response } }, async () => (await restoring()).readRestore(ctx));
  app.post(url, { onRequest, config: { secondProof: 'always' }, schema: { body: wantedCopy, response } }, async ({ body }) => {
    const { readRestore, startRestore } = await restoring();
    await startRestore(ctx, body);
    return readRestore(ctx);
  });
}

async function proveAndPlan(ctx: Context, typed: string[], request: Requester): Promise<void> {
  const [{ proveKey }, { refreshPlan }] = await Promise.all([import('./key.service.ts'), load()]);
  await proveKey(ctx, typed, async (tx) => {
    await refreshPlan(ctx, tx);
    await addEvents(tx, [activityOf(ctx, 'copies.changed', request)]);
  });
}
