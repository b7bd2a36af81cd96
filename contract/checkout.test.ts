import { describe, expect, test } from 'vitest';
import { checkDirectForm, emailPattern } from './checkout.ts';
import { venmoHandle, venmoLink, withoutAt } from './venmo.ts';

const good = {
  customerName: 'Ada Buyer',
  customerEmail: 'ada@buyer.example',
  customerAddress: '1 Quarry Road, Butte',
  venmoUsername: 'ada',
  notes: '',
};

describe('the direct form', () => {
  test('has nothing to say about a form that is filled in', () => {
    expect(checkDirectForm(good)).toEqual({});
    expect(checkDirectForm({ ...good, customerName: ' Al ', customerEmail: ' ada@buyer.example ', venmoUsername: '@ada' })).toEqual({});
  });

  test('names every field that is missing, in the specified words', () => {
    expect(
      checkDirectForm({ customerName: ' A ', customerEmail: 'ada', customerAddress: ' 9 signs  ', venmoUsername: ' @ ', notes: '' }),
    ).toEqual({
      customerName: 'Name must be at least 2 characters',
      customerEmail: 'Please enter a valid email address',
      customerAddress: 'Please enter your full shipping address',
      venmoUsername: 'Please enter your Venmo username',
    });
  });
});

test.each(['a@b.example', 'ada.lovelace+stones@mail.buyer.example', 'ada@büyer.example', "o'hara@buyer.example"])(
  '%j is an e-mail address',
  (address) => {
    expect(emailPattern.test(address)).toBe(true);
  },
);

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
])('%j is no e-mail address', (address) => {
  expect(emailPattern.test(address)).toBe(false);
});

describe('a Venmo name', () => {
  test.each([
    ['ada', '@ada'],
    ['@ada', '@ada'],
    [' @@ada ', '@ada'],
    ['@', null],
    ['  ', null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('%j is stored as %j', (given, stored) => {
    expect(venmoHandle(given)).toBe(stored);
  });

  test('is shown without its @', () => {
    expect(withoutAt('@druse-demo')).toBe('druse-demo');
  });

  test('makes a link with everything encoded', () => {
    expect(venmoLink('@druse-demo', '12.34', 12)).toBe('https://venmo.com/druse-demo?txn=pay&amount=12.34&note=Order%20%2312');
    expect(venmoLink('a/b?c', '1.00', 1)).toBe('https://venmo.com/a%2Fb%3Fc?txn=pay&amount=1.00&note=Order%20%231');
  });
});
