/** No one reads, thinks and types faster. A page that the browser fills in waits for the rest. */
export const MIN_FILL_MS = 3_000;
