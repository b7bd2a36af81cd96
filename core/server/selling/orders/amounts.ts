import { noAmount } from '#core/contract/amount-question.ts';
import { parseAmount } from '#core/contract/money.ts';
import { invalidField, type Problem } from '#core/contract/problems.ts';

/** @returns cents. @throws Problem invalid_input, which names the field. */
export function centsOf(field: string, typed: string): number {
  const cents = parseAmount(typed);
  if (cents === null) throw invalidField(field, noAmount(typed));
  return cents;
}

/** @returns cents above 0. @throws Problem invalid_input, which names the field. */
export function centsAboveNone(field: string, typed: string): number {
  const cents = centsOf(field, typed);
  if (cents === 0) throw invalidField(field, 'Please enter an amount above 0.');
  return cents;
}

/** Reads an empty amount as 0. @throws Problem invalid_input, which names the field. */
export const centsOrNone = (field: string, typed: string | undefined): number =>
  typed?.trim() ? centsOf(field, typed) : 0;

export const noSuchLine = (field: string): Problem =>
  invalidField(field, 'There is no such piece in this order.');
