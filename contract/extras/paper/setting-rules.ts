import { checkLines, failed, MAX_LINE } from '#contract/admin/setting-checks.ts';
import { isCodeWord } from './price-code.ts';

/** Longest texts, in UTF-16 code units. */
export const paperLimits = { line: MAX_LINE, address: 1_000, footer: 2_000, codeWord: 20 };

type Paper = Record<'sellerName' | 'sellerAddress' | 'taxId' | 'invoiceFooter' | 'codeWord', string>;

export const paper = ({ sellerAddress, invoiceFooter, ...lines }: Paper) => ({
  ...checkLines(lines),
  ...failed([
    ['codeWord', lines.codeWord.trim() === '' || isCodeWord(lines.codeWord.trim()), 'Please enter a word with ten different letters'],
  ]),
});
