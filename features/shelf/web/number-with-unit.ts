/** Keeps each number and its unit on one line, as in “3.12 ct”. */
export const withUnitsBeside = (text: string): string =>
  text.replace(/(\d) (?=(?:mm|cm|in|g|kg|oz|lbs?|ct)\b)/g, '$1\u00a0');
