import type { TodayKindEntry } from '#core/contract/admin/today-rows.ts';

/** The id of the row at which the owner can confirm the time. */
export const CLOCK_JUMPED = 4;

export const healthTodayKinds = {
  trouble: { order: 1, label: 'Trouble', timeLabel: 'since', button: 'Check again' },
} as const satisfies Record<string, TodayKindEntry>;
