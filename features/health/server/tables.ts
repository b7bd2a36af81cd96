declare module '#platform/db/schema.ts' {
  interface Schema {
    conditions: Conditions;
  }
}

/** Left out of backups. */
export type Conditions = {
  name: string;
  began_at: string;
  told_at: string | null;
  ended_at: string | null;
};
