import { describe, expect, test } from 'vitest';
import type { OrderStatus } from '#core/contract/selling/order-statuses.ts';
import { inSlices } from '#platform/jobs/slices.ts';
import { linesOf, type Row, shuffledStatement, venmoStatement } from '#tests/support/statements.ts';
import { isThorough } from '#tests/support/thorough.ts';
import type { MatchableOrder } from './matchable-orders.ts';
import { type Matching, matchPayments } from './matching.ts';
import { nameKey, orderNumbers } from './notes.ts';

type Given = {
  id: number;
  total?: number;
  shipping?: number;
  name?: string;
  handle?: string;
  status?: OrderStatus;
  placed?: string;
  paymentId?: string | null;
};

const order = ({
  id,
  total = 110_00,
  shipping = 10_00,
  name = 'Ada Buyer',
  handle = '',
  status = 'pending',
  placed,
  paymentId = null,
}: Given) =>
  ({
    id,
    status,
    totalCents: total,
    shippingCents: shipping,
    paymentId,
    names: [name, handle].map(nameKey).filter((key) => key !== ''),
    placedAt: Date.parse(placed ?? '2026-11-21T09:00:00Z'),
  }) as MatchableOrder;

const brief = ({ sure, late, unclear, leftOut }: Matching) => ({
  sure: sure.map(({ line, order }) => `${line.paymentId} #${order.id}`),
  late: late.map(({ line, order }) => `${line.paymentId} #${order.id}`),
  unclear: unclear.map(({ line, orders, moreOrders, reason }) =>
    [
      line.paymentId,
      reason,
      ...orders.map(({ id }) => `#${id}`),
      ...(moreOrders > 0 ? [`and ${moreOrders} more`] : []),
    ].join(' '),
  ),
  leftOut: Object.fromEntries(leftOut),
});

async function matched(
  rows: Row[],
  orders: Given[],
  used: [string, number | null][] = [],
  write = venmoStatement,
) {
  return brief(
    await inSlices(matchPayments(await linesOf(write(rows)), orders.map(order), new Map(used))),
  );
}

describe('the orders that a note names', () => {
  test.each<[string, number[]]>([
    ['Order #12', [12]],
    ['order 12 – thank you!', [12]],
    ['ORDER NO. 12', [12]],
    ['#12 & #13', [12, 13]],
    ['12', [12]],
    ['Order #12 (#12)', [12]],
    ['for 2 agates', []],
    ['Order #12.50', []],
    ['#1234567890123', []],
    ['border 12', []],
    ['#0', []],
    ['', []],
  ])('%j: %j', (note, numbers) => {
    expect(orderNumbers(note)).toEqual(numbers);
  });
});

