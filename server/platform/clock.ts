import { setTimeout } from 'node:timers/promises';

/** What time it is, and waiting for a later one; injected, so that a test need not wait. `wait`: milliseconds. */
export type Clock = { now(): Date; wait(ms: number): Promise<void> };

export const systemClock: Clock = { now: () => new Date(), wait: (ms) => setTimeout(ms) };

/** The clock's instant as every column stores it: ISO 8601 in UTC. */
export const instantOf = (clock: Clock): string => clock.now().toISOString();
