const MAX_LINES = 10;
export const MAX_PAYMENT_ID_LENGTH = 100;

/** null: it can. */
export const tooManyLines = (lines: number): string | null =>
  lines > MAX_LINES
    ? `One order can hold ${MAX_LINES} different specimens. Please put ${lines - MAX_LINES} of yours in a second order.`
    : null;

/** UTF-16 code units. */
export const MAX_PAID_HOW = 200;

/** UTF-16 code units. */
export const MAX_ADDRESS_NOTE = 300;

/** UTF-16 code units. */
export const MAX_BUYER_WORDS = 5_000;
