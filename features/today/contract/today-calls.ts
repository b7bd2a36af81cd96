import type { CallTable } from '#core/contract/calls.ts';
import { today } from './today.ts';

export const todayCalls = {
  'GET /api/manage/today': {
    about: 'what waits for the admin: each kind with its count and its first five rows',
    response: today,
  },
} as const satisfies CallTable;

type TodayCalls = typeof todayCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends TodayCalls {}
}
