import { setTimeout } from 'node:timers/promises';

/** Injected, so a test need not wait. `wait` takes milliseconds. */
export type Clock = { now(): Date; wait(ms: number): Promise<void> };

export const systemClock: Clock = { now: () => new Date(), wait: (ms) => setTimeout(ms) };

/** ISO 8601 in UTC, as every column stores it. */
export const instantOf = (clock: Clock): string => clock.now().toISOString();
