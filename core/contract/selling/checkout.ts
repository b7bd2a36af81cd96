/** The schemas of `orders.ts` apply the same rules. */
import { isOneLine, ONE_LINE_MESSAGE } from '#core/contract/one-line.ts';
import { withoutAt } from './venmo.ts';

/** One @, no white space, nothing invisible, dots between letters only: enough to catch slips, strict enough for a mail header. */
export const emailPattern =
  /^(?!\.|.*\.[.@]|.*@\.)[^\s\p{Cc}\p{Cf}@<>()[\],;:"\\]+@[^\s\p{Cc}\p{Cf}@<>()[\],;:"\\]+\.[^\s\p{Cc}\p{Cf}@<>()[\],;:"\\.]+$/u;

export type BuyerFields = {
  customerName: string;
  customerEmail: string;
  customerAddress: string;
  venmoUsername: string;
  notes: string;
};

/** UTF-16 code units; only the upper limit counts white space around the text. */
export const buyerRules = {
  customerName: { minLength: 2, maxLength: 200, message: 'Name must be at least 2 characters' },
  customerEmail: { minLength: 1, maxLength: 254, message: 'Please enter a valid email address' },
  customerAddress: {
    minLength: 10,
    maxLength: 1_000,
    message: 'Please enter your full shipping address',
  },
  venmoUsername: { minLength: 1, maxLength: 60, message: 'Please enter your Venmo username' },
  notes: { minLength: 0, maxLength: 2_000, message: '' },
} as const satisfies Record<
  keyof BuyerFields,
  { minLength: number; maxLength: number; message: string }
>;

export const EMPTY_CART = 'Your cart is empty. Add some items before checking out.';

type FieldErrors = Partial<Record<keyof BuyerFields, string>>;

export function checkDirectForm(
  fields: BuyerFields,
  { asksVenmo }: { asksVenmo: boolean },
): FieldErrors {
  return errorsOf(fields, [
    'customerName',
    'customerEmail',
    'customerAddress',
    ...(asksVenmo ? (['venmoUsername'] as const) : []),
  ]);
}

/** Venmo is optional. */
export function checkCheckoutForm(fields: BuyerFields): FieldErrors {
  return checkDirectForm(fields, { asksVenmo: withoutAt(fields.venmoUsername) !== '' });
}

function errorsOf(fields: BuyerFields, asked: readonly (keyof BuyerFields)[]): FieldErrors {
  return Object.fromEntries(
    asked.flatMap((name) => {
      const error = errorOf(name, fields[name]);
      return error === null ? [] : [[name, error]];
    }),
  );
}

function errorOf(name: keyof BuyerFields, typed: string): string | null {
  const text = name === 'venmoUsername' ? withoutAt(typed) : typed.trim();
  const { minLength, message } = buyerRules[name];
  if (text.length < minLength || (name === 'customerEmail' && !emailPattern.test(text)))
    return message;
  const hasOneLine = name === 'customerName' || name === 'venmoUsername';
  return hasOneLine && !isOneLine(text) ? ONE_LINE_MESSAGE : null;
}
