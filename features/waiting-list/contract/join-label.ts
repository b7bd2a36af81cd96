/** The specimen's page does without `waiting-rules.ts`. */
export const JOIN_WAITING_LIST = 'Join the waiting list';
