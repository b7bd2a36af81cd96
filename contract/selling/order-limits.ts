/** How much one order takes. */
const MAX_LINES = 10;

/** Why an order cannot have this many lines, as the buyer reads it; null if it can. */
export const tooManyLines = (lines: number): string | null =>
  lines > MAX_LINES
    ? `An order takes at most ${MAX_LINES} different specimens: please order ${lines - MAX_LINES} of them separately.`
    : null;
