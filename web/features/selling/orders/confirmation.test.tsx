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

test('a refund stands beneath the total with its day, and a cancelled order points to it', async () => {
  const refunds = [{ amount: '40.00', at: '2026-11-22T09:00:00.000Z', method: 'Zelle', title: 'Beryl' }];
  const page = await confirmationOf({ status: 'cancelled', refunds, steps: [done('placed'), done('paid'), done('cancelled')] });
  expect(page.textContent).toContain('Your refund is below.');
  expect(page.textContent).toContain('Refunded, Beryl, Zelle · Nov 22, 2026, 4:00 AM−$40.00');
});
