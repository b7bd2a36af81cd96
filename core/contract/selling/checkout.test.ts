import { describe, expect, test } from 'vitest';
import { ONE_LINE_MESSAGE } from '#core/contract/one-line.ts';
import { type BuyerFields, checkCheckoutForm, checkDirectForm, emailPattern } from './checkout.ts';
import { cartOrder, directOrder } from './orders.ts';
import { venmoHandle, withoutAt } from './venmo.ts';
import { venmoLink } from './venmo-link.ts';

const good = {
  customerName: 'Ada Buyer',
  customerEmail: 'ada@buyer.example',
  customerAddress: '1 Quarry Road, Butte',
  venmoUsername: 'ada',
  notes: '',
};

const withVenmo = { asksVenmo: true };

describe('the direct form', () => {
  test('a complete form has no errors', () => {
    expect(checkDirectForm(good, withVenmo)).toEqual({});
    const withoutName = { ...good, venmoUsername: '' };
    expect(
      [withVenmo, { asksVenmo: false }].map((shop) => checkDirectForm(withoutName, shop)),
    ).toEqual([{ venmoUsername: 'Please enter your Venmo username' }, {}]);
    expect(
      checkDirectForm(
        {
          ...good,
          customerName: ' Al ',
          customerEmail: ' ada@buyer.example ',
          venmoUsername: '@ada',
        },
        withVenmo,
      ),
    ).toEqual({});
  });

  test('every missing field is named, with the specified message', () => {
    expect(
      checkDirectForm(
        {
          customerName: ' A ',
          customerEmail: 'ada',
          customerAddress: ' 9 signs  ',
          venmoUsername: ' @ ',
          notes: '',
        },
        withVenmo,
      ),
    ).toEqual({
      customerName: 'Name must be at least 2 characters',
      customerEmail: 'Please enter a valid email address',
      customerAddress: 'Please enter your full shipping address',
      venmoUsername: 'Please enter your Venmo username',
    });
  });
});

/** Section 5 of the specification and the upper limits of the API: the texts on both sides of every boundary. */
const boundaries: [
  keyof BuyerFields,
  string,
  { form?: string; api: boolean; isCheckedWhereOptional?: boolean },
][] = [
  ['customerName', '', { form: 'Name must be at least 2 characters', api: false }],
  ['customerName', 'A', { form: 'Name must be at least 2 characters', api: false }],
  ['customerName', ' A ', { form: 'Name must be at least 2 characters', api: false }],
  ['customerName', 'Al', { api: true }],
  ['customerName', 'x'.repeat(200), { api: true }],
  ['customerName', 'x'.repeat(201), { api: false }],
  ['customerEmail', '', { form: 'Please enter a valid email address', api: false }],
  ['customerEmail', 'a@b', { form: 'Please enter a valid email address', api: false }],
  ['customerEmail', 'a@b.c', { api: true }],
  ['customerEmail', `${'x'.repeat(242)}@buyer.exmpl`, { api: true }],
  ['customerEmail', `${'x'.repeat(243)}@buyer.exmpl`, { api: false }],
  ['customerAddress', '', { form: 'Please enter your full shipping address', api: false }],
  ['customerAddress', '123456789', { form: 'Please enter your full shipping address', api: false }],
  [
    'customerAddress',
    ' 123456789 ',
    { form: 'Please enter your full shipping address', api: false },
  ],
  ['customerAddress', '1234567890', { api: true }],
  ['customerAddress', 'x'.repeat(1_000), { api: true }],
  ['customerAddress', 'x'.repeat(1_001), { api: false }],
  // Whether the shop takes payments by Venmo, and asks for the name, no schema knows.
  ['venmoUsername', '', { form: 'Please enter your Venmo username', api: true }],
  ['venmoUsername', ' ', { form: 'Please enter your Venmo username', api: true }],
  ['venmoUsername', 'a', { api: true }],
  ['venmoUsername', 'x'.repeat(60), { api: true }],
  ['venmoUsername', 'x'.repeat(61), { api: false }],
  ...['\u0001', '\t', '\n', '\u007f', '\u0085', '\u009f', '\u2028', '\u202e', '\u2066'].flatMap(
    (sign): typeof boundaries => [
      ['customerName', `Ada${sign}Buyer`, { form: ONE_LINE_MESSAGE, api: false }],
      [
        'customerEmail',
        `ada${sign}@buyer.example`,
        { form: 'Please enter a valid email address', api: false },
      ],
      [
        'venmoUsername',
        `ada${sign}b`,
        { form: ONE_LINE_MESSAGE, api: false, isCheckedWhereOptional: true },
      ],
    ],
  ),
  // Joiners and direction marks are letters' company in Persian and Hebrew names; addresses and notes have lines.
  ['customerName', 'علی\u200cرضا \u200f', { api: true }],
  ['customerAddress', '1 Quarry Road\r\nButte\n', { api: true }],
  ['notes', 'Ring twice.\n\tThanks', { api: true }],
  ['notes', '', { api: true }],
  ['notes', 'x'.repeat(2_000), { api: true }],
  ['notes', 'x'.repeat(2_001), { api: false }],
];
const named = boundaries.map(
  ([field, typed, expected]) =>
    [field, `${typed.length}: ${JSON.stringify(typed.slice(0, 12))}`, typed, expected] as const,
);

