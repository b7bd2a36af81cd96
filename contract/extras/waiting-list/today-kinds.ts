import type { TodayKindEntry } from '../../admin/today-kinds.ts';

export const waitingTodayKinds = {
  /** What one of those who wait alone may buy. */
  nextInLine: { order: 60, label: 'Next in line', timeLabel: 'until', button: 'See waiting list' },
} as const satisfies Record<string, TodayKindEntry>;