describe('what one payment is', () => {
  const ada: Given = { id: 12, name: 'Ada Buyer', handle: '@ada-b' };
  const base: Row = { id: '1', from: 'Somebody Else', amount: '+ $110.00' };

  test.each<[string, Row, string]>([
    ['the number and the amount are enough', { ...base, note: 'Order #12' }, 'sure #12'],
    [
      'so are the buyer’s name and the amount',
      { ...base, from: 'BUYER, Ada', note: '💎' },
      'sure #12',
    ],
    ['so are the buyer’s user name and the amount', { ...base, from: '@ADA-B' }, 'sure #12'],
    [
      'who was asked for a payment is its sender',
      { ...base, type: 'Charge', from: 'The Shop', to: 'Ada Buyer' },
      'sure #12',
    ],
    ['the amount alone is not', base, 'no_number #12'],
    [
      'nor with the number of no order',
      { ...base, from: 'Ada Buyer', note: '#99' },
      'unknown_number #12',
    ],
    ['two numbers are one too many', { ...base, note: '#12 #13' }, 'several_numbers #12 #13'],
    [
      'shipping was forgotten',
      { ...base, note: '#12', amount: '+ $100.00' },
      'shipping_missing #12',
    ],
    [
      'shipping was forgotten, and the number',
      { ...base, from: 'Ada Buyer', amount: '+ $100.00' },
      'shipping_missing #12',
    ],
    ['another amount', { ...base, note: '#12', amount: '+ $109.99' }, 'amount_differs #12'],
    [
      'another amount of the same buyer',
      { ...base, from: 'Ada Buyer', amount: '+ $5.00' },
      'amount_differs #12',
    ],
    [
      'paid before the order was placed',
      { ...base, note: '#12', at: '2026-11-19T20:59:00' },
      'before_order #12',
    ],
    [
      'a day early may be the time zone',
      { ...base, note: '#12', at: '2026-11-19T21:00:00' },
      'sure #12',
    ],
    [
      'late in the evening, as Americans write it',
      { ...base, note: '#12', at: '11/19/2026 9:00 PM' },
      'sure #12',
    ],
    ['a minute too early', { ...base, note: '#12', at: '11/19/2026, 8:59 PM' }, 'before_order #12'],
    ['an order that ships for nothing', { ...base, note: '#40', amount: '+ $60.00' }, 'sure #40'],
    [
      'a pending order goes before a cancelled one',
      { ...base, from: 'Twice Buyer', amount: '+ $90.00' },
      'sure #51',
    ],
    [
      'another currency, by its sign',
      { ...base, note: '#12', amount: '+ €110.00' },
      'foreign_currency #12',
    ],
    [
      'another currency, by its code',
      { ...base, note: '#12', amount: '110.00 EUR' },
      'foreign_currency #12',
    ],
    ['another currency, and no number', { ...base, amount: '+ €110.00' }, 'foreign_currency'],
    ['decimals after a comma', { ...base, note: '#12', amount: '110,00' }, 'unreadable_amount #12'],
    ['no amount at all', { ...base, amount: '' }, 'unreadable_amount'],
    ['an order that is paid', { ...base, note: '#20' }, 'already_paid #20'],
    [
      'a stranger’s invoice with the number of an old order',
      { ...base, note: '#20', amount: '+ $35.00' },
      'stranger',
    ],
    ['somebody’s pizza', { ...base, note: 'pizza', amount: '+ $20.00' }, 'stranger'],
    ['what fits, but came two months later', { ...base, at: '2027-01-21T10:00:00' }, 'stranger'],
    ['a payment of the shop’s owner', { ...base, note: '#12', amount: '- $110.00' }, 'outgoing'],
    ['the same in parentheses', { ...base, note: '#12', amount: '($110.00)' }, 'outgoing'],
    ['a refund', { ...base, note: '#12', type: 'Refund' }, 'refund'],
    [
      'a transfer to the bank',
      { ...base, type: 'Standard Transfer', status: 'Complete' },
      'transfer',
    ],
    ['what is only issued', { ...base, note: '#12', status: 'Issued' }, 'incomplete'],
    ['what is pending', { ...base, note: '#12', status: 'Pending' }, 'incomplete'],
    [
      'an id that a spreadsheet has rounded',
      { ...base, id: '3.45679E+18', note: '#12' },
      'rounded_id',
    ],
    ['an id of nothing but digits and an E', { ...base, id: '3E+18', note: '#12' }, 'rounded_id'],
    ['an id in which such a number stands', { ...base, id: 'A3.4E+18', note: '#12' }, 'sure #12'],
    ['an id that begins with one', { ...base, id: '3.4E+18-A', note: '#12' }, 'sure #12'],
    [
      'an id that an order just has room for',
      { ...base, id: '1'.repeat(100), note: '#12' },
      'sure #12',
    ],
    ['a payment of nothing', { ...base, note: '#12', amount: '$0.00' }, 'outgoing'],
    ['no status at all', { ...base, note: '#12', status: '' }, 'sure #12'],
    ['an id that no order has room for', { ...base, id: '1'.repeat(101), note: '#12' }, 'odd_id'],
    ['a payment for a cancelled order', { ...base, note: '#30', amount: '+ $75.00' }, 'late #30'],
    [
      'the same by the buyer’s name',
      { ...base, from: 'Late Buyer', amount: '+ $75.00' },
      'late #30',
    ],
    ['the amount of a cancelled order alone', { ...base, amount: '+ $75.00' }, 'stranger'],
    [
      'the number of a cancelled order, whose buyer has a pending one',
      { ...base, note: '#31' },
      'ordered_again #12 #31',
    ],
    [
      'the same with the amount of neither',
      { ...base, note: '#31', amount: '+ $75.00' },
      'amount_differs #31',
    ],
    [
      'what may be for an order that was marked as paid by hand',
      { ...base, from: 'Zoe', amount: '+ $66.00' },
      'credited #15 #14',
    ],
    [
      'the same where nothing is pending',
      { ...base, from: 'Xaver', amount: '+ $33.00' },
      'paid_by_hand',
    ],
    [
      'another payment’s id is noted on the order',
      { ...base, note: '#16', amount: '+ $44.00' },
      'other_payment #16',
    ],
    [
      'the same by the buyer’s name',
      { ...base, from: 'Yves', amount: '+ $44.00' },
      'other_payment #16',
    ],
    ['a status of another app', { ...base, note: '#12', status: 'PAYMENT DEPOSITED' }, 'sure #12'],
    ['another', { ...base, note: '#12', status: 'Posted' }, 'sure #12'],
    ['another', { ...base, note: '#12', status: 'Cleared' }, 'sure #12'],
    [
      'one of a bank that did not pay',
      { ...base, note: '#12', status: 'Not completed' },
      'incomplete',
    ],
    [
      'one in another language',
      { ...base, note: '#12', status: 'Abgeschlossen' },
      'unknown_status #12',
    ],
    [
      'the same by the buyer’s name',
      { ...base, from: 'Ada Buyer', status: 'Abgeschlossen' },
      'unknown_status #12',
    ],
    [
      'a payment that was given back, by its status',
      { ...base, note: '#12', status: 'Partially refunded' },
      'refund',
    ],
    ['a transfer with the number', { ...base, note: '#12', type: 'Zelle transfer' }, 'sure #12'],
    ['a deposit of the buyer', { ...base, from: 'Ada Buyer', type: 'Deposit' }, 'sure #12'],
    [
      'a transfer by the shop',
      { ...base, note: '#12', type: 'Standard Transfer', amount: '- $110.00' },
      'transfer',
    ],
    ['a day that comes before its month', { ...base, note: '#12', at: '21/11/2026' }, 'sure #12'],
    ['a date that may be two', { ...base, note: '#12', at: '11/05/2026' }, 'sure #12'],
    ['a date that is none', { ...base, note: '#12', at: '2026-13-05' }, 'sure #12'],
  ])('%s', async (_title, row, expected) => {
    const orders: Given[] = [
      ada,
      { id: 13, name: 'Bob', total: 250_00 },
      { id: 14, name: 'Zoe', total: 66_00, status: 'paid', placed: '2026-11-20T09:00:00Z' },
      { id: 15, name: 'Zoe', total: 66_00 },
      { id: 16, name: 'Yves', total: 44_00, paymentId: 'another' },
      { id: 17, name: 'Xaver', total: 33_00, status: 'delivered' },
      { id: 20, name: 'Old', status: 'shipped' },
      { id: 30, name: 'Late Buyer', status: 'cancelled', total: 75_00 },
      { id: 40, name: 'Cleo', total: 60_00, shipping: 0 },
      { id: 50, name: 'Twice Buyer', status: 'cancelled', total: 90_00 },
      { id: 51, name: 'Twice Buyer', total: 90_00 },
      { id: 31, name: 'Ada Buyer', status: 'cancelled' },
    ];
    const { sure, late, unclear, leftOut } = await matched([row], orders);
    const { no_payment, ...others } = leftOut;
    expect(no_payment).toBe(2);
    const found = [
      ...sure.map((match) => match.replace(/^\S+/, 'sure')),
      ...late.map((match) => match.replace(/^\S+/, 'late')),
      ...unclear.map((match) => match.replace(/^\S+ /, '')),
      ...Object.keys(others),
    ];
    expect(found).toEqual([expected]);
  });
});

