import type { CallTable } from '#core/contract/calls.ts';
import { failedMediaJobs, mediaAbilities, mediumParams, picture } from './media.ts';

export const mediaFormCalls = {
  'POST /api/media': {
    about: '201 with a photo that no specimen has yet; a form with the photo as `image`',
    limit: 60,
    body: 'form',
    response: picture,
    status: 201,
  },
  'POST /api/media/:id/poster': {
    about: '201 with the poster of a video; a form with the image as `poster`',
    limit: 60,
    params: mediumParams.shape,
    body: 'form',
    response: picture,
    status: 201,
  },
} as const satisfies CallTable;

export const mediaCalls = {
  'GET /api/media/unmade': {
    about: 'the photos and videos with failed jobs',
    response: failedMediaJobs,
  },
  'POST /api/media/unmade/retry': { about: '204; retries all failed jobs' },
  'GET /api/media/abilities': {
    about: 'whether the server converts videos that not every browser plays',
    response: mediaAbilities,
  },
} as const satisfies CallTable;

type MediaCalls = typeof mediaFormCalls & typeof mediaCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends MediaCalls {}
}
