import { expect, test } from 'vitest';
import { type LineEntry, type LineRules, lineSteps } from './line-rules.ts';

const now = '2026-11-22T12:00:00.000Z';
const hours = (count: number) => new Date(Date.parse(now) + count * 3_600_000).toISOString();
const stock = {
  quantity: 1,
  held: 0,
  visible: true,
  for_sale: true,
  price_cents: 100,
  shipping_cents: 0,
  status_by_hand: null,
};
const rules: LineRules = { hours: 24, canMail: true };
const waits = (id: number): LineEntry => ({
  id,
  offered_until: null,
  renewed_at: null,
  isUntold: false,
  isBlocked: false,
});
const offered = (id: number, until: string, change: Partial<LineEntry> = {}) => ({
  ...waits(id),
  offered_until: until,
  ...change,
});
const offer = (id: number, isRenewal = false) => ({
  kind: 'offer',
  id,
  until: hours(24),
  isRenewal,
});
const end = (id: number, as: string) => ({ kind: 'end', id, as });
const withdraw = (id: number) => ({ kind: 'withdraw', id });

test.each([
  ['the first one gets what is free', stock, [waits(1), waits(2)], rules, [offer(1)]],
  [
    'as many as there are free pieces get one',
    { ...stock, quantity: 3, held: 1 },
    [waits(1), waits(2), waits(3)],
    rules,
    [offer(1), offer(2)],
  ],
  [
    'who is blocked makes room',
    stock,
    [{ ...offered(1, hours(1)), isBlocked: true }, waits(2)],
    rules,
    [end(1, 'removed'), offer(2)],
  ],
  ['nobody gets what is held', { ...stock, held: 1 }, [waits(1)], rules, []],
  ['an offer that lasts stays', stock, [offered(1, hours(1)), waits(2)], rules, []],
  [
    'an offer that is over goes to the next',
    stock,
    [offered(1, now), waits(2)],
    rules,
    [end(1, 'passed'), offer(2)],
  ],
  [
    'an offer that ended just an hour ago was seen',
    stock,
    [offered(1, hours(-1)), waits(2)],
    rules,
    [end(1, 'passed'), offer(2)],
  ],
  [
    'an offer that ended unwatched is made again',
    stock,
    [offered(1, hours(-2)), waits(2)],
    rules,
    [offer(1, true)],
  ],
  [
    'an offer whose mail has not gone is made again',
    stock,
    [offered(1, now, { isUntold: true }), waits(2)],
    rules,
    [offer(1, true)],
  ],
  [
    'an offer is made again only once',
    stock,
    [offered(1, hours(-2), { renewed_at: hours(-26), isUntold: true }), waits(2)],
    rules,
    [end(1, 'passed'), offer(2)],
  ],
  [
    'an unwatched offer of a piece that is gone waits again',
    { ...stock, held: 1 },
    [offered(1, hours(-2))],
    rules,
    [withdraw(1)],
  ],
  [
    'the last offer loses its piece first',
    stock,
    [offered(1, hours(1)), offered(2, hours(1))],
    rules,
    [withdraw(2)],
  ],
  [
    'what is taken off sale ends every entry',
    { ...stock, for_sale: false },
    [waits(1)],
    rules,
    [end(1, 'gone')],
  ],
  [
    'a removed price ends every entry',
    { ...stock, price_cents: null },
    [offered(1, hours(1))],
    rules,
    [end(1, 'gone')],
  ],
  [
    'what has no price of shipping ends every entry',
    { ...stock, held: 1, shipping_cents: null },
    [waits(1)],
    rules,
    [end(1, 'gone')],
  ],
  [
    'what is set to pending by hand is taken back',
    { ...stock, status_by_hand: 'pending' as const },
    [offered(1, hours(1))],
    rules,
    [withdraw(1)],
  ],
  [
    'what is set to pending by hand waits',
    { ...stock, status_by_hand: 'pending' as const },
    [waits(1)],
    rules,
    [],
  ],
  [
    'what is sold out ends every entry',
    { ...stock, quantity: 0 },
    [offered(1, hours(1)), waits(2)],
    rules,
    [end(1, 'sold'), end(2, 'sold')],
  ],
  [
    'what is marked as sold ends every entry',
    { ...stock, status_by_hand: 'sold' as const },
    [waits(1)],
    rules,
    [end(1, 'sold')],
  ],
  [
    'what is hidden ends every entry',
    { ...stock, visible: false },
    [waits(1)],
    rules,
    [end(1, 'gone')],
  ],
  [
    'switched off, offers last and nobody waits',
    stock,
    [offered(1, hours(1)), waits(2)],
    { ...rules, hours: 0 },
    [end(2, 'closed')],
  ],
  [
    'switched off, no offer is made again',
    stock,
    [offered(1, hours(-2))],
    { ...rules, hours: 0 },
    [end(1, 'passed')],
  ],
  [
    'without a mail server nobody keeps others from what is free',
    stock,
    [waits(1)],
    { ...rules, canMail: false },
    [end(1, 'closed')],
  ],
  [
    'without a mail server one goes on waiting for what is held',
    { ...stock, held: 1 },
    [waits(1)],
    { ...rules, canMail: false },
    [],
  ],
])('%s', (_, given, entries, set, steps) => {
  expect(lineSteps(given, entries, set, now)).toEqual(steps);
});
