/** Pages import this: keep schemas out. */
export const undoneSteps = [
  'paid',
  'shipped',
  'delivered',
  'cancelled',
  'payment',
  'refund',
] as const;
export type UndoneStep = (typeof undoneSteps)[number];
