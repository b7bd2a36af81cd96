import { expect, test } from 'vitest';
import { holdBody, noteOf, returnBody, saleBody } from './bodies.ts';
import {
  centsOf,
  type HoldEntry,
  linesOf,
  newEnding,
  newHold,
  newSale,
  type SaleEntry,
  titleOf,
} from './entries.ts';
import {
  countWords,
  isEmpty,
  outcomeOf,
  recorded,
  rivalsOf,
  typingErrors,
  withoutLine,
} from './queue-rules.ts';

const piece = { id: 12, title: 'Azurite', price: '90.00', free: 1 };
const beryl = { specimenId: 13, title: 'Beryl', free: 1, price: '80', quantity: '1' };
const sale = (typed: Partial<SaleEntry['typed']> = {}): SaleEntry => {
  const begun = recorded(newSale('a', 0, piece), 1_000);
  return { ...begun, typed: { ...begun.typed, ...typed } };
};
const hold = (typed: Partial<HoldEntry['typed']> = {}): HoldEntry => {
  const begun = recorded(newHold('h', 0, piece), 1_000);
  return { ...begun, typed: { ...begun.typed, customerName: 'Wanda', ...typed } };
};

test('a sale of several, of a hold or in place of another one says so, once, with what it was paid by', () => {
  const plain = {
    specimenId: 12,
    price: '90.00',
    quantity: 1,
    status: 'delivered',
    soldAt: '1970-01-01T00:00:01.000Z',
  };
  expect(saleBody(sale({ fromHold: null, holdKey: 'h', total: '', further: [] }))).toEqual({
    ...plain,
    paidHow: '',
    customerName: '',
    customerEmail: '',
    customerAddress: '',
    notes: '',
  });
  const undone = {
    orderId: 4,
    receivedAmount: '90.00',
    method: 'Cash' as const,
    lines: [{ specimenId: 12, quantity: 1 }],
  };
  expect(
    saleBody(
      sale({
        further: [beryl],
        method: 'Card',
        fromHold: 7,
        insteadOf: undone,
        sendsReceipt: true,
        customerEmail: 'bo@x.example',
      }),
    ),
  ).toMatchObject({
    ...plain,
    method: 'Card',
    fromHold: 7,
    sendsReceipt: true,
    insteadOf: { orderId: 4, receivedAmount: '90.00' },
    further: [{ specimenId: 13, price: '80', quantity: 1 }],
  });
  expect(holdBody(hold({ until: 60_000, further: [beryl] }))).toEqual({
    specimenId: 12,
    price: '90.00',
    quantity: 1,
    further: [{ specimenId: 13, price: '80', quantity: 1 }],
    status: 'pending',
    customerName: 'Wanda',
    notes: '',
    holdUntil: '1970-01-01T00:01:00.000Z',
  });
});

test('a hold needs a name and a time to come, and a sale of several a price for each', () => {
  expect(typingErrors(hold({ until: 60_000 }), 59_999)).toBeNull();
  expect(
    Object.keys(typingErrors(hold({ customerName: ' ', until: 60_000 }), 60_000) ?? {}),
  ).toEqual(['customerName', 'until']);
  expect(typingErrors(hold({ until: null }), 0)).toHaveProperty('until');
  const typed = (change: Partial<SaleEntry['typed']>) =>
    Object.keys(typingErrors(sale({ further: [beryl], ...change }), 0) ?? {});
  expect(typed({})).toEqual([]);
  expect(typed({ further: [{ ...beryl, price: 'much', quantity: '2' }] })).toEqual([
    'further.0.price',
    'further.0.quantity',
  ]);
  expect([
    typed({ total: 'x' }),
    typed({ total: '0' }),
    typed({ total: '0.01' }),
    typed({ total: '0.03' }),
  ]).toEqual([['total'], ['total'], ['total'], []]);
  // A total is not called wrong where only a price is.
  expect(typed({ further: [{ ...beryl, price: 'much' }], total: '100' })).toEqual([
    'further.0.price',
  ]);
  expect(typed({ sendsReceipt: true })).toEqual(['customerEmail']);
});

