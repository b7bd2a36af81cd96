import { test } from 'vitest';
import type { EngineName } from './databases.ts';

/**
 * What `npm test` leaves to the suite `thorough`, since it is slow and seldom red: test files that import this run there once more, with
 * `isThorough`. Each says what it leaves, so that nothing is left out by accident.
 */
export const isThorough = process.env.THOROUGH !== undefined;

/** A test that `npm test` runs on SQLite and a folder alone, since it depends on no database and no store; the suite `thorough` runs it on all. */
export const onFirstEngine = (engine: EngineName) => test.runIf(engine === 'sqlite' || isThorough);

/** How often, or of how many: `npm test` takes the first, the suite `thorough` the second. */
export const times = (quick: number, thorough: number): number => (isThorough ? thorough : quick);
