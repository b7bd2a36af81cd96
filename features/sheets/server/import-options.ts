import type { Sheet } from '#features/sheets/contract/transfer.ts';

export type ImportOptions = {
  isDryRun: boolean;
  name?: string;
  /** Temporary files go here; the caller removes it. */
  folder: string;
  signal: AbortSignal;
  onProgress?: (sheet: Sheet, share: number) => void;
};
