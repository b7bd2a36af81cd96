/** The time, injected so that tests can move it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** The clock's instant as every column stores it: ISO 8601 in UTC. */
export const instantOf = (clock: Clock): string => clock.now().toISOString();
