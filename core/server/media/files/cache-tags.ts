/** Media change when further renditions exist. */
import type { Medium } from '#core/contract/media/media.ts';
import { VIDEO } from '#core/contract/media/media-kind.ts';
import { posterOf } from '#core/contract/media/media-urls.ts';

/** Lists filter by the colors of all pictures. */
export const COLOURS = 'colours';

export const mediumTag = (id: string): string => `medium ${id}`;
/** Returns null for any other tag. */
export const mediumOfTag = (tag: string): string | null =>
  tag.startsWith('medium ') ? tag.slice(7) : null;

export const changedMedia = (ids: readonly string[]): string[] => [...ids.map(mediumTag), COLOURS];

export function mediaTags(value: unknown, found: string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return found;
  if (isMedium(value)) found.push(mediumTag(value.id));
  for (const part of Object.values(value)) mediaTags(part, found);
  return found;
}

/** For responses that name only the largest rendition. */
export const incompleteMediaTags = (media: Medium[]): string[] =>
  media.map(posterOf).flatMap(({ id, complete }) => (complete ? [] : [mediumTag(id)]));

const isMedium = (value: object): value is Medium =>
  'kind' in value && (value.kind === 'picture' || value.kind === VIDEO) && 'id' in value;

export const mediaRows = { media: (id: string) => changedMedia([id]) };
