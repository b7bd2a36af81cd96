/**
 * Browsers name it so: another page change came, the tab is hidden, or the new page took too long.
 */
const NAMES = ['AbortError', 'InvalidStateError', 'TimeoutError'];

/** A view transition was skipped. The page has changed all the same. */
export const isSkippedTransition = (reason: unknown): boolean =>
  reason instanceof DOMException &&
  NAMES.includes(reason.name) &&
  /transition/i.test(reason.message);
