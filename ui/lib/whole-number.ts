/** A number above 0 in a URL; undefined for anything else, and for more digits. */
export const wholeNumber = (text: unknown, digits: number): number | undefined =>
  typeof text === 'string' && /^[1-9]\d*$/.test(text) && text.length <= digits
    ? Number(text)
    : undefined;
