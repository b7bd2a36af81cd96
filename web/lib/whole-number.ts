/** A whole number above 0 as a URL has it; undefined for anything else, and for more digits. */
export const wholeNumber = (text: unknown, digits: number): number | undefined =>
  typeof text === 'string' && /^[1-9]\d*$/.test(text) && text.length <= digits ? Number(text) : undefined;
