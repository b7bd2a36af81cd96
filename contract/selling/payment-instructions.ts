/** What buyers are told about paying. */

/** Where the admin has written nothing else. */
export const DEFAULT_INSTRUCTIONS = 'Please include your order number in the payment description.';

/** What is left to say beside a sentence that asks for the order number itself: nothing where it is only the default. */
export const ownInstructions = (text: string): string => (text.trim() === DEFAULT_INSTRUCTIONS ? '' : text.trim());
