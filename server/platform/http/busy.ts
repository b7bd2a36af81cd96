import { Problem } from '#contract/problems.ts';

/** In seconds: by then those who wait now have been served or refused. */
const RETRY_AFTER = 5;

/** The response while there is too much to do. @param retryAfter in seconds. */
export const busyProblem = (retryAfter: number): Problem =>
  new Problem('unavailable', 'The shop is very busy. Please try again in a moment.', { retryAfter });

/** What is said to whom the queue has no room for. */
export const queueFull = busyProblem(RETRY_AFTER);
