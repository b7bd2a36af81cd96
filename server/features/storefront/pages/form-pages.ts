import type { ExtraPage } from '#server/extra.ts';

const MAX_ID = 2_147_483_647;

/** The id in a path; null for anything else. */
export const idIn = (param: string): number | null => (/^[1-9]\d{0,9}$/.test(param) && Number(param) <= MAX_ID ? Number(param) : null);

/** A page with a form about one specimen, which is there as long as the specimen is to be seen. */
export function formOf(path: string, param: string): ExtraPage {
  const id = idIn(param);
  if (id === null) return { missing: 'specimen id' };
  return {
    path,
    missing: 'specimen',
    async exists(ctx) {
      const { specimensOf } = await import('#server/features/catalogue/specimens/reading/specimens.service.ts');
      return (await specimensOf(ctx, [id], { hidden: false })).length > 0;
    },
  };
}
