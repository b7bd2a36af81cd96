/** Amounts as the admin types them. */
import { noAmount } from '#contract/amount-question.ts';
import { parseAmount } from '#contract/money.ts';
import { Problem } from '#contract/problems.ts';

/** @returns cents. @throws Problem invalid_input, which names the field. */
export function centsOf(field: string, typed: string): number {
  const cents = parseAmount(typed);
  if (cents === null) throw invalid(field, noAmount(typed));
  return cents;
}

/** The same of one that is above 0. */
export function centsAboveNone(field: string, typed: string): number {
  const cents = centsOf(field, typed);
  if (cents === 0) throw invalid(field, 'Please enter an amount above 0.');
  return cents;
}

/** The same of one that may be left empty, which is 0. */
export const centsOrNone = (field: string, typed: string | undefined): number => (typed?.trim() ? centsOf(field, typed) : 0);

export const invalid = (field: string, message: string): Problem =>
  new Problem('invalid_input', message, { issues: [{ path: field, message }] });

export const noSuchLine = (field: string): Problem => invalid(field, 'There is no such piece in this order.');
