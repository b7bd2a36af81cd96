declare module '#server/platform/db/schema.ts' {
  interface Schema {
    visitor_days: VisitorDays;
  }
}

/** How many visitors came on a day (UTC). Of a visitor there is one of many marks, which others share; what makes marks goes when the day is over. */
export type VisitorDays = {
  day: string;
  visitors: number;
  /** Random, of this day alone; null: the day is over. */
  salt: string | null;
  /** The marks as bits, base64. */
  marks: string | null;
};
