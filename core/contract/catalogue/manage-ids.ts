/** As many as can be selected. */
export const MAX_BULK_PIECES = 2_000;
