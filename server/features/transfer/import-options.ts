import type { Sheet } from '#contract/transfer.ts';

export type ImportOptions = {
  /** Everything is looked at and nothing written. */
  isDryRun: boolean;
  /** A folder for what is being worked on, removed by the caller. */
  folder: string;
  signal: AbortSignal;
  /** Told how far it is in a sheet, 0 to 1, row by row. */
  onProgress?: (sheet: Sheet, share: number) => void;
};
