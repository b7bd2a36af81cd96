/** The button beside a piece on hold, and those it leads to. The specimen's page does without `waiting-rules.ts`. */
export const JOIN_WAITING_LIST = 'Join the waiting list';
