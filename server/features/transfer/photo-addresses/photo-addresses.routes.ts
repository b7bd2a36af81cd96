/** Photos at addresses of another shop: how it stands, and the admin's word. */
import { z } from 'zod';
import { photoAddresses as photoAddressesResponse, photoFetch } from '#contract/transfer/photo-addresses.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { askForPhotos, forgetAddresses, photoAddresses, stopFetching } from './photo-addresses.service.ts';

const URL = '/api/manage/photo-addresses';

export function photoAddressRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);
  const response = { 200: photoAddressesResponse };
  const answering = async (change: Promise<void>) => {
    await change;
    return photoAddresses(ctx);
  };

  app.get(URL, { onRequest, schema: { response } }, () => photoAddresses(ctx));
  app.post(`${URL}/fetch`, { onRequest, schema: { body: photoFetch, response } }, ({ body }) => answering(askForPhotos(ctx, body.again)));
  app.post(`${URL}/stop`, { onRequest, schema: { body: z.strictObject({}), response } }, () => answering(stopFetching(ctx)));
  app.delete(URL, { onRequest, schema: { response } }, () => answering(forgetAddresses(ctx)));
}
