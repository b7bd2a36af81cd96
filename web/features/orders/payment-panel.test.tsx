import { expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { render } from '#tests/support/render.tsx';
import { PaymentPanel } from './payment-panel.tsx';

const venmo = { venmoUsername: 'druse', paymentInstructions: '', enabled: true };

test('a sale made elsewhere that was moved back to pending is not to be paid by Venmo', async () => {
  const sale = { id: 7, kind: 'elsewhere', totalAmount: '90.00', heldUntil: null, awaitsProof: false, paymentReportedAt: null } as Order;
  const panel = await render(<PaymentPanel order={sale} venmo={venmo} email="hello@druse.example" timeZone="UTC" orderKey={undefined} />);
  expect(panel.textContent).not.toContain('Venmo');
  expect(panel.textContent).toContain('write to hello@druse.example to arrange the payment of $90.00');
});
