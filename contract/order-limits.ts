/** How much one order takes. */
const MAX_LINES = 10;

/** Why so many lines are too many for one order, as the buyer reads it; null where they are not. */
export const tooManyLines = (lines: number): string | null =>
  lines > MAX_LINES
    ? `One order can hold ${MAX_LINES} different specimens. Please put ${lines - MAX_LINES} of yours in a second order.`
    : null;
