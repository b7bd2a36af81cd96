/** What a field of one line may contain. Free of schemas, so pages may import it. */

/** Control characters, line separators, and marks that turn the direction of the text around them. */
const foreignToALine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Whether text can go into an email's header or a table row without breaking it or disguising what is beside it. */
export const isOneLine = (text: string): boolean => !foreignToALine.test(text);

export const ONE_LINE_MESSAGE = 'Contains an invisible character. Please type it again.';
