/** Milliseconds for which a form must have been open: nobody reads, thinks and types faster. A page whose fields the browser fills in waits for the rest by itself. */
export const MIN_FILL_MS = 3_000;
