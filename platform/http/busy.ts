import { Problem } from '#core/contract/problems.ts';

/** In seconds: by then those who wait now have been served or refused. */
const RETRY_AFTER = 5;

/** @param retryAfter in seconds. */
export const busyProblem = (retryAfter: number): Problem =>
  new Problem('unavailable', 'The shop is very busy. Please try again in a moment.', {
    retryAfter,
  });

export const queueFull = busyProblem(RETRY_AFTER);
