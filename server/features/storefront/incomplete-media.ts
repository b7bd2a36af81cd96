import { posterOf } from '#contract/media-urls.ts';
import type { SpecimenDetail } from '#contract/specimens.ts';
import { cacheTag } from '#server/cache-invalidation.ts';

/** Tags of the pictures that do not have all their renditions yet: the address of the largest one will change. */
export const incompleteMedia = (specimens: SpecimenDetail[]): string[] =>
  specimens.flatMap(({ main, additional }) =>
    [main, ...additional]
      .map(posterOf)
      .filter(({ complete }) => !complete)
      .map(({ id }) => cacheTag.medium(id)),
  );
