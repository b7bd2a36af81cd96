import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { photoAddressCalls } from '#features/sheets/contract/sheet-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import {
  askForPhotos,
  forgetAddresses,
  photoAddresses,
  stopFetching,
} from './photo-addresses.service.ts';

export function photoAddressRoutes(app: App, ctx: Context): void {
  const answering = async (change: Promise<void>) => {
    await change;
    return photoAddresses(ctx);
  };
  addCalls(app, ctx, photoAddressCalls, {
    'GET /api/manage/photo-addresses': () => photoAddresses(ctx),
    'POST /api/manage/photo-addresses/fetch': ({ body }) =>
      answering(askForPhotos(ctx, body.again)),
    'POST /api/manage/photo-addresses/stop': () => answering(stopFetching(ctx)),
    'DELETE /api/manage/photo-addresses': () => answering(forgetAddresses(ctx)),
  });
}
