import { expect, test } from 'vitest';
import type { Order } from '#contract/selling/orders.ts';
import { DEFAULT_INSTRUCTIONS } from '#contract/selling/payment-instructions.ts';
import { appears, render } from '#tests/support/render.tsx';
import { PaymentInstructions } from '#web/features/selling/checkout/payment-instructions.tsx';
import { PaymentPanel } from './payment-panel.tsx';

const venmo = { venmoUsername: 'druse', paymentInstructions: '', enabled: true };

test('a sale made elsewhere that was moved back to pending is not to be paid by Venmo', async () => {
  const sale = {
    id: 7,
    kind: 'elsewhere',
    totalAmount: '90.00',
    heldUntil: null,
    awaitsProof: false,
    paymentReportedAt: null,
    lines: [{ quantity: 1 }],
  } as Order;
  const panel = await render(<PaymentPanel order={sale} venmo={venmo} email="hello@druse.example" timeZone="UTC" orderKey={undefined} />);
  expect(panel.textContent).not.toContain('Venmo');
  expect(panel.textContent).toContain('to arrange your payment of $90.00');
});

test('the order number is asked for once: the instructions stand beside it only where they say something else', async () => {
  const order = {
    id: 7,
    kind: 'cart',
    totalAmount: '90.00',
    heldUntil: null,
    awaitsProof: false,
    paymentReportedAt: null,
    lines: [{ quantity: 1 }],
  } as Order;
  const panelOf = async (paymentInstructions: string) => {
    const settings = { ...venmo, paymentInstructions };
    const panel = await render(
      <PaymentPanel order={order} venmo={settings} email="hello@druse.example" timeZone="UTC" orderKey={undefined} />,
    );
    // Loaded apart: a test that ends before it disturbs the next one.
    await appears(() => panel.querySelector('[aria-label^="QR code"]'));
    return panel.textContent;
  };
  expect(await panelOf(DEFAULT_INSTRUCTIONS)).not.toContain(DEFAULT_INSTRUCTIONS);
  expect(await panelOf('Friends & family only.')).toContain('Friends & family only.');
  const card = await render(<PaymentInstructions venmo={{ ...venmo, paymentInstructions: DEFAULT_INSTRUCTIONS }} email="" />);
  expect(card.textContent?.match(/order number/g)).toHaveLength(1);
});
