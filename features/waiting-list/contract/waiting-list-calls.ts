import { z } from 'zod';
import type { CallTable } from '#core/contract/calls.ts';
import { text } from '#core/contract/text.ts';
import { entry, newEntry, waitingList } from './waiting-list.ts';
import { ENTRY_KEY_HEADER } from './waiting-rules.ts';

const byLink = {
  who: 'its link',
  limit: 30,
  headers: z.looseObject({ [ENTRY_KEY_HEADER]: text(200).default('') }),
  response: entry,
} as const;

export const waitingListCalls = {
  'POST /api/specimens/:id/waiting-list': {
    about: '204 for any address; emails a link to `email` to confirm a spot, see below',
    who: 'all',
    limit: 30,
    body: newEntry,
  },
  'GET /api/waiting-list/:id': {
    about: 'a spot on a waiting list; `POST` and `GET …/end?key=` as for an alert',
    ...byLink,
  },
  'POST /api/waiting-list/:id/confirmation': { about: 'confirms a spot', ...byLink },
  'DELETE /api/waiting-list/:id': { about: 'gives up a spot', ...byLink },
  'GET /api/manage/specimens/:id/waiting-list': {
    about: 'who is on the waiting list for a specimen',
    response: waitingList,
  },
  'DELETE /api/manage/specimens/:id/waiting-list': {
    about: '204; removes all entries from the waiting list',
  },
  'DELETE /api/manage/waiting-list/:id': { about: '204; removes one entry from its waiting list' },
} as const satisfies CallTable;

type WaitingListCalls = typeof waitingListCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends WaitingListCalls {}
}
