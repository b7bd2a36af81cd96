/**
 * For every feature's query about what waits for the admin: whatever settles something invalidates
 * it.
 */
export const waitingKey = ['today'] as const;
