import type { CallTable } from '#core/contract/calls.ts';
import { mediumParams, turn } from '#core/contract/media/media.ts';

const params = mediumParams.shape;

export const turnFormCalls = {
  'POST /api/media/:id/turn': {
    about: '201 with the turn of a video; a form with `data` and the frames as one image, `turn`',
    limit: 60,
    params,
    body: 'form',
    response: turn,
    status: 201,
  },
} as const satisfies CallTable;

export const turnCalls = {
  'DELETE /api/media/:id/turn': { about: '204; removes the turn of a video', params },
} as const satisfies CallTable;

type AllTurnCalls = typeof turnFormCalls & typeof turnCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends AllTurnCalls {}
}
