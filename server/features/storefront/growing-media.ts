import { stillOf } from '#contract/media-address.ts';
import type { SpecimenDetail } from '#contract/specimens.ts';
import { tagOf } from '#server/public-change.ts';

/** Tags of the pictures that do not have all their renditions yet: the address of the largest one will change. */
export const growingMedia = (specimens: SpecimenDetail[]): string[] =>
  specimens.flatMap(({ main, additional }) =>
    [main, ...additional]
      .map(stillOf)
      .filter(({ complete }) => !complete)
      .map(({ id }) => tagOf.medium(id)),
  );
