import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import { LISTS, STOCK, specimenTag } from '#core/server/catalogue/specimens/cache-tags.ts';
import { mediaTags } from '#core/server/media/files/cache-tags.ts';

/** Covers the lists, their order by status, and the specimens shown. */
export const topicTags = ({ specimens }: { specimens: Specimen[] }): string[] => [
  LISTS,
  STOCK,
  ...specimens.map(({ id }) => specimenTag(id)),
  ...mediaTags(specimens),
];
