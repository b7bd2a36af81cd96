/** Cache tags of the pages about species and localities. */
import type { Specimen } from '#contract/catalogue/specimens.ts';
import { LISTS, STOCK, specimenTag } from '#server/features/catalogue/specimens/cache-tags.ts';
import { mediaTags } from '#server/features/media/files/cache-tags.ts';

/** Which pieces there are and where they come from, in which order by their status, and everything of those that are shown. */
export const topicTags = ({ specimens }: { specimens: Specimen[] }): string[] => [
  LISTS,
  STOCK,
  ...specimens.map(({ id }) => specimenTag(id)),
  ...mediaTags(specimens),
];