describe('the boundaries of a field', () => {
  test.each(named)(
    'the direct form and its call agree on %s of length %s',
    (field, _title, typed, expected) => {
      const fields = { ...good, [field]: typed };
      expect(checkDirectForm(fields, withVenmo)).toEqual(
        expected.form ? { [field]: expected.form } : {},
      );
      expect(directOrder.safeParse({ ...fields, specimenId: 1, totalAmount: '1.00' }).success).toBe(
        expected.api,
      );
    },
  );

  test.each(named)(
    'the checkout page and its call agree on %s of length %s',
    (field, _title, typed, expected) => {
      const fields = { ...good, [field]: typed };
      const isOptional = field === 'venmoUsername' || field === 'notes';
      expect(checkCheckoutForm(fields)).toEqual(
        expected.form && (!isOptional || expected.isCheckedWhereOptional)
          ? { [field]: expected.form }
          : {},
      );
      const isTaken = expected.api || (field === 'venmoUsername' && typed.trim() === '');
      const body = { ...fields, items: [{ specimenId: 1, quantity: 1 }], totalAmount: '1.00' };
      expect(cartOrder.safeParse(body).success).toBe(isTaken);
    },
  );
});

test.each([
  'a@b.example',
  'ada.lovelace+stones@mail.buyer.example',
  'ada@büyer.example',
  "o'hara@buyer.example",
])('%j is an email address', (address) => {
  expect(emailPattern.test(address)).toBe(true);
});

test.each([
  '',
  'ada',
  'ada@',
  '@b.example',
  'ada@buyer',
  'a b@c.example',
  'a@@b.example',
  'a@b.example\nBcc: x@y.example',
  'a@b.',
  'a,b@c.example',
  '<a@b.example>',
  'a\u0085@b.example',
  'a@b\u0085.example',
  'a@b.example\u0085',
  'a\u0001@b.example',
  'a\u202e@b.example',
  'a@b\u200d.example',
  'a@b.exam\u2028ple',
  'a..b@c.example',
  'a.@b.example',
  '.a@b.example',
  'a@.b.example',
  'a@b..example',
])('%j is not an email address', (address) => {
  expect(emailPattern.test(address)).toBe(false);
});

describe('a Venmo name', () => {
  test.each([
    ['ada', '@ada'],
    ['@ada', '@ada'],
    ['＠ada', '@ada'],
    ['https://venmo.com/u/Ada-Lovelace', '@Ada-Lovelace'],
    ['https://account.venmo.com/u/ada?txn=pay', '@ada'],
    ['www.venmo.com/ada/', '@ada'],
    ['Venmo.com/@ada', '@ada'],
    [' @@ada ', '@ada'],
    ['@', null],
    ['  ', null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('%j is stored as %j', (given, stored) => {
    expect(venmoHandle(given)).toBe(stored);
  });

  test('a Venmo name is shown without its @', () => {
    expect(withoutAt('@druse-demo')).toBe('druse-demo');
  });

  test('the link to Venmo encodes all of its parts', () => {
    expect(venmoLink('@druse-demo', '12.34', 12)).toBe(
      'https://venmo.com/druse-demo?txn=pay&amount=12.34&note=Order%20%2312',
    );
    expect(venmoLink('a/b?c', '1.00', 1)).toBe(
      'https://venmo.com/a%2Fb%3Fc?txn=pay&amount=1.00&note=Order%20%231',
    );
  });
});
