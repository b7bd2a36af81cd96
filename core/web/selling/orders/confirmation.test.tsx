import { beforeAll, expect, test } from 'vitest';
import { type Settings, settingSchemas } from '#core/contract/admin/settings.ts';
import type { FollowedOrder, OrderStep } from '#core/contract/selling/orders.ts';
import { appears, render } from '#tests/support/render.tsx';
import { Confirmation } from './confirmation.tsx';

const settings = {
  general: settingSchemas.general.parse({}),
  venmo_settings: settingSchemas.venmo_settings.parse({ enabled: true, venmoUsername: 'druse' }),
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
          payments: [],
          refunds: [],
          proposal: null,
          dueAmount: '0.00',
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

// What the page loads later is there at once.
beforeAll(() => Promise.all([import('./order-notice.tsx'), import('./asked.tsx')]));

const done = (step: OrderStep['step']): OrderStep => ({ step, at: null, isDone: true });

test('a cancelled order is not said to be received, and is called cancelled once', async () => {
  const page = await confirmationOf({
    status: 'cancelled',
    steps: [done('placed'), done('cancelled')],
  });
  expect(page.textContent).not.toContain('has been received successfully');
  expect(
    [...page.querySelectorAll('h1, h2')].filter(
      ({ textContent }) => textContent === 'Order Cancelled',
    ),
  ).toHaveLength(1);
  await expect.poll(() => page.textContent).toContain('Do not pay.');
});

test('an order opened by its mail’s link asks for a press that confirms the email', async () => {
  const order = {
    status: 'pending',
    steps: [],
    kind: 'elsewhere',
    heldUntil: null,
    paymentReportedAt: null,
    dueAmount: '90.00',
    lines: [{ id: 1, imageUrl: '', price: '45.00', lineTotal: '90.00', quantity: 2 }],
    awaitsProof: true,
  } as const;
  const wordsOf = async (change: object) => {
    const page = await confirmationOf({ ...order, ...change } as unknown as Partial<FollowedOrder>);
    await appears(() => /Confirm my email|Open the link/.test(page.textContent ?? ''));
    const buttons = [...page.querySelectorAll('button')].map(({ textContent }) => textContent);
    return [
      buttons.includes('Confirm my email'),
      page.textContent?.includes('Open the link we sent'),
    ];
  };
  expect(await wordsOf({ confirmable: true })).toEqual([true, false]);
  expect(await wordsOf({})).toEqual([false, true]);
});

test('who has paid for a cancelled order is told whom to ask for the money', async () => {
  const page = await confirmationOf({
    status: 'cancelled',
    steps: [done('placed'), done('paid'), done('delivered'), done('cancelled')],
  });
  expect(page.textContent).not.toContain('Do not pay');
  expect(page.textContent).toContain(
    'If you haven’t received your refund, email hello@druse.example',
  );
});

test('a cancelled order says why, leads to its piece, and has a way to say that it was paid', async () => {
  const line = {
    id: 1,
    specimenId: 12,
    title: 'Amethyst',
    price: '90.00',
    lineTotal: '90.00',
    quantity: 1,
    imageUrl: '',
  };
  const lines = [
    line,
    { ...line, id: 2, specimenId: null, title: 'Beryl' },
  ] as FollowedOrder['lines'];
  const steps = [done('placed'), done('cancelled')];
  const page = await confirmationOf({ status: 'cancelled', steps, lines, endedUnpaid: true });
  expect(page.textContent).toContain(
    'We didn’t receive your payment in time, so your order was cancelled.',
  );
  expect([...page.querySelectorAll('ul a')].map((link) => link.getAttribute('href'))).toEqual([
    '/specimen/12',
  ]);
  const paid = [...page.querySelectorAll('a')].find(
    ({ textContent }) => textContent === 'I had paid',
  );
  expect(paid?.getAttribute('href')).toBe(
    'mailto:hello@druse.example?subject=I%20had%20paid%20for%20order%20%237',
  );

  const byShop = await confirmationOf({ status: 'cancelled', steps, lines, endedUnpaid: false });
  expect(byShop.textContent).toContain('We cancelled your order.');
  const byBuyer = await confirmationOf({ status: 'cancelled', steps, lines, endedByBuyer: true });
  expect(byBuyer.textContent).toContain('You cancelled your order.');
  const open = await confirmationOf({
    status: 'paid',
    steps: [done('placed'), done('paid')],
    lines,
    endedUnpaid: false,
  });
  expect(open.querySelector('ul a')).toBeNull();
  expect(open.textContent).not.toContain('I had paid');
});

test('a refund is shown with its day, and a cancelled order points to it', async () => {
  const refunds = [
    { amount: '40.00', at: '2026-11-22T09:00:00.000Z', method: 'Zelle', title: 'Beryl' },
  ];
  const page = await confirmationOf({
    status: 'cancelled',
    refunds,
    steps: [done('placed'), done('paid'), done('cancelled')],
  });
  await appears(() => page.textContent?.includes('Refunded'));
  expect(page.textContent).toContain('Your refund is below.');
  expect(page.textContent).toContain('Refunded, Beryl, Zelle · Nov 22, 2026, 4:00 AM−$40.00');
});

const proposal = {
  id: 3,
  changes: ['Added: Calcite ($40.00).'],
  oldTotalAmount: '90.00',
  newTotalAmount: '130.00',
  madeAt: '2026-11-21T10:00:00.000Z',
  endsAt: '2026-11-24T10:00:00.000Z',
};

test('a change is shown with both totals, and answered by two buttons until it has ended', async () => {
  const buttons = (page: HTMLElement) =>
    [...page.querySelectorAll('button')].map(({ textContent }) => textContent);
  const open = await confirmationOf({
    status: 'paid',
    steps: [],
    proposal: { ...proposal, state: 'open' },
  });
  for (const words of [
    'Is this change OK?',
    'Added: Calcite ($40.00).',
    '$90.00',
    '$130.00',
    'until Nov 24, 2026',
  ])
    expect(open.textContent).toContain(words);
  expect(buttons(open)).toEqual(expect.arrayContaining(['Accept', 'Decline']));
  const ended = await confirmationOf({
    status: 'paid',
    steps: [],
    proposal: { ...proposal, state: 'expired' },
  });
  expect(ended.textContent).toContain('You didn’t answer in time. Your order stays as it was.');
  expect(buttons(ended)).not.toContain('Accept');
});

test('what a change has left to pay is shown with the way to pay it', async () => {
  const page = await confirmationOf({
    status: 'paid',
    steps: [done('placed'), done('paid')],
    dueAmount: '43.00',
  });
  expect(page.textContent).toContain('Still to pay: $43.00');
  expect(
    [...page.querySelectorAll('a')].map(({ href }) => href).find((href) => href.includes('venmo')),
  ).toContain('amount=43.00');
  expect(
    (await confirmationOf({ status: 'paid', steps: [done('placed')] })).textContent,
  ).not.toContain('Still to pay');
});
