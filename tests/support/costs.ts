/**
 * What test files cost, in seconds of processor time: the longest begin first, and `npm run check` runs as many as a minute allows.
 * `TEST_COSTS=costs.txt npx vitest run` writes such a list; only those that cost more than `USUAL` are worth a line here.
 */
const USUAL = 1;

/** To build the pages and the server, for the first test of a run that starts them. */
export const BUILD_COST = 20;

export const costs: Record<string, number> = {};

/** @param file a path such as `server/app.test.ts`. */
export const costOf = (file: string): number => costs[file] ?? USUAL;
