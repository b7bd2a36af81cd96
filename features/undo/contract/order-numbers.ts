import type { FieldOf } from '#core/contract/admin/setting-kinds.ts';

/** Seconds in which the email of a step can still be taken back. */
export const mailDelay = {
  kind: 'whole',
  part: 'undo',
  label: 'Email delay (seconds)',
  initial: 30,
  min: 0,
  max: 600,
} as const satisfies FieldOf<'whole'>;
