import type { FieldOf } from '#core/contract/admin/setting-kinds.ts';

/** Hours in which the next in line alone may buy; 0: there are no waiting lists. */
export const waitingHours = {
  kind: 'whole',
  part: 'waiting',
  label: 'Time for the next in line (hours)',
  initial: 24,
  min: 0,
  max: 14 * 24,
} as const satisfies FieldOf<'whole'>;
