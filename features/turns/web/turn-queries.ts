import type { Turn, Video } from '#core/contract/media/media.ts';
import { call } from '#ui/lib/api.ts';
import { upload } from '#ui/lib/upload.ts';

export type TurnParts = { picture: Blob; frames: number };

/** @throws as `upload` does. */
export function saveTurn(videoId: string, { picture, frames }: TurnParts): Promise<Turn> {
  const form = new FormData();
  form.append('data', JSON.stringify({ frames }));
  form.append('turn', picture, 'turn.jpg');
  return upload('POST /api/media/:id/turn', form, { params: { id: videoId } });
}

/** @throws ApiError, TypeError */
export const removeTurn = ({ id }: Video) => call('DELETE /api/media/:id/turn', { params: { id } });
