/** How much one order takes. */
const MAX_LINES = 10;
export const MAX_PAYMENT_ID_LENGTH = 100;

/** Why an order cannot have this many lines, as the buyer reads it; null if it can. */
export const tooManyLines = (lines: number): string | null =>
  lines > MAX_LINES
    ? `One order can hold ${MAX_LINES} different specimens. Please put ${lines - MAX_LINES} of yours in a second order.`
    : null;

/** Why an address is changed after shipping. */
export const MAX_ADDRESS_NOTE = 300;

/** UTF-16 code units of what the admin writes to a buyer at once. */
export const MAX_BUYER_WORDS = 5_000;
