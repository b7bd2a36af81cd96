import type { TodayKindEntry } from '#core/contract/admin/today-rows.ts';

export const waitingTodayKinds = {
  nextInLine: { order: 60, label: 'Next in line', timeLabel: 'until', button: 'See waiting list' },
} as const satisfies Record<string, TodayKindEntry>;
