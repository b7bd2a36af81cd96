/** What forms and sheets say of a typed number. Apart from what reads it, which visitors download. */
/** What is said of a text that is no amount, and of a price that is none. */
export const AMOUNT_MESSAGE = 'Please enter an amount such as 120 or 120.50';
/** Of a price or shipping, which may be words too. */
export const AMOUNT_OR_WORDS = `${AMOUNT_MESSAGE}, or words such as “Price on request”`;
export const AMOUNT_OR_BLANK = `${AMOUNT_MESSAGE}, or leave it blank`;
export const PRICE_MESSAGE = 'The price must be above 0';

export const wholeNumberMessage = (from: number, to: number): string => `Please enter a whole number from ${from} to ${to}`;