test('columns in another sequence, with other separators and line ends, are read by their names', async () => {
  const rows = [
    { id: '1', note: 'Order #12', amount: '+ $1,250.00', from: 'X', at: '11/21/2026 3:04 PM' },
    { id: '2', note: 'Order #13; "thanks"', amount: '250', from: 'Y' },
  ];
  const orders: Given[] = [
    { id: 12, total: 1250_00 },
    { id: 13, total: 250_00 },
  ];
  expect(await matched(rows, orders, [], shuffledStatement)).toEqual({
    sure: ['1 #12', '2 #13'],
    late: [],
    unclear: [],
    leftOut: {},
  });
});

test('equal amounts are told apart by number and name, and else not at all', async () => {
  const orders: Given[] = [
    { id: 1, name: 'Ada Buyer' },
    { id: 2, name: 'Bob Buyer' },
    { id: 3, name: 'Cleo Buyer' },
    { id: 4, name: 'Dora Buyer' },
    { id: 5, name: 'Dora Buyer' },
  ];
  const amount = '+ $110.00';
  const rows = [
    { id: 'a', amount, note: 'Order #1', from: 'Somebody' },
    { id: 'b', amount, from: 'Bob Buyer' },
    { id: 'c', amount, from: 'Somebody' },
    { id: 'd', amount, from: 'Dora Buyer' },
  ];
  expect(await matched(rows, orders)).toEqual({
    sure: ['a #1', 'b #2'],
    late: [],
    // What a number has settled is not among them.
    unclear: ['c equal_amounts #2 #3 #4 #5', 'd equal_amounts #4 #5'],
    leftOut: { no_payment: 2 },
  });
});

