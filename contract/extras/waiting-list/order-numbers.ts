import type { WholeNumber } from '#contract/admin/setting-checks.ts';

/** For how many hours the next in line alone may buy what has become available; 0: there are no waiting lists. */
export const waitingHours = { fallback: 24, max: 14 * 24 } satisfies WholeNumber;
