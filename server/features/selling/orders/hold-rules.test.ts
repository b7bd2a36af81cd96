import { expect, test } from 'vitest';
import { hasEnded, heldUntil, holdStateOf, isReleased, newHold } from './hold-rules.ts';
import type { OrderRow } from './orders.queries.ts';

const NOW = '2026-11-21T09:00:00.000Z';
const order = (change: Partial<OrderRow> = {}) =>
  ({ status: 'pending', payment_reported_at: null, hold_asked_at: null, hold_ends_at: NOW, ...change }) as OrderRow;

test('a hold that begins now has its end, its reminder, and nothing of an earlier one; 0 hours are without end', () => {
  const nothing = { hold_asked_at: null, payment_reported_at: null, awaits_proof: false };
  const ends = { hold_ends_at: '2026-11-22T09:00:00.000Z', hold_reminds_at: '2026-11-22T03:00:00.000Z' };
  expect([newHold(new Date(NOW), 24), newHold(new Date(NOW), 0)]).toEqual([
    { ...nothing, ...ends },
    { ...nothing, hold_ends_at: null, hold_reminds_at: null },
  ]);
});

test.each<[string, Partial<OrderRow>, string | null, boolean]>([
  ['runs until its end', {}, 'running', true],
  ['is endless without one', { hold_ends_at: null }, 'endless', false],
  ['has ended once the admin was asked', { hold_asked_at: NOW }, 'ended', false],
  ['stands still once the payment is reported', { payment_reported_at: NOW }, 'reported', false],
  ['is reported rather than ended', { payment_reported_at: NOW, hold_asked_at: NOW }, 'reported', false],
  ['is none of an order that is paid', { status: 'paid' }, null, false],
  ['is none of an order that is cancelled', { status: 'cancelled', payment_reported_at: NOW }, null, false],
])('a hold %s', (_, change, state, hasEnd) => {
  const row = order(change);
  expect([holdStateOf(row), heldUntil(row)]).toEqual([state, hasEnd ? NOW : null]);
  // At that instant it has ended, a millisecond before it has not.
  expect([hasEnded(row, NOW), hasEnded(row, '2026-11-21T08:59:59.999Z')]).toEqual([hasEnd, false]);
});

test('at its end an order is cancelled without a sign of life, always, or never, as the setting says; one that waits for its proof always', () => {
  const row = (sign: boolean, awaits_proof = false) => ({ sign_of_life_at: sign ? NOW : null, awaits_proof });
  const outcomes = (['dead', 'ask', 'all'] as const).map((rule) => [
    isReleased(row(false), rule, false),
    isReleased(row(true), rule, false),
    isReleased(row(false), rule, true),
    isReleased(row(true, true), rule, true),
  ]);
  expect(outcomes).toEqual([
    [true, false, false, true],
    [false, false, false, true],
    [true, true, true, true],
  ]);
});
