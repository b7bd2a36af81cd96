/** This file is free of schemas, so pages may import it. */
import { keysOf } from '#core/contract/tables.ts';

export const paperSizeTable = {
  letter: { label: 'US Letter, certificates on 6 × 4 in' },
  a4: { label: 'A4, certificates on A6' },
} as const satisfies Record<string, { label: string }>;

export type PaperSize = keyof typeof paperSizeTable;
export const paperSizes = keysOf(paperSizeTable);

export const MAX_PRINTED_LABELS = 500;
