import type { Turn, Video } from '#contract/media/media.ts';
import { call } from '#web/lib/api.ts';
import { upload } from '#web/lib/upload.ts';

/** Frames that are ready to be sent. */
export type TurnParts = { picture: Blob; frames: number };

/** Gives a stored video a turn. @throws as `upload` does. */
export function saveTurn(videoId: string, { picture, frames }: TurnParts): Promise<Turn> {
  const form = new FormData();
  form.append('data', JSON.stringify({ frames }));
  form.append('turn', picture, 'turn.jpg');
  return upload<Turn>(`/api/media/${videoId}/turn`, form);
}

/** @throws ApiError, TypeError. */
export const removeTurn = ({ id }: Video): Promise<void> => call<void>(`/api/media/${id}/turn`, { method: 'DELETE' });
