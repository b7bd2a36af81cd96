export type ConditionEntry = {
  /** The id of its row in Today. */
  id: number;
  sentence: string;
  /** What the owner can do, and when it is over. */
  wayOut: string;
  /** Minutes until the owner gets an email; default: 5. */
  toldAfter?: number;
  /** Minutes that it must be gone to be over; default: 5. */
  overAfter?: number;
  /** Nothing is wrong: the log calls it news. */
  isNews?: true;
};
