import { expect, test } from 'vitest';
import type { AdminOrder } from '#core/contract/selling/orders.ts';
import { render } from '#tests/support/render.tsx';
import { OrderPages, Recipient } from './order-document.tsx';

test('a recipient is headed only where something is known, and has no empty lines', async () => {
  const shown = async (customerName: string, customerAddress: string) =>
    (await render(<Recipient title="Ship to" order={{ customerName, customerAddress }} />))
      .innerHTML;
  expect(await shown('', '')).toBe('');
  expect(await shown('Bo Caller', '')).toContain('>Bo Caller<');
  expect(await shown('', '1 Quarry Road')).toContain('>1 Quarry Road<');
  expect(await shown('Bo Caller', '1 Quarry Road')).toContain('>Bo Caller\n1 Quarry Road<');
});

test('every page has the numbers of order and page and the heads of the columns, the last one the totals', async () => {
  const line = {
    specimenId: null,
    price: '9.00',
    shippingPrice: '0.00',
    lineTotal: '9.00',
    quantity: 1,
    imageUrl: '',
  };
  const lines = Array.from({ length: 10 }, (_, id) => ({ ...line, id, title: 'x'.repeat(200) }));
  const order = {
    id: 7,
    lines,
    subtotalAmount: '90.00',
    shippingAmount: '0.00',
    totalAmount: '90.00',
  } as AdminOrder;
  const about = { customerName: 'Ada Buyer', customerAddress: '1 Quarry Road' };
  const page = await render(
    <OrderPages
      {...{ size: 'letter', label: 'Invoice 3', hasPrices: true, senderLines: 3, tailHeight: 14 }}
      order={{ ...order, ...about }}
      head={<h2>Invoice 3</h2>}
      tail={<p>Paid in full.</p>}
    />,
  );
  const pages = [...page.querySelectorAll('article')];
  expect(pages.map((one) => one.getAttribute('aria-label'))).toEqual(
    pages.map((_, n) => `Invoice 3, ${n + 1} of ${pages.length}`),
  );
  expect(pages.length).toBeGreaterThan(1);
  for (const [n, one] of pages.entries()) {
    expect(one.textContent).toContain(`Order #7, page ${n + 1} of ${pages.length}`);
    expect(one.querySelectorAll('thead')).toHaveLength(1);
    const isLast = n === pages.length - 1;
    expect([
      one.textContent?.includes('Subtotal'),
      one.textContent?.includes('Paid in full.'),
    ]).toEqual([isLast, isLast]);
    expect(one.querySelectorAll('tbody tr').length - (isLast ? 3 : 0)).toBeGreaterThan(0);
  }
  expect(page.textContent?.match(/x{200}/g)).toHaveLength(10);
});
