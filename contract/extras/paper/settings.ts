import { z } from 'zod';
import { text, trimmed } from '#contract/text.ts';
import { paperSizes } from './paper-sizes.ts';
import { invoiceYears, paperLimits as limits } from './setting-rules.ts';

const line = trimmed(limits.line).default('');

/** What is on the paper that the admin prints. */
export const paper = z.strictObject({
  size: z.enum(paperSizes).default('letter'),
  /** Who sells, as invoices and slips say it; without a name it is the shop's. */
  sellerName: line,
  sellerAddress: text(limits.address).default(''),
  taxId: line,
  /** For how many years an invoice keeps the name and address of its buyer. */
  invoiceYears: z.int().min(0).max(invoiceYears.max).default(invoiceYears.fallback),
  invoiceFooter: text(limits.footer).default(''),
  /** Ten letters for the digits of prices in code; empty: none. */
  codeWord: trimmed(limits.codeWord).default(''),
});
