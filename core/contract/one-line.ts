/** Pages import this: keep schemas out. */

/** Control characters, line separators, and marks that turn the text's direction. */
const foreignToALine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Cannot break an email's header or a table row, or disguise what is beside it. */
export const isOneLine = (text: string): boolean => !foreignToALine.test(text);

export const ONE_LINE_MESSAGE = 'Contains an invisible character. Please type it again.';
