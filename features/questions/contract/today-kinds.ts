import type { TodayKindEntry } from '#core/contract/admin/today-rows.ts';

export const questionTodayKinds = {
  question: { order: 50, label: 'Questions', timeLabel: 'asked', button: 'Answer' },
} as const satisfies Record<string, TodayKindEntry>;
