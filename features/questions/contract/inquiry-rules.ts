/**
 * The form and the schemas of `inquiries.ts` share these. Free of schemas, so pages may import it.
 */

import { isOneLine, ONE_LINE_MESSAGE } from '#core/contract/one-line.ts';
import { buyerRules, emailPattern } from '#core/contract/selling/checkout.ts';

export type InquiryFields = { name: string; email: string; question: string };

/** Lengths in UTF-16 code units; the lower limit ignores white space around the text. */
export const inquiryRules = {
  name: buyerRules.customerName,
  email: buyerRules.customerEmail,
  question: { minLength: 5, maxLength: 2_000, message: 'Please write your question' },
} as const satisfies Record<
  keyof InquiryFields,
  { minLength: number; maxLength: number; message: string }
>;

export type InquiryErrors = Partial<Record<keyof InquiryFields, string>>;

/** On an order the form asks for the question alone. */
export function checkInquiry(fields: Partial<InquiryFields>): InquiryErrors {
  const errors: InquiryErrors = {};
  for (const [field, typed] of Object.entries(fields) as [keyof InquiryFields, string][]) {
    const text = typed.trim();
    const { minLength, message } = inquiryRules[field];
    if (text.length < minLength || (field === 'email' && !emailPattern.test(text)))
      errors[field] = message;
    else if (field === 'name' && !isOneLine(text)) errors[field] = ONE_LINE_MESSAGE;
  }
  return errors;
}

export const inquiryStatuses = ['open', 'done'] as const;
export type InquiryStatus = (typeof inquiryStatuses)[number];
