/** A row of a public table that another process has changed; key `*` stands for very many rows. Null: anything may have changed. */
export type ChangedRow = { table: string; key: string } | null;

export type ChangeFeed = {
  /** Wakes the other processes; call it after each commit that visitors can see. Never fails. */
  announce(): void;
  close(): Promise<void>;
};

export type FollowOptions = {
  /** Called with the changed rows; on PostgreSQL they include those of this process. */
  onChange(rows: ChangedRow[]): void;
  /** Called with every error; the feed goes on. */
  onError(error: unknown): void;
  /** How often it looks without an announcement, in milliseconds: by default every two seconds, and on SQLite every half. */
  pollMs?: number;
};
