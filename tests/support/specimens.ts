import { randomBytes } from 'node:crypto';
import { isFieldName, specimenFields } from '#core/contract/catalogue/specimen-fields.ts';
import { type SpecimenInput, specimenInput } from '#core/contract/catalogue/specimens.ts';
import { VIDEO } from '#core/contract/media/media-kind.ts';
import { addSpecimens as addTogether } from '#core/server/catalogue/specimens/editing/adding.service.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { instantOf } from '#platform/clock.ts';

/** A picture's row without files, for tests that only read addresses. @returns its id, which is its stem too. */
export async function addPicture(ctx: Context): Promise<string> {
  const id = randomBytes(16).toString('hex');
  const row = {
    id,
    stem: id,
    content_hash: id,
    kind: 'picture' as const,
    width: 1600,
    height: 1200,
    widths: '[320,640,960,1440]',
    placeholder: 'data:,',
  };
  const rest = {
    complete: true,
    original: null,
    poster_id: null,
    video_file: null,
    video_type: null,
  };
  await ctx.db
    .insertInto('media')
    .values({ ...row, ...rest, created_at: instantOf(ctx.clock) })
    .execute();
  return id;
}

/** A video's row with its poster's. @returns the video's id. */
export async function addVideo(ctx: Context): Promise<string> {
  const poster_id = await addPicture(ctx);
  const id = randomBytes(16).toString('hex');
  const row = {
    id,
    stem: id,
    content_hash: id,
    kind: VIDEO,
    width: 1280,
    height: 720,
    widths: '[]',
    placeholder: '',
    poster_id,
  };
  const rest = { complete: true, original: null, video_file: `${id}.mp4`, video_type: 'video/mp4' };
  await ctx.db
    .insertInto('media')
    .values({ ...row, ...rest, created_at: instantOf(ctx.clock) })
    .execute();
  return id;
}

/** Adds specimens that can be bought for 100.00 plus 10.00 shipping unless said otherwise. @returns their ids. */
export async function addSpecimens(
  ctx: Context,
  inputs: (Partial<SpecimenInput> & { createdAt?: string })[],
): Promise<number[]> {
  const mediaId = await addPicture(ctx);
  const media = [{ mediaId, alt: 'A stone', light: null }];
  const buyable = {
    title: 'Quartz',
    category: 'Minerals',
    price: '100.00',
    shippingPrice: '10.00',
    forSale: true,
  };
  const specimens = inputs.map(({ createdAt, ...input }) => ({
    input: specimenInput.parse({ ...buyable, ...input }),
    media,
    createdAt,
  }));
  return perform(ctx, 'system', (act) => addTogether(act, specimens));
}

/** What visitors get of a specimen that an admin got, where no other is like it. */
export const asVisitorsSee = (specimen: object): object => ({
  ...Object.fromEntries(
    Object.entries(specimen).filter(
      ([name]) => !isFieldName(name) || specimenFields[name].isPublic,
    ),
  ),
  related: [],
});
