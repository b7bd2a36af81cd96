/** Sizes of paper and of prints. Free of schemas, so pages may import them. */
import { keysOf } from '#contract/catalogue/statuses.ts';

/** The paper of slips and invoices, and the card that certificates are printed on. */
export const paperSizeTable = {
  letter: { label: 'US Letter, certificates on 6 × 4 in' },
  a4: { label: 'A4, certificates on A6' },
} as const satisfies Record<string, { label: string }>;

export type PaperSize = keyof typeof paperSizeTable;
export const paperSizes = keysOf(paperSizeTable);

/** Labels on one print. */
export const MAX_PRINTED_LABELS = 500;
