/** What the two checkout forms ask, as plain rules: the forms show the messages, the server's schemas repeat the limits. */
import { withoutAt } from './venmo.ts';

export const NAME_LIMIT = 200;
export const EMAIL_LIMIT = 254;
export const ADDRESS_LIMIT = 1_000;
export const NOTES_LIMIT = 2_000;
export const HANDLE_LIMIT = 60;

/** One @, no white space, a dot in the domain: enough to catch slips, strict enough for a mail header. */
export const emailPattern = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[^\s@<>()[\],;:"\\.]+$/;

export type BuyerFields = {
  customerName: string;
  customerEmail: string;
  customerAddress: string;
  venmoUsername: string;
  notes: string;
};

export type FieldErrors = Partial<Record<keyof BuyerFields, string>>;

/** Checks the form of a direct purchase, in the modal and on the specimen page. */
export function checkDirectForm(fields: BuyerFields): FieldErrors {
  const errors: FieldErrors = {};
  if (fields.customerName.trim().length < 2) errors.customerName = 'Name must be at least 2 characters';
  if (!emailPattern.test(fields.customerEmail.trim())) errors.customerEmail = 'Please enter a valid email address';
  if (fields.customerAddress.trim().length < 10) errors.customerAddress = 'Please enter your full shipping address';
  if (withoutAt(fields.venmoUsername) === '') errors.venmoUsername = 'Please enter your Venmo username';
  return errors;
}
