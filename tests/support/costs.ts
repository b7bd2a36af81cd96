/**
 * What test files cost, in seconds of processor time: the longest begin first, and `npm run check` runs as many as a minute allows. By name, so that
 * a file may move. `TEST_COSTS=costs.txt npm test -- unit` writes such a list; those that cost less than `USUAL` need no line here.
 */
import path from 'node:path';

const USUAL = 1.5;
/** Files of `contract/` and `web/` touch no database and start nothing. */
const SMALL = 0.4;

/** To build the pages and the server, for the first test of a run that starts them. */
export const BUILD_COST = 20;

export const costs: Record<string, number> = {};

/** @param file a path such as `server/app.test.ts`. */
export const costOf = (file: string): number =>
  costs[path.basename(file).replace(/\.test\.tsx?$/, '')] ?? (/(?:^|\/)(?:contract|web)\//.test(file) ? SMALL : USUAL);
