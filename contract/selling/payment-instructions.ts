/** What buyers are told about paying. */
import { yourPieces } from '#contract/your-pieces.ts';

/** Where the admin has written nothing else. */
export const DEFAULT_INSTRUCTIONS = 'Please include your order number in the payment description.';

/** Beside the user name of the demo. */
export const DEMO_WARNING = 'Demo shop: do not pay';

/** What every buyer is told of pieces that are ordered and not paid. */
export const PENDING_UNTIL_PAID = 'Specimens stay pending until payment is confirmed.';

/** What a buyer does first whose email address is not known to be theirs. */
export const proofText = ({ customerEmail, lines }: { customerEmail: string; lines: readonly { quantity: number }[] }): string =>
  `Check your email and open the link we sent to ${customerEmail}. Then we’ll keep holding ${yourPieces(lines)}, and you can pay.`;

/** What is left to say beside a sentence that asks for the order number itself: nothing where it is only the default. */
export const ownInstructions = (text: string): string => (text.trim() === DEFAULT_INSTRUCTIONS ? '' : text.trim());
