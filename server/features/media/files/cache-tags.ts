/** Cache tags of pictures and videos: they change when further renditions exist. */
import type { Medium } from '#contract/media/media.ts';
import { VIDEO } from '#contract/media/media-kind.ts';
import { posterOf } from '#contract/media/media-urls.ts';

/** The colours of all pictures, by which lists are filtered. */
export const COLOURS = 'colours';

export const mediumTag = (id: string): string => `medium ${id}`;
/** The id that a medium's tag names; null for any other tag. */
export const mediumOfTag = (tag: string): string | null => (tag.startsWith('medium ') ? tag.slice(7) : null);

/** After the files of media changed, or what is known of them. */
export const changedMedia = (ids: readonly string[]): string[] => [...ids.map(mediumTag), COLOURS];

/** Tags of all pictures and videos in an API response, at any depth. */
export function mediaTags(value: unknown, found: string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return found;
  if (isMedium(value)) found.push(mediumTag(value.id));
  for (const part of Object.values(value)) mediaTags(part, found);
  return found;
}

/** Tags of media whose renditions are incomplete, for responses that name only the largest one. */
export const incompleteMediaTags = (media: Medium[]): string[] =>
  media.map(posterOf).flatMap(({ id, complete }) => (complete ? [] : [mediumTag(id)]));

const isMedium = (value: object): value is Medium => 'kind' in value && (value.kind === 'picture' || value.kind === VIDEO) && 'id' in value;

/** What a changed row invalidates, by its table. */
export const mediaRows = { media: (id: string) => changedMedia([id]) };