test('two payments for one order are both unclear, and a used or repeated line counts for nothing', async () => {
  const orders: Given[] = [{ id: 1 }, { id: 2, total: 75_00, name: 'Bob' }];
  const rows = [
    // Quoted, so that no spreadsheet rounds it.
    { id: '"a"', amount: '$110.00', note: '#1' },
    { id: 'b', amount: '$110.00', from: 'Ada Buyer' },
    { id: 'c', amount: '$75.00', note: '#2' },
    { id: 'c', amount: '$75.00', note: '#2' },
    { id: 'd', amount: '$75.00', note: '#2' },
  ];
  expect(await matched(rows, orders, [['d', null]])).toEqual({
    sure: ['c #2'],
    late: [],
    unclear: ['a two_payments #1', 'b two_payments #1'],
    leftOut: { no_payment: 2, repeated: 1, used: 1 },
  });
});

test('only a line that came in hides the same payment in another line', async () => {
  const [pending, complete] = ['Pending', 'Complete'].map((status) => ({
    id: 'a',
    amount: '$110.00',
    note: '#1',
    status,
  }));
  const rows = [pending, complete].filter((row) => row !== undefined);
  const expected = {
    sure: ['a #1'],
    late: [],
    unclear: [],
    leftOut: { no_payment: 2, incomplete: 1 },
  };
  expect(await matched(rows, [{ id: 1 }])).toEqual(expected);
  expect(await matched(rows.toReversed(), [{ id: 1 }])).toEqual(expected);
});

test('an id that was typed on a pending order names it as the note does', async () => {
  const orders: Given[] = [
    { id: 1, paymentId: 'a' },
    { id: 2, paymentId: 'b' },
    { id: 3, paymentId: 'c', status: 'paid' },
  ];
  const amount = '$110.00';
  const rows = [
    { id: 'a', amount },
    { id: 'b', amount, note: '#1' },
    { id: 'c', amount, note: '#1' },
    { id: 'd', amount, note: '#1' },
  ];
  const used = rows.map(({ id }, index): [string, number | null] => [
    id,
    orders[index]?.id ?? null,
  ]);
  expect(await matched(rows, orders, used)).toEqual({
    sure: ['a #1'],
    late: [],
    unclear: ['b several_numbers #2 #1'],
    leftOut: { no_payment: 2, used: 2 },
  });
});

test('a payment that was given back is not sure', async () => {
  const orders = ['Ada', 'Bob', 'Cleo', 'Dora', 'Emil'].map(
    (name, index): Given => ({ id: index + 1, name }),
  );
  const paid = orders.map(({ id, name }) => ({
    id: `p${id}`,
    from: name,
    note: `#${id}`,
    amount: '$110.00',
    at: '2026-11-21T10:00:00',
  }));
  const back = { type: 'Refund', from: 'The Shop', amount: '- $110.00', at: '2026-11-21T11:00:00' };
  const refunds = [
    { ...back, id: 'p1', to: 'Somebody' },
    { ...back, id: 'r2', note: 'order #2', amount: '- $20.00' },
    { ...back, id: 'r3', type: 'Payment', to: 'CLEO' },
    // What went back before cannot be this payment.
    { ...back, id: 'r4', to: 'Dora', at: '2026-11-21T09:00:00' },
    { ...back, id: 'r5', to: 'Emil', amount: '- $20.00' },
    {
      ...back,
      id: 'p5',
      type: 'Payment',
      note: 'postage for #5',
      to: 'The Post',
      amount: '- $20.00',
    },
  ];
  const { sure, unclear } = await matched([...paid, ...refunds], orders);
  expect({ sure, unclear }).toEqual({
    sure: ['p4 #4', 'p5 #5'],
    unclear: ['p1 given_back #1', 'p2 given_back #2', 'p3 given_back #3'],
  });
});

