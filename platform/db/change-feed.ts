/** The key '*' stands for very many rows. Null: anything may have changed. */
export type ChangedRow = { table: string; key: string } | null;

export type ChangeFeed = {
  /** Never fails. Call it after a commit that visitors can see. */
  announce(): void;
  close(): Promise<void>;
};

export type FollowOptions = {
  /** On PostgreSQL the rows include those of this process. */
  onChange(rows: ChangedRow[]): void;
  /** The feed goes on after an error. */
  onError(error: unknown): void;
  /**
   * Milliseconds between looks without an announcement: two seconds by default, half a second on
   * SQLite.
   */
  pollMs?: number;
};
