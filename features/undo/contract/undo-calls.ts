import { z } from 'zod';
import type { CallTable } from '#core/contract/calls.ts';
import { orderDetail } from '#core/contract/selling/orders.ts';
import { instant } from '#core/contract/text.ts';

export const undoCalls = {
  'POST /api/manage/orders/:id/undo': {
    about:
      'takes back the last step, `{"at": "2026-11-21T09:00:00.000Z"}` of `undo`, with its email',
    body: z.strictObject({ at: instant }),
    response: orderDetail,
  },
} as const satisfies CallTable;

type UndoCalls = typeof undoCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends UndoCalls {}
}
