import { expect, test, vi } from 'vitest';
import type { FollowedOrder } from '#core/contract/selling/orders.ts';
import { DEFAULT_INSTRUCTIONS } from '#core/contract/selling/payment-instructions.ts';
import { PaymentInstructions } from '#core/web/selling/checkout/payment-instructions.tsx';
import { appears, perform, render } from '#tests/support/render.tsx';
import { PaymentPanel } from './payment-panel.tsx';

const venmo = { venmoUsername: 'druse', paymentInstructions: '', enabled: true };

const pending = {
  id: 7,
  kind: 'cart',
  totalAmount: '90.00',
  dueAmount: '90.00',
  heldUntil: null,
  awaitsProof: false,
  paymentReportedAt: null,
  lines: [{ quantity: 1 }],
} as FollowedOrder;

/** The panel of a pending order with these changes, once its QR code is there: it is loaded apart, and a test that ends before it disturbs the next one. */
async function panelOf(change: Partial<FollowedOrder>, settings = venmo) {
  const order = { ...pending, ...change };
  const panel = await render(
    <PaymentPanel
      order={order}
      venmo={settings}
      email="hello@druse.example"
      timeZone="UTC"
      orderKey={undefined}
    />,
  );
  await appears(() => panel.querySelector('[aria-label^="QR code"]'));
  return panel;
}

test('an order on hold by hand is paid by Venmo where the shop takes it', async () => {
  expect((await panelOf({ kind: 'elsewhere' })).textContent).toContain('Send $90.00');
});

test('the order number is asked for once, unless the instructions say something else', async () => {
  const wordsWith = async (paymentInstructions: string) => {
    const settings = { ...venmo, paymentInstructions };
    return (await panelOf({}, settings)).textContent;
  };
  expect(await wordsWith(DEFAULT_INSTRUCTIONS)).not.toContain(DEFAULT_INSTRUCTIONS);
  expect(await wordsWith('Friends & family only.')).toContain('Friends & family only.');
  const card = await render(
    <PaymentInstructions
      venmo={{ ...venmo, paymentInstructions: DEFAULT_INSTRUCTIONS }}
      email=""
    />,
  );
  expect(card.textContent?.match(/order number/g)).toHaveLength(1);
});

test('an amount is shown as everywhere, and copied as Venmo takes it', async () => {
  const copied: string[] = [];
  vi.stubGlobal('navigator', {
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  });
  const panel = await panelOf({ dueAmount: '1164.00' });
  expect([...panel.querySelectorAll('dd')].map(({ textContent }) => textContent)).toContain(
    '$1,164.00',
  );
  await perform(() =>
    panel.querySelector<HTMLButtonElement>('[aria-label="Copy amount"]')?.click(),
  );
  expect(copied).toEqual(['1164.00']);
  vi.unstubAllGlobals();
});

test('who has said that the payment is sent reads so first, and is not asked to pay again', async () => {
  const panel = await panelOf({ paymentReportedAt: '2026-11-21T09:00:00.000Z' });
  const details = panel.querySelector('details');
  expect(details?.open).toBe(false);
  expect(details?.textContent).toContain('Pay with Venmo');
  details?.remove();
  expect(panel.textContent).not.toContain('Venmo');
  expect(panel.textContent).toMatch(/^Payment Pending.*Thank you!/);
});
