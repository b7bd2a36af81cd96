/** Visitors download what reads numbers, not this. */
export const AMOUNT_MESSAGE = 'Please enter an amount such as 120 or 120.50';
export const AMOUNT_OR_WORDS = `${AMOUNT_MESSAGE}, or words such as “Price on request”`;
export const AMOUNT_OR_BLANK = `${AMOUNT_MESSAGE}, or leave it blank`;
export const PRICE_MESSAGE = 'The price must be above 0';

export const wholeNumberMessage = (from: number, to: number): string =>
  `Please enter a whole number from ${from} to ${to}`;
