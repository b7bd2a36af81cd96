/** Where the admin has written nothing else. */
export const DEFAULT_INSTRUCTIONS = 'Please include your order number in the payment description.';

export const DEMO_WARNING = 'Demo shop: do not pay';

export const PENDING_UNTIL_PAID = 'Specimens stay pending until payment is confirmed.';

/** The sentence before asks for the order number already. */
export const ownInstructions = (text: string): string =>
  text.trim() === DEFAULT_INSTRUCTIONS ? '' : text.trim();
