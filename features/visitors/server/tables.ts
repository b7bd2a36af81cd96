declare module '#platform/db/schema.ts' {
  interface Schema {
    visitor_days: VisitorDays;
  }
}

/** By day, in UTC. Visitors share marks; what makes marks goes when the day is over. */
export type VisitorDays = {
  day: string;
  visitors: number;
  /** Random for this day alone; null: the day is over. */
  salt: string | null;
  /** The marks as bits, base64. */
  marks: string | null;
};
