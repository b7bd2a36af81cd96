import type { FeaturePage } from '#core/server/feature.ts';

const MAX_ID = 2_147_483_647;

export const idIn = (param: string): number | null =>
  /^[1-9]\d{0,9}$/.test(param) && Number(param) <= MAX_ID ? Number(param) : null;

export function formOf(path: string, param: string): FeaturePage {
  const id = idIn(param);
  if (id === null) return { missing: 'specimen id' };
  return {
    path,
    missing: 'specimen',
    async exists(ctx) {
      const { specimensOf } = await import(
        '#core/server/catalogue/specimens/reading/specimens.service.ts'
      );
      return (await specimensOf(ctx, [id], { hidden: false })).length > 0;
    },
  };
}
