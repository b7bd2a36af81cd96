import type { WrittenFormula } from '#contract/catalogue/formula.ts';

/** A formula for small print: the dot before its water is bold and has room, as the thin one of the page is lost on paper. */
export const printedFormula = ({ parts, spoken }: WrittenFormula): WrittenFormula => ({
  parts: parts.map((part) => ({ ...part, text: part.text.replaceAll('·', '\u2009•\u2009') })),
  spoken,
});
