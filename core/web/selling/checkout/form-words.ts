export const NOTES_HINT = 'Optional. Gift, vacation dates, delivery requests.';

/** A buyer may expect a payment of the button. */
export const laterPayment = (takesVenmo: boolean): string =>
  takesVenmo
    ? 'You won’t be charged now. You’ll pay by Venmo after you order.'
    : 'You won’t be charged now. After you order, we’ll arrange payment by email.';

/** Where the server has not said why. */
export const ORDER_FAILED = 'Failed to create order';
