/** All specimens that Manage shows, regardless of its pages: what is done with many at once begins with them. */

/** As many as can be selected. */
export const MAX_BULK_PIECES = 2_000;
