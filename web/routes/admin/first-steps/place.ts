import { type FirstStepName, firstStepNames } from '#contract/admin/first-step-rules.ts';

export type Place = FirstStepName | 'overview';

/** Where in the first steps the page's address leads; null: elsewhere. */
export const placeOf = (step: unknown): Place | null =>
  step === 'overview' ? step : (firstStepNames.find((name) => name === step) ?? null);