test('of a statement that tells days alone, a payment and its refund of one day are given back', async () => {
  const names = ['Ada', 'Bob', 'Cleo', 'Dora'];
  const orders = names.map((name, index): Given => ({ id: index + 1, name }));
  const paid = orders.map(({ id, name }) => ({
    id: `p${id}`,
    from: name,
    note: `#${id}`,
    amount: '$110.00',
    at: '2026-11-21',
  }));
  const back = { type: 'Refund', from: 'The Shop', amount: '- $110.00', at: '2026-11-21' };
  const refunds = [
    { ...back, id: 'r1', to: 'Ada' },
    { ...back, id: 'r2', to: 'Bob', at: '2026-11-20' },
    // Of what tells no time at all nobody knows that it was before.
    { ...back, id: 'r3', to: 'Cleo', at: '' },
    { ...back, id: 'r4', to: 'Dora', at: '2026-11-22' },
  ];
  const { sure, unclear } = await matched([...paid, ...refunds], orders);
  expect({ sure, unclear }).toEqual({
    sure: ['p2 #2'],
    unclear: ['p1 given_back #1', 'p3 given_back #3', 'p4 given_back #4'],
  });
});

test('of more than five orders of one amount it is said how many more there are', async () => {
  const orders = Array.from(
    { length: 8 },
    (_, index): Given => ({ id: index + 1, name: `Buyer ${index + 1}` }),
  );
  const placed = '2026-11-25T09:00:00Z';
  const { unclear } = await matched(
    [{ id: 'a', amount: '$110.00' }],
    [...orders, { id: 9, placed }],
  );
  expect(unclear).toEqual(['a equal_amounts #1 #2 #3 #4 #5 and 3 more']);
});

test.each([
  ['11/19/2026, 12:30 PM', 'sure'],
  ['11/19/2026, 12:29 PM', 'before'],
  ['11/19/2026, 11:30 AM', 'before'],
  // Half past midnight, twelve hours too early.
  ['11/19/2026, 12:30 AM', 'before'],
  ['11/20/2026, 12:30 AM', 'sure'],
])(
  'thirty-six hours before an order of half past midnight, a payment of %s is %s',
  async (at, expected) => {
    const { sure, unclear } = await matched(
      [{ id: 'a', note: '#1', amount: '$110.00', at }],
      [{ id: 1, placed: '2026-11-21T00:30:00Z' }],
    );
    expect([sure, unclear]).toEqual(
      expected === 'sure' ? [['a #1'], []] : [[], ['a before_order #1']],
    );
  },
);

test.runIf(isThorough)(
  'ten thousand lines against a thousand orders are matched the same however they are sorted',
  async () => {
    const orders = Array.from(
      { length: 1_000 },
      (_, index): Given => ({
        id: index + 1,
        total: 50_00 + (index % 7) * 100,
        name: `Buyer ${index + 1}`,
      }),
    );
    const rows = Array.from({ length: 10_000 }, (_, index): Row => {
      const { id, total = 0 } = orders[index] ?? { id: 0 };
      if (index < 600)
        return {
          id: `n${id}`,
          note: `Order #${id}`,
          from: 'Somebody',
          amount: `+ $${total / 100}`,
        };
      if (index < 900) return { id: `n${id}`, from: `buyer ${id}`, amount: `+ $${total / 100}` };
      return {
        id: `n${index + 1}`,
        note: '🍕',
        from: 'A Friend',
        amount: index < 950 ? '+ $50.00' : '+ $12.34',
      };
    });
    const given = orders.map(order);
    const lines = await linesOf(venmoStatement(rows));
    const found = await inSlices(matchPayments(lines, given, new Map()));
    expect(found.sure.map(({ line, order }) => [line.paymentId, order.id])).toEqual(
      orders.slice(0, 900).map(({ id }) => [`n${id}`, id]),
    );
    expect(
      found.unclear.map(
        ({ reason, orders, moreOrders }) => `${reason} ${orders.length} ${moreOrders}`,
      ),
    ).toEqual(Array(50).fill('equal_amounts 5 52'));
    expect(Object.fromEntries(found.leftOut)).toEqual({ no_payment: 2, stranger: 9_050 });
    const turned = await inSlices(matchPayments(lines.toReversed(), given.toReversed(), new Map()));
    expect(
      brief({ ...turned, sure: turned.sure.toReversed(), unclear: turned.unclear.toReversed() }),
    ).toEqual(brief(found));
  },
);

