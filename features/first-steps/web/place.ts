import {
  type FirstStepName,
  firstStepNames,
} from '#features/first-steps/contract/first-step-rules.ts';

export type Place = FirstStepName | 'overview';

/** Null: the URL leads elsewhere. */
export const placeOf = (step: unknown): Place | null =>
  step === 'overview' ? step : (firstStepNames.find((name) => name === step) ?? null);
