import type { Sheet } from '#contract/transfer/transfer.ts';

export type ImportOptions = {
  /** Checks everything and writes nothing. */
  isDryRun: boolean;
  /** What the admin's file is called, by which an import that can be undone is named. */
  name?: string;
  /** For temporary files; the caller removes it. */
  folder: string;
  signal: AbortSignal;
  /** Called after each row with the share of the sheet that has been read, 0 to 1. */
  onProgress?: (sheet: Sheet, share: number) => void;
};
