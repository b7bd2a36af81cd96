import { expect, test } from 'vitest';
import {
  endOnceReported,
  hasEnded,
  heldUntil,
  holdStateOf,
  isReleased,
  newHold,
} from './hold-rules.ts';
import type { OrderRow } from './orders.queries.ts';

const NOW = '2026-11-21T09:00:00.000Z';
const order = (change: Partial<OrderRow> = {}) =>
  ({
    status: 'pending',
    payment_reported_at: null,
    email_proved_at: null,
    hold_asked_at: null,
    hold_ends_at: NOW,
    ...change,
  }) as OrderRow;

test('a hold that begins now has its end and its reminder, and nothing of an earlier one', () => {
  const nothing = { hold_asked_at: null, payment_reported_at: null, awaits_proof: false };
  const ends = {
    hold_ends_at: '2026-11-22T09:00:00.000Z',
    hold_reminds_at: '2026-11-22T03:00:00.000Z',
  };
  expect([newHold(new Date(NOW), 24), newHold(new Date(NOW), 0)]).toEqual([
    { ...nothing, ...ends },
    { ...nothing, hold_ends_at: null, hold_reminds_at: null },
  ]);
});

test.each<[string, Partial<OrderRow>, string | null, boolean]>([
  ['runs until its end', {}, 'running', true],
  ['is endless without one', { hold_ends_at: null }, 'endless', false],
  ['has ended once the admin was asked', { hold_asked_at: NOW }, 'ended', false],
  [
    'stops once the payment is reported from a proved email address',
    { payment_reported_at: NOW, email_proved_at: NOW },
    'reported',
    false,
  ],
  [
    'is reported rather than ended',
    { payment_reported_at: NOW, email_proved_at: NOW, hold_asked_at: NOW },
    'reported',
    false,
  ],
  [
    'without an end is reported whatever the email address',
    { payment_reported_at: NOW, hold_ends_at: null },
    'reported',
    false,
  ],
  [
    'goes on where the payment is reported from an unproved one',
    { payment_reported_at: NOW },
    'unverified',
    true,
  ],
  [
    'stays that of an unverified report once the admin was asked',
    { payment_reported_at: NOW, hold_asked_at: NOW },
    'unverified',
    false,
  ],
  ['is none of an order that is paid', { status: 'paid' }, null, false],
  [
    'is none of an order that is cancelled',
    { status: 'cancelled', payment_reported_at: NOW },
    null,
    false,
  ],
])('a hold %s', (_, change, state, hasEnd) => {
  const row = order(change);
  expect([holdStateOf(row), heldUntil(row)]).toEqual([state, hasEnd ? NOW : null]);
  // At that instant it has ended, a millisecond before it has not.
  expect([hasEnded(row, NOW), hasEnded(row, '2026-11-21T08:59:59.999Z')]).toEqual([hasEnd, false]);
});

test('a reported payment moves the end once to a whole hold from now, and never to an earlier instant', () => {
  const now = new Date(NOW);
  const inADay = '2026-11-22T09:00:00.000Z';
  expect([
    endOnceReported(order(), now, 24),
    endOnceReported(order({ hold_ends_at: '2026-11-30T09:00:00.000Z' }), now, 24),
    // The setting has become "without end" since the order was placed.
    endOnceReported(order(), now, 0),
    endOnceReported(order({ hold_ends_at: null }), now, 24),
    endOnceReported(order({ hold_asked_at: NOW }), now, 24),
  ]).toEqual([inADay, '2026-11-30T09:00:00.000Z', '2026-11-24T09:00:00.000Z', null, NOW]);
});

test('whether an order is cancelled at its end depends on the setting, signs of life, proof and reports', () => {
  const row = (sign: boolean, awaits_proof = false, payment_reported_at: string | null = null) => ({
    kind: 'direct' as const,
    sign_of_life_at: sign ? NOW : null,
    awaits_proof,
    payment_reported_at,
  });
  const outcomes = (['dead', 'ask', 'all'] as const).map((rule) => [
    isReleased(row(false), rule, false),
    isReleased(row(true), rule, false),
    isReleased(row(false), rule, true),
    isReleased(row(true, true), rule, true),
    isReleased(row(true, false, NOW), rule, false),
  ]);
  expect(outcomes).toEqual([
    [true, false, false, true, false],
    [false, false, false, true, false],
    [true, true, true, true, false],
  ]);
});
