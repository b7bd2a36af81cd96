/** UTF-16 code units. Pages import this: keep schemas out. */
export const MAX_PRIVATE_NOTE = 5_000;