test('an id that was typed on two orders, or is used for another one, names none', async () => {
  const orders: Given[] = [
    { id: 1, paymentId: 'twice' },
    { id: 2, paymentId: 'twice', total: 75_00, name: 'Bob' },
    { id: 3, paymentId: 'elsewhere', total: 60_00, name: 'Cleo' },
  ];
  const rows = [
    { id: 'twice', amount: '$110.00', from: 'Ada Buyer' },
    { id: 'elsewhere', amount: '$60.00', from: 'Cleo' },
  ];
  const used: [string, number | null][] = [
    ['twice', 1],
    ['elsewhere', 9],
  ];
  expect(await matched(rows, orders, used)).toEqual({
    sure: [],
    late: [],
    unclear: [],
    leftOut: { no_payment: 2, used: 2 },
  });
});

test('a paid order on which a payment is noted does not compete for another of its amount', async () => {
  const orders: Given[] = [
    { id: 1, status: 'paid', paymentId: 'known', placed: '2026-11-20T09:00:00Z' },
    { id: 2, status: 'pending' },
  ];
  expect((await matched([{ id: 'a', amount: '$110.00', from: 'Ada Buyer' }], orders)).sure).toEqual(
    ['a #2'],
  );
  const byHand = orders.map((one) => ({ ...one, paymentId: null }));
  expect(
    (await matched([{ id: 'a', amount: '$110.00', from: 'Ada Buyer' }], byHand)).unclear,
  ).toEqual(['a credited #2 #1']);
});

test('without a number a payment is for orders of the sixty days before it and the day and a half after', async () => {
  const orders = [
    '2026-11-21T10:00:00Z',
    '2026-11-21T09:59:00Z',
    '2027-01-21T22:00:00Z',
    '2027-01-21T22:01:00Z',
  ];
  const given = orders.map(
    (placed, index): Given => ({
      id: index + 1,
      placed,
      total: (index + 1) * 20_00,
      shipping: 0,
      name: `Buyer ${index}`,
    }),
  );
  const rows = given.map(
    ({ id, total = 0, name }): Row => ({
      id: `p${id}`,
      at: '2027-01-20T10:00:00',
      from: name,
      amount: `$${total / 100}`,
    }),
  );
  const { sure, leftOut } = await matched(rows, given);
  expect([sure, leftOut]).toEqual([['p1 #1', 'p3 #3'], { no_payment: 2, stranger: 2 }]);
});

test('a payment without a time may be for any order, and five of many are named, the oldest first', async () => {
  const orders = Array.from(
    { length: 7 },
    (_, index): Given => ({
      id: index + 1,
      name: `B${index}`,
      placed: `2026-0${index + 1}-01T00:00:00Z`,
    }),
  );
  expect((await matched([{ id: 'a', amount: '$110.00', at: '' }], orders)).unclear).toEqual([
    'a equal_amounts #1 #2 #3 #4 #5 and 2 more',
  ]);
  expect(
    (await matched([{ id: 'a', amount: '$110.00', at: '', from: 'B3' }], orders)).sure,
  ).toEqual(['a #4']);
  expect(
    (await matched([{ id: 'a', amount: '$110.00', note: '#1 #2 #3 #4 #5 #6' }], orders)).unclear,
  ).toEqual(['a several_numbers #1 #2 #3 #4 #5 and 1 more']);
});

test('a refund without a recipient does not cancel out a payment without a sender', async () => {
  const rows = [
    { id: 'p1', from: '', note: '#1', amount: '$110.00' },
    { id: 'r1', type: 'Refund', from: '', to: '', amount: '- $110.00' },
  ];
  expect((await matched(rows, [{ id: 1 }])).sure).toEqual(['p1 #1']);
});
