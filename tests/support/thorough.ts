/**
 * What `npm test` leaves to the suite `thorough`, since it is slow and seldom red: test files that import this run there once more, with
 * `isThorough`. Each says what it leaves, so that nothing is left out by accident.
 */
export const isThorough = process.env.THOROUGH !== undefined;

/** How often, or of how many: `npm test` takes the first, the suite `thorough` the second. */
export const times = (quick: number, thorough: number): number => (isThorough ? thorough : quick);
