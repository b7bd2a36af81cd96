import { z } from 'zod';
import type { CallTable } from '#core/contract/calls.ts';
import { text } from '#core/contract/text.ts';
import { FOLLOW_KEY_HEADER } from './follow-rules.ts';
import { follow, followable, followedLists, newFollow } from './follows.ts';

const byKey = z.looseObject({ [FOLLOW_KEY_HEADER]: text(200).default('') });

export const followCalls = {
  'GET /api/followable': {
    about:
      'a list of the gallery by its `query`, and whether it offers email alerts; its feed is `/feed.xml?{query}`',
    who: 'all',
    limit: 30,
    query: z.strictObject({ query: text(2_000).default('') }),
    response: followable,
  },
  'POST /api/follows': {
    about:
      '204 for any address; emails a link to `email` to confirm an alert for the list of `query`',
    who: 'all',
    limit: 30,
    body: newFollow,
  },
  'GET /api/follows/:id': {
    about:
      'an alert; `POST …/end?key=` is for email programs (RFC 8058), and `GET` of the same leads to the alert’s page',
    who: 'its link',
    limit: 30,
    headers: byKey,
    response: follow,
  },
  'POST /api/follows/:id/confirmation': {
    about: 'confirms an alert',
    who: 'its link',
    limit: 30,
    headers: byKey,
    response: follow,
  },
  'DELETE /api/follows/:id': {
    about: '204; ends an alert',
    who: 'its link',
    limit: 30,
    headers: byKey,
  },
  'GET /api/manage/follows': {
    about: 'the lists with alerts, and how many addresses each has',
    response: followedLists,
  },
} as const satisfies CallTable;

type FollowCalls = typeof followCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends FollowCalls {}
}