test('entries are told by what they are, and a sale of several by its first piece and its sum', () => {
  const back = newEnding('b', 0, {
    what: 'return',
    orderId: 4,
    title: 'Azurite',
    lines: [],
    price: '5',
    receivedAmount: '5',
    method: 'Cash',
  });
  const release = { ...back, typed: { ...back.typed, what: 'release' as const } };
  expect(countWords([sale(), hold(), hold(), back, release])).toBe(
    '1 sale, 2 holds, 1 return and 1 release',
  );
  const several = sale({ further: [beryl, beryl] });
  expect([
    titleOf(several),
    centsOf(several),
    centsOf(sale({ further: [beryl], total: '150' })),
  ]).toEqual(['Azurite and 2 more', 25_000, 15_000]);
  expect(centsOf(sale({ price: 'much' }))).toBeNull();
  const refundedAt = '1970-01-01T00:00:00.000Z';
  expect(returnBody(back)).toEqual({
    refundAmount: '5',
    method: 'Cash',
    receivedAmount: '5',
    pieces: 'sale',
    refundedAt,
  });
  const draft = newHold('h', 0, piece);
  expect([
    isEmpty(draft, '90.00'),
    isEmpty({ ...draft, typed: { ...draft.typed, customerName: 'W' } }, '90.00'),
  ]).toEqual([true, false]);
  const begun = newSale('a', 0, piece);
  for (const typed of [{ total: '5' }, { further: [beryl] }, { fromHold: 7 }, { holdKey: 'h' }])
    expect(isEmpty({ ...begun, typed: { ...begun.typed, ...typed } }, '90.00')).toBe(false);
});

test('a hold that somebody else was faster for is a conflict, and a refused return is none', () => {
  const problem = { code: 'state_conflict', message: 'No.' };
  expect(outcomeOf('hold', 409, problem).kind).toBe('conflict');
  expect(outcomeOf('ending', 409, problem).kind).toBe('refused');
  expect(outcomeOf('ending', 204, null)).toEqual({ kind: 'sent', id: null });
  expect(outcomeOf('sale', 204, null).kind).toBe('later');
  expect(outcomeOf('sale', 201, { id: 5, secretPath: '/order-confirmation/5#key=k' })).toEqual({
    kind: 'sent',
    id: 5,
    receiptPath: '/order-confirmation/5#key=k',
  });
});

test('a piece of several that somebody else has gives way alone, and is written down alone', () => {
  const several = sale({ further: [beryl], total: '150' });
  expect(withoutLine(several, 12).typed).toMatchObject({
    specimenId: 13,
    title: 'Beryl',
    further: [],
    total: '',
  });
  expect(withoutLine(several, 13).typed).toMatchObject({ specimenId: 12, further: [] });
  expect(noteOf(several, () => 'now', beryl)).toBe(
    'Also sold at a show, now: $80.00. Not recorded as a sale.',
  );
  expect(noteOf(hold({ notes: 'Back at four' }), () => 'now')).toBe(
    'Also put on hold at a show, now: $90.00 · Wanda · Back at four. Not recorded as a hold.',
  );
});

test('neither its own hold nor the sale that it corrects is in the way of a sale', () => {
  const claim = (orderId: number, status: 'pending' | 'delivered', pieces = 1) => ({
    orderId,
    status,
    pieces,
    kind: 'elsewhere' as const,
    placedAt: '2026-11-21T09:00:00.000Z',
    customerName: '',
  });
  const rivals = (
    typed: Partial<SaleEntry['typed']>,
    claims: ReturnType<typeof claim>[],
    free = 0,
  ) => {
    const entry = sale(typed);
    const found = rivalsOf(entry, linesOf(entry)[0], { title: 'Azurite', free, claims });
    return found && [found.specimenId, found.claims.map(({ orderId }) => orderId)];
  };
  const insteadOf = { orderId: 4, receivedAmount: '90.00', method: 'Cash' as const, lines: [] };
  expect(rivals({}, [claim(7, 'pending')])).toEqual([12, [7]]);
  expect(rivals({}, [claim(7, 'pending')], 1)).toBeNull();
  expect(rivals({ fromHold: 7 }, [claim(7, 'pending')])).toBeNull();
  expect(
    rivals({ fromHold: 7, quantity: '2' }, [claim(9, 'pending'), claim(7, 'pending')]),
  ).toEqual([12, [9]]);
  expect(
    rivals({ fromHold: 7, quantity: '3' }, [claim(9, 'pending'), claim(7, 'pending', 2)], 1),
  ).toBeNull();
  expect(rivals({ fromHold: 7 }, [claim(7, 'delivered')])).toEqual([12, [7]]);
  expect(rivals({ insteadOf }, [claim(4, 'delivered')])).toBeNull();
  expect(
    rivals({ insteadOf, quantity: '2' }, [claim(9, 'delivered'), claim(4, 'delivered')]),
  ).toEqual([12, [9]]);
  const held = hold();
  expect(
    rivalsOf(held, linesOf(held)[0], { title: 'Azurite', free: 0, claims: [claim(7, 'pending')] })
      ?.claims,
  ).toHaveLength(1);
});
