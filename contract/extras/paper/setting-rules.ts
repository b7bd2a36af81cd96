import { checkLines, checkNumbers, failed, MAX_LINE, type WholeNumber } from '#contract/admin/setting-checks.ts';
import { isCodeWord } from './price-code.ts';

/** Longest texts, in UTF-16 code units. */
export const paperLimits = { line: MAX_LINE, address: 1_000, footer: 2_000, codeWord: 20 };

/** As long as most tax offices want invoices. */
export const invoiceYears = { fallback: 7, max: 30 } satisfies WholeNumber;

type Paper = { invoiceYears: number } & Record<'sellerName' | 'sellerAddress' | 'taxId' | 'invoiceFooter' | 'codeWord', string>;

export const paper = ({ sellerAddress, invoiceFooter, invoiceYears: years, ...lines }: Paper) => ({
  ...checkLines(lines),
  ...checkNumbers({ invoiceYears }, { invoiceYears: years }),
  ...failed([
    ['codeWord', lines.codeWord.trim() === '' || isCodeWord(lines.codeWord.trim()), 'Please enter a word with ten different letters'],
  ]),
});
