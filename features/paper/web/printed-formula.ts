import type { WrittenFormula } from '#core/contract/catalogue/formula.ts';

/**
 * The dot before a formula's water is bold and has room, as the page's thin one is lost in small
 * print.
 */
export const printedFormula = ({ parts, spoken }: WrittenFormula): WrittenFormula => ({
  parts: parts.map((part) => ({ ...part, text: part.text.replaceAll('·', '\u2009•\u2009') })),
  spoken,
});
