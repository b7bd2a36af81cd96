import { Problem } from '#contract/problems.ts';

/** What is said to whoever comes while there is too much to do. @param retryAfter in seconds. */
export const busyProblem = (retryAfter: number): Problem =>
  new Problem('unavailable', 'The shop is very busy. Please try again in a moment.', { retryAfter });
