import { expect, test } from 'vitest';
import { general, type Settings, venmoSettings } from '#contract/admin/settings.ts';
import type { FollowedOrder, OrderStep } from '#contract/selling/orders.ts';
import { render } from '#tests/support/render.tsx';
import { Confirmation } from './confirmation.tsx';

const settings = {
  general: general.parse({}),
  venmo_settings: venmoSettings.parse({ enabled: true, venmoUsername: 'druse' }),
} as Settings;

const confirmationOf = (order: Partial<FollowedOrder>) =>
  render(
    <Confirmation
      order={
        {
          id: 7,
          kind: 'cart',
          createdAt: '2026-11-21T09:00:00.000Z',
          lines: [],
          totalAmount: '90.00',
          shippingAmount: '0.00',
          subtotalAmount: '90.00',
          refunds: [],
          ...order,
        } as FollowedOrder
      }
      settings={settings}
      origin=""
      orderKey={undefined}
    >
      {null}
    </Confirmation>,
  );

const done = (step: OrderStep['step']): OrderStep => ({ step, at: null, isDone: true });

test('a cancelled order is not said to be received, and is called cancelled once', async () => {
  const page = await confirmationOf({ status: 'cancelled', steps: [done('placed'), done('cancelled')] });
  expect(page.textContent).not.toContain('has been received successfully');
  expect([...page.querySelectorAll('h1, h2')].filter(({ textContent }) => textContent === 'Order Cancelled')).toHaveLength(1);
  expect(page.textContent).toContain('Do not pay.');
});

test('who has paid for a cancelled order is told whom to ask for the money, and not that they should not pay', async () => {
  const page = await confirmationOf({ status: 'cancelled', steps: [done('placed'), done('paid'), done('delivered'), done('cancelled')] });
  expect(page.textContent).not.toContain('Do not pay');
  expect(page.textContent).toContain('If you haven’t received your refund, email hello@druse.example');
});

test('a cancelled order says why, leads to its piece, and has a way to say that it was paid', async () => {
  const line = { id: 1, specimenId: 12, title: 'Amethyst', price: '90.00', lineTotal: '90.00', quantity: 1, imageUrl: '' };
  const lines = [line, { ...line, id: 2, specimenId: null, title: 'Beryl' }] as FollowedOrder['lines'];
  const steps = [done('placed'), done('cancelled')];
  const page = await confirmationOf({ status: 'cancelled', steps, lines, endedUnpaid: true });
  expect(page.textContent).toContain('We didn’t receive your payment in time, so your order was cancelled.');
  expect([...page.querySelectorAll('ul a')].map((link) => link.getAttribute('href'))).toEqual(['/specimen/12']);
  const paid = [...page.querySelectorAll('a')].find(({ textContent }) => textContent === 'I had paid');
  expect(paid?.getAttribute('href')).toBe('mailto:hello@druse.example?subject=I%20had%20paid%20for%20order%20%237');

  const byShop = await confirmationOf({ status: 'cancelled', steps, lines, endedUnpaid: false });
  expect(byShop.textContent).toContain('We cancelled your order.');
  const open = await confirmationOf({ status: 'paid', steps: [done('placed'), done('paid')], lines, endedUnpaid: false });
  expect(open.querySelector('ul a')).toBeNull();
  expect(open.textContent).not.toContain('I had paid');
});

test('a refund stands beneath the total with its day, and a cancelled order points to it', async () => {
  const refunds = [{ amount: '40.00', at: '2026-11-22T09:00:00.000Z', method: 'Zelle', title: 'Beryl' }];
  const page = await confirmationOf({ status: 'cancelled', refunds, steps: [done('placed'), done('paid'), done('cancelled')] });
  expect(page.textContent).toContain('Your refund is below.');
  expect(page.textContent).toContain('Refunded, Beryl, Zelle · Nov 22, 2026, 4:00 AM−$40.00');
});
